import type { Random } from '../../sandbox/world/random.ts';

/** The points of its work at which a process ends itself by SIGKILL, so that the kill falls exactly there. */
export const KILL_POINTS = {
  /** A request is under way. */
  request: 'request under way',
  /** An answer arrived, and nothing was made of it. */
  answer: 'answer arrived',
  /** Within a transaction, after some of its writes. */
  write: 'within a transaction',
  /** All of a transaction is written, and it is not committed. */
  'before-commit': 'before a commit',
  'after-commit': 'after a commit',
  /** A notification is about to be claimed. */
  'before-claim': 'before a claim',
  /** A notification was claimed, and nothing was shown. */
  'after-claim': 'after a claim, nothing shown',
  /** The desktop has it, and nobody saw it. */
  notify: 'handed to the desktop',
  shown: 'just shown',
  /** The desktop refused it. */
  refused: 'just refused',
  'before-settings': 'before settings are written',
  'after-settings': 'after settings were written',
  /** Between two statements that bring an earlier schema up to date. */
  migration: 'in a migration',
  /** While the rows of a damaged history are saved into a new one. */
  salvage: 'while salvaging',
  /** While the history that was saved takes the damaged one's place. */
  'place-salvaged': 'putting the salvaged history in place',
} as const;
export type KillPoint = keyof typeof KILL_POINTS;

/** How a life of the process ends. */
export type Ending =
  /** From outside, `afterMs` after its start, whatever goes on. */
  | { how: 'random'; afterMs: number }
  /** While it stops, `afterMs` after it was asked to. */
  | { how: 'stopping'; afterMs: number; askedAfterMs: number }
  /** The `nth` time that the kill point is reached. */
  | { how: 'aimed'; point: KillPoint; nth: number };

/** What to aim at, and how often, by weight. */
const WEIGHTS: readonly (readonly [KillPoint | 'random' | 'stopping', number, maxNth: number])[] = [
  ['random', 24, 1],
  ['stopping', 4, 1],
  ['request', 6, 6],
  ['answer', 12, 8],
  ['write', 10, 60],
  ['before-commit', 7, 10],
  ['after-commit', 9, 10],
  ['before-claim', 6, 2],
  ['after-claim', 6, 2],
  ['notify', 5, 2],
  ['shown', 7, 2],
  ['refused', 3, 2],
  ['before-settings', 2, 1],
  ['after-settings', 2, 1],
  ['migration', 5, 12],
  ['salvage', 4, 300],
  ['place-salvaged', 4, 6],
];

/** The longest that a life lasts whose end is left to chance. */
const MAX_RANDOM_MS = 700;

function drawEnding(random: Random): Ending {
  let left = random.fraction() * WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
  const [what, , maxNth] = WEIGHTS.find(([, weight]) => (left -= weight) < 0) ?? WEIGHTS[0]!;
  if (what === 'random') return { how: 'random', afterMs: random.integer(0, MAX_RANDOM_MS) };
  if (what === 'stopping')
    return { how: 'stopping', askedAfterMs: random.integer(20, MAX_RANDOM_MS), afterMs: random.integer(0, 12) };
  return { how: 'aimed', point: what, nth: random.integer(1, maxNth) };
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
    const all = Object.keys(KILL_POINTS) as KillPoint[];
    if (this.#deck.length === 0) this.#deck = this.#random.some(all, all.length);
    return { how: 'aimed', point: this.#deck.pop()!, nth: 1 };
  }
}

/** Kill points that are reached only where there is something to tell. */
const OF_NOTIFICATIONS: readonly string[] = [
  'before-claim',
  'after-claim',
  'notify',
  'shown',
  'refused',
] satisfies KillPoint[];

/** How much has to happen before a life for its end to come. */
export const newsFor = (ending: Ending): number =>
  ending.how === 'aimed' && OF_NOTIFICATIONS.includes(ending.point) ? 3 : 0;

/** How many kills a run must have to be expected to hit every kill point. */
const KILLS_FOR_ALL = 100;

/** The kill points that no kill hit, and whether that makes a run worthless. */
export function notHit(hits: Record<string, number>, kills: number): { points: string[]; fails: boolean } {
  const points = Object.keys(KILL_POINTS).filter((point) => (hits[point] ?? 0) === 0);
  return { points, fails: kills >= KILLS_FOR_ALL && points.length > 0 };
}
