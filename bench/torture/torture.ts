import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, HOUR_MS } from '../../common/durations.ts';
import { LIST_FRESH_FOR_MS } from '../../electron/agent/sources/reputation/record-changes.ts';
import { startSandbox } from '../../sandbox/server/server.ts';
import { createRandom, type Random } from '../../sandbox/world/random.ts';
import { demoDataCopy, storyStart } from '../../test/support/demo-data.ts';
import { scaledClock, type Scale } from '../../test/support/process/scaled-clock.ts';
import { say, type Summary } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { inTime } from '../support/waiting.ts';
import { HITS_FILE } from './child/files.ts';
import type { Birth } from './child/main.ts';
import { damageIndex, isWhole, putBackSchema } from './bad-history.ts';
import { readFolder, type FolderState } from './history-copy.ts';
import { compare, wrongIn, type Ledger } from './ledger.ts';
import { Lives, type Process } from './lives.ts';
import { Endings, newsFor, notHit, type Ending } from './kill-points.ts';
import { People } from './people.ts';

/** A minute of Askbell's takes 150 ms. */
const SPEED = 400;

/** How often the history's pages are checked between kills. */
const CHECK_EVERY_KILLS = 50;

/** How long the last life, which nobody ends, has to announce everything, in driven time. */
const MAX_LAST_LIFE_MS = 16 * HOUR_MS;
/** How much longer it then lives, lest it tell something twice. */
const AFTER_ALL_MS = 20 * MINUTE_MS;
/**
 * How long the last life waits: changes that cancel each other move no total, so they are looked for only this seldom.
 */
const BEFORE_LAST_LIFE_MS = LIST_FRESH_FOR_MS + HOUR_MS;
/** How long the first life is given for what was there before, in real time. */
const MAX_FIRST_LIFE_MS = 5 * MINUTE_MS;

/** The first life reads the inbox, the changes of three accounts at least, and questions by their score. */
const FIRST_BASELINES = 4;
const SCORE_PATH = '/search/advanced';

/** How often more questions come while Askbell is off than one page holds. */
const FLOOD_EVERY_KILLS = 20;

/** How long it then has to tell that questions have reached their score, in real time; if not, they count as lost. */
const MAX_SCORES_MS = MINUTE_MS;

/** How often each thing happens to a life. */
const CHANCES = { sleep: 0.1, clockMoves: 0.05, clockOff: 0.1, clockFarOff: 0.05, refusals: 0.12 };

/** The end of a life that ends when it is told to. */
const NEVER: Ending = { how: 'stopping', afterMs: Infinity, askedAfterMs: Infinity };

export interface TortureOptions {
  kills: number;
  seed: number;
}

/**
 * Sources of chance that do not draw from one another: while a process lives, the number of draws depends on real time,
 * and must not change what is drawn for the next life.
 */
interface Streams {
  /** Endings, births and sleeps, in their order. */
  lives: Random;
  /** What people do. */
  people: Random;
  /** When they do it, and when the clock jumps, while a process lives. */
  meanwhile: Random;
  damage: Random;
}

function createStreams(seed: number): Streams {
  const stream = (nth: number): Random => createRandom(4 * seed + nth);
  return { lives: stream(0), people: stream(1), meanwhile: stream(2), damage: stream(3) };
}

interface TortureParts {
  streams: Streams;
  scale: Scale;
  dataDir: string;
  url: string;
  people: People;
  lives: Lives;
  /** Whether Askbell has asked for questions by their score. */
  hasSearched: () => boolean;
}

/** One data folder that is lived in again and again. */
class Torture {
  readonly #parts: TortureParts;
  readonly #outcomes = { killed: 0, missed: 0, stopped: 0 };
  readonly #endings: Endings;
  readonly #notAimed = { random: 0, stopping: 0 };
  #since = 0;
  /** The history was damaged for the life that was ended last. */
  #isSpoilt = false;

  constructor(parts: TortureParts) {
    this.#parts = parts;
    this.#endings = new Endings(parts.streams.lives);
  }

  /** How many lives were ended by a kill. */
  get kills(): number {
    return this.#outcomes.killed + this.#outcomes.missed;
  }

  /** How many lives had stopped, as they were asked to, before the kill came. */
  get stopped(): number {
    return this.#outcomes.stopped;
  }

