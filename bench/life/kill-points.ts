import type { Random } from '../../sandbox/world/random.ts';

/** How often a kill point is aimed at, by weight, and the most times that it is let pass before. */
interface Aim {
  weight: number;
  maxNth: number;
  /** Whether it is reached only where there is something to tell. */
  tells?: true;
}

/** The points of its work at which a process ends itself by SIGKILL, so that the kill falls exactly there. */
export const KILL_POINTS = {
  /** A request is under way. */
  request: { weight: 6, maxNth: 6 },
  /** An answer arrived, and nothing was made of it. */
  answer: { weight: 12, maxNth: 8 },
  /** Within a transaction, after some of its writes. */
  write: { weight: 10, maxNth: 60 },
  /** All of a transaction is written, and it is not committed. */
  'before-commit': { weight: 7, maxNth: 10 },
  'after-commit': { weight: 9, maxNth: 10 },
  /** A notification is about to be claimed. */
  'before-claim': { weight: 6, maxNth: 2, tells: true },
  /** A notification was claimed, and nothing was shown. */
  'after-claim': { weight: 6, maxNth: 2, tells: true },
  /** The desktop has it, and nobody saw it. */
  notify: { weight: 5, maxNth: 2, tells: true },
  shown: { weight: 7, maxNth: 2, tells: true },
  /** The desktop refused it. */
  refused: { weight: 3, maxNth: 2, tells: true },
  'before-settings': { weight: 2, maxNth: 1 },
  'after-settings': { weight: 2, maxNth: 1 },
  /** Between two statements that bring an earlier schema up to date. */
  migration: { weight: 5, maxNth: 12 },
  /** While the rows of a damaged history are saved into a new one. */
  salvage: { weight: 4, maxNth: 300 },
  /** While the history that was saved takes the damaged one's place. */
  'place-salvaged': { weight: 4, maxNth: 6 },
} as const satisfies Record<string, Aim>;
export type KillPoint = keyof typeof KILL_POINTS;
const ALL_POINTS = Object.keys(KILL_POINTS) as KillPoint[];
const aimOf = (point: KillPoint): Aim => KILL_POINTS[point];

/** How a life of the process ends. */
export type Ending =
  /** From outside, `afterMs` after its start, whatever goes on. */
  | { how: 'random'; afterMs: number }
  /** While it stops, `afterMs` after it was asked to. */
  | { how: 'stopping'; afterMs: number; askedAfterMs: number }
  /** The `nth` time that the kill point is reached. */
  | { how: 'aimed'; point: KillPoint; nth: number };

/** How often a life is ended at any moment, or while it stops, by weight. */
const [RANDOM_WEIGHT, STOPPING_WEIGHT] = [24, 4];

/** The longest that a life lasts whose end is left to chance. */
const MAX_RANDOM_MS = 700;

function drawEnding(random: Random): Ending {
  const weights = ALL_POINTS.reduce((sum, point) => sum + aimOf(point).weight, RANDOM_WEIGHT + STOPPING_WEIGHT);
  let left = random.fraction() * weights - RANDOM_WEIGHT;
  if (left < 0) return { how: 'random', afterMs: random.integer(0, MAX_RANDOM_MS) };
  left -= STOPPING_WEIGHT;
  if (left < 0)
    return { how: 'stopping', askedAfterMs: random.integer(20, MAX_RANDOM_MS), afterMs: random.integer(0, 12) };
  const point = ALL_POINTS.find((each) => (left -= aimOf(each).weight) < 0)!;
  return { how: 'aimed', point, nth: random.integer(1, aimOf(point).maxNth) };
}

/** One of this many endings is dealt rather than drawn. */
const DEAL_EVERY = 6;

/**
 * Draws how lives end, by weight; and deals each kill point in turn, the first time that it is reached, so that a run
 * of some length aims at all of them.
 */
export class Endings {
  readonly #random: Random;
  #deck: KillPoint[] = [];
  #drawn = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  draw(): Ending {
    if (++this.#drawn % DEAL_EVERY > 0) return drawEnding(this.#random);
    if (this.#deck.length === 0) this.#deck = this.#random.some(ALL_POINTS, ALL_POINTS.length);
    return { how: 'aimed', point: this.#deck.pop()!, nth: 1 };
  }
}

/** How much has to happen before a life for its end to come. */
export const newsFor = (ending: Ending): number => (ending.how === 'aimed' && aimOf(ending.point).tells ? 3 : 0);

/** How many kills a run must have to be expected to hit every kill point. */
const KILLS_FOR_ALL = 100;

/** The kill points that no kill hit, and whether that makes a run worthless. */
export function notHit(hits: Record<string, number>, kills: number): { points: string[]; fails: boolean } {
  const points = ALL_POINTS.filter((point) => (hits[point] ?? 0) === 0);
  return { points, fails: kills >= KILLS_FOR_ALL && points.length > 0 };
}