  /** The life that signs in, and reads what was there before. */
  async first(): Promise<void> {
    const { lives, people } = this.#parts;
    const birth = { ...this.#birth(NEVER), watches: people.watches };
    const life = await lives.begin(birth);
    await inTime('The start of Askbell', life.started);
    const isRead = () => this.#read(true).baselines >= FIRST_BASELINES && this.#parts.hasSearched();
    if (!(await this.#until(life, MAX_FIRST_LIFE_MS, isRead))) throw new Error('What was there before was not read.');
    // What happens from the next second on is news.
    await pause((2 * MINUTE_MS) / SPEED);
    this.#since = Math.floor(this.#now() / 1000) * 1000;
    people.reachScores();
    await this.#until(life, MAX_SCORES_MS, () => this.#ledger(this.#read(true)).lost.length === 0);
    life.tell('stop');
    await inTime('The end of Askbell', life.ended);
  }

  /** A life that is ended. */
  async kill(): Promise<void> {
    const { streams, lives, people, scale } = this.#parts;
    const random = streams.lives;
    if (random.chance(CHANCES.sleep)) scale.virtual += random.integer(5, 8 * 60) * MINUTE_MS;
    const ending = this.#endings.draw();
    for (let acts = random.integer(0, 2) + newsFor(ending); acts > 0; acts--) people.act();
    if (this.kills % FLOOD_EVERY_KILLS === FLOOD_EVERY_KILLS / 2) people.flood();
    this.#spoil(ending);
    const birth = this.#birth(ending);
    const life = await lives.begin(birth);
    const living = this.#meanwhile(life);
    const outcome = await lives.end(life, birth);
    this.#outcomes[outcome]++;
    await living;
    if (ending.how !== 'aimed' && outcome !== 'stopped') this.#notAimed[ending.how]++;
  }

  /** The life that nobody ends: it has to bring everything in order. */
  async last(): Promise<Ledger> {
    this.#parts.scale.virtual += BEFORE_LAST_LIFE_MS;
    const life = await this.#parts.lives.begin(this.#birth(NEVER));
    // What was spoilt is mended by then.
    await inTime('The start of Askbell', life.started);
    await this.#until(life, MAX_LAST_LIFE_MS / SPEED, () => this.#ledger(this.#read(true)).lost.length === 0);
    await pause(AFTER_ALL_MS / SPEED);
    life.tell('stop');
    await inTime('The end of Askbell', life.ended);
    return this.#ledger(this.#check());
  }

  /**
   * Looks at the folder as the last kill left it, unless it was spoilt before. @throws Error where the history's pages
   * are damaged
   */
  checkUnspoilt(): void {
    if (!this.#isSpoilt) this.#check();
  }

  #check(): FolderState {
    const state = this.#read(false);
    if (state.integrity !== 'ok') throw new Error(`The history is damaged: ${state.integrity}`);
    return state;
  }

  /** How many kills hit each kill point. */
  killPointHits(): Record<string, number> {
    const { dataDir } = this.#parts;
    const aimed = readFileSync(join(dataDir, HITS_FILE), 'utf8').split('\n').filter(Boolean);
    const counts: Record<string, number> = { ...this.#notAimed, missed: this.#outcomes.missed };
    for (const point of aimed) counts[point] = (counts[point] ?? 0) + 1;
    return counts;
  }

  /** Sees to it that there is something to migrate or to salvage where the end is aimed at that. */
  #spoil(ending: Ending): void {
    const { streams, dataDir } = this.#parts;
    const file = join(dataDir, 'history.sqlite');
    const needsDamage = isAimedAt(ending, 'salvage') || isAimedAt(ending, 'place-salvaged');
    this.#isSpoilt = needsDamage || (this.#isSpoilt && !isWhole(file));
    if (!(needsDamage || isAimedAt(ending, 'migration')) || !isWhole(file)) return;
    if (needsDamage) damageIndex(file, streams.damage);
    else putBackSchema(file);
  }

  /** What people do, and what becomes of the clock, while a process lives. */
  async #meanwhile(life: Process): Promise<void> {
    const { streams, people, scale, lives } = this.#parts;
    const random = streams.meanwhile;
    let isAlive = true;
    const ended = life.ended.then(() => void (isAlive = false));
    while (isAlive) {
      await Promise.race([ended, pause(random.integer(20, 300))]);
      if (isAlive) people.act();
      if (isAlive && random.chance(CHANCES.clockMoves)) {
        scale.virtual += random.integer(1, 90) * MINUTE_MS;
        lives.tell({ scale });
      }
    }
  }

  /** Waits until something holds; gives whether it does. @throws Error where Askbell ended by itself */
  async #until(life: Process, withinMs: number, holds: () => boolean): Promise<boolean> {
    const deadline = performance.now() + withinMs;
    let hasEnded = false;
    void life.ended.then(() => (hasEnded = true));
    while (performance.now() < deadline && !hasEnded) {
      if (holds()) return true;
      await pause(250);
    }
    if (hasEnded) throw new Error(`Askbell ended by itself: ${life.words}`);
    return false;
  }

  #birth(ending: Ending): Birth {
    const { streams, scale, dataDir, url } = this.#parts;
    const random = streams.lives;
    return {
      url,
      dataDir,
      scale,
      machineOff: drawMachineOff(random, ending),
      ending,
      // What is refused is offered again a minute later.
      refusals: ending !== NEVER && (isAimedAt(ending, 'refused') || random.chance(CHANCES.refusals)) ? 2 : 0,
      watches: [],
    };
  }

  #now(): number {
    return scaledClock(this.#parts.scale).now();
  }

  #read(lives: boolean): FolderState {
    return readFolder(this.#parts.dataDir, this.#since, { lives });
  }

  #ledger({ kept, shown }: FolderState): Ledger {
    return compare(this.#parts.people.produced(), kept, shown);
  }
}

/** How far this machine's clock is off: by minutes, or, as where its battery is empty, by days. In ms. */
function drawMachineOff(random: Random, ending: Ending): number {
  // Not for the last life: it looks once a day, by this clock, at changes that move no total.
  if (ending !== NEVER && random.chance(CHANCES.clockFarOff)) return random.integer(-48, 48) * HOUR_MS;
  return random.chance(CHANCES.clockOff) ? random.integer(-10, 10) * MINUTE_MS : 0;
}

const isAimedAt = (ending: Ending, point: string): boolean => ending.how === 'aimed' && ending.point === point;

/** Kills Askbell again and again, and compares what the network produced with what became of it. */
export async function torture({ kills, seed }: TortureOptions): Promise<Summary> {
  const began = performance.now();
  let lives: Lives | undefined;
  const folder = temporaryFolder('torture', () => lives?.kill());
  const scale: Scale = { real: Date.now(), virtual: storyStart * 1000, scale: SPEED };
  const clock = scaledClock(scale);
  const sandbox = await startSandbox({
    file: await demoDataCopy(folder.path, storyStart),
    clock: { now: () => Math.floor(clock.now() / 1000) },
    apps: [{ clientId: 'mine', key: 'my-key', domain: 'localhost', name: 'Mine' }],
    burst: Infinity,
  });
  const streams = createStreams(seed);
  const people = new People(sandbox, streams.people);
  lives = new Lives(folder.path);
  const hasSearched = () => sandbox.requests.some(({ path }) => path.endsWith(SCORE_PATH));
  const parts = { streams, scale, people, lives, hasSearched, url: sandbox.apiBaseUrl };
  const run = new Torture({ ...parts, dataDir: join(folder.path, 'data') });
  try {
    await run.first();
    say(`Signed in after ${seconds(began)} s; killing ${kills} times.`);
    while (run.kills < kills) {
      const before = run.kills;
      await run.kill();
      if (run.kills === before || run.kills % CHECK_EVERY_KILLS > 0) continue;
      run.checkUnspoilt();
      say(`${run.kills} kills after ${seconds(began)} s.`);
    }
    const ledger = await run.last();
    const wrong = wrongIn(ledger);
    for (const line of wrong) say(line);
    const hits = run.killPointHits();
    const missing = notHit(hits, run.kills);
    if (missing.points.length > 0) say(`No kill hit: ${missing.points.join(', ')}.`);
    const { inbox, questions, changes } = people.produced();
    return {
      passed: wrong.length === 0 && !missing.fails,
      seed,
      kills: run.kills,
      stopped_before_kill: run.stopped,
      lost: ledger.lost.length,
      printed_twice: ledger.twice.length,
      never_produced: ledger.invented.length,
      claimed_not_shown: ledger.claimedNotShown,
      claimed_not_shown_unexplained: ledger.neverShown.length,
      notifications_shown: ledger.shown,
      produced_inbox_items: inbox.length,
      produced_questions: questions.length,
      produced_points: changes.reduce((sum, { change }) => sum + change, 0),
      kills_by_moment: hits,
      moments_not_hit: missing.points,
      requests: sandbox.requests.length,
      driven_hours: Math.round((clock.now() - storyStart * 1000) / HOUR_MS),
      duration_s: seconds(began),
    };
  } finally {
    await lives.close();
    await sandbox.close();
    folder.remove();
  }
}

const seconds = (since: number): number => Math.round((performance.now() - since) / 1000);
