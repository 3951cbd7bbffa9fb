import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, HOUR_MS } from '../../common/durations.ts';
import { LIST_FRESH_FOR_MS } from '../../electron/agent/sources/reputation/record-changes.ts';
import { createRandom, type Random } from '../../sandbox/world/random.ts';
import { storyStart } from '../../test/support/demo-data.ts';
import { scaledClock, type Scale } from '../../test/support/process/scaled-clock.ts';
import { Driver, type Life } from '../life/driver.ts';
import { HITS_FILE, type FolderState } from '../life/folder.ts';
import { compare, wrongIn, type Ledger } from '../life/ledger.ts';
import { runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { inTime } from '../support/waiting.ts';
import { damageIndex, isWhole, putBackSchema } from './damage.ts';
import { Endings, newsFor, notHit, type Ending } from '../life/kill-points.ts';

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

/** How long after its start a life that has not met its aimed end is ended by chance. */
const MAX_LIFE_MS = 2000;
/** How long a start may take before it counts as failed. */
const MAX_START_MS = 30_000;

/** The end of a life that ends when it is told to. */
const NEVER: Ending = { how: 'stopping', afterMs: Infinity, askedAfterMs: Infinity };

/**
 * Creates sources of chance that do not draw from one another: while a process lives, the number of draws depends on
 * real time, and must not change what is drawn for the next life. `lives` decides about endings, births and sleeps,
 * `meanwhile` about when people act and the clock jumps.
 */
function createStreams(seed: number) {
  const stream = (nth: number): Random => createRandom(4 * seed + nth);
  return { lives: stream(0), people: stream(1), meanwhile: stream(2), damage: stream(3) };
}
type Streams = ReturnType<typeof createStreams>;

/** How a life came to its end: `missed` if its kill point was not reached. */
type Outcome = 'killed' | 'missed' | 'stopped';

/** Resolves when the time is over in which a life is to meet its aimed end. */
async function lifetime(life: Life): Promise<'alive'> {
  await Promise.race([life.started.catch(() => undefined), pause(MAX_START_MS, undefined, { ref: false })]);
  return pause(MAX_LIFE_MS, 'alive', { ref: false });
}

/** Waits for a life to end as it is to end. @throws Error where it ended by itself */
async function end(life: Life, ending: Ending): Promise<Outcome> {
  let outcome: Outcome = 'killed';
  if (ending.how === 'aimed') {
    if ((await Promise.race([life.ended, lifetime(life)])) === 'alive') outcome = 'missed';
  } else if (ending.how === 'random') await pause(ending.afterMs);
  else {
    await pause(ending.askedAfterMs);
    life.tell('stop');
    await pause(ending.afterMs);
  }
  life.kill();
  const { signal } = await life.ended;
  if (signal === 'SIGKILL') return outcome;
  // It may have stopped as it was asked to before the signal came.
  if (ending.how === 'stopping') return 'stopped';
  throw new Error(`Askbell ended by itself: ${life.words}`);
}

/** One data folder that is lived in again and again. */
class Torture {
  readonly #driver: Driver;
  readonly #streams: Streams;
  readonly #scale: Scale;
  readonly #outcomes = { killed: 0, missed: 0, stopped: 0 };
  readonly #endings: Endings;
  readonly #notAimed = { random: 0, stopping: 0 };
  #since = 0;
  /** The history was damaged for the life that was ended last. */
  #isSpoilt = false;

  constructor(driver: Driver, streams: Streams, scale: Scale) {
    this.#driver = driver;
    this.#streams = streams;
    this.#scale = scale;
    this.#endings = new Endings(streams.lives);
  }

  /** How many lives were ended by a kill. */
  get kills(): number {
    return this.#outcomes.killed + this.#outcomes.missed;
  }

  /** The life that signs in, and reads what was there before. */
  async first(): Promise<void> {
    const { people, sandbox } = this.#driver;
    const life = await this.#begin(NEVER);
    await inTime('The start of Askbell', life.started);
    const hasSearched = () => sandbox.requests.some(({ path }) => path.endsWith(SCORE_PATH));
    const isRead = () => this.#driver.read(this.#since, true).baselines >= FIRST_BASELINES && hasSearched();
    if (!(await this.#until(life, MAX_FIRST_LIFE_MS, isRead))) throw new Error('What was there before was not read.');
    // What happens from the next second on is news.
    await pause((2 * MINUTE_MS) / SPEED);
    this.#since = Math.floor(scaledClock(this.#scale).now() / 1000) * 1000;
    people.reachScores();
    await this.#until(life, MAX_SCORES_MS, () => this.#isAllTold());
    life.tell('stop');
    await inTime('The end of Askbell', life.ended);
  }

  /** A life that is ended. */
  async kill(): Promise<void> {
    const { people } = this.#driver;
    const random = this.#streams.lives;
    if (random.chance(CHANCES.sleep)) this.#scale.virtual += random.integer(5, 8 * 60) * MINUTE_MS;
    const ending = this.#endings.draw();
    for (let acts = random.integer(0, 2) + newsFor(ending); acts > 0; acts--) people.act();
    if (this.kills % FLOOD_EVERY_KILLS === FLOOD_EVERY_KILLS / 2) people.flood();
    this.#spoil(ending);
    const life = await this.#begin(ending);
    const living = this.#meanwhile(life);
    const outcome = await end(life, ending);
    this.#outcomes[outcome]++;
    await living;
    if (ending.how !== 'aimed' && outcome !== 'stopped') this.#notAimed[ending.how]++;
  }

  /** The life that nobody ends: it has to bring everything in order. */
  async last(): Promise<Ledger> {
    this.#scale.virtual += BEFORE_LAST_LIFE_MS;
    const life = await this.#begin(NEVER);
    // What was spoilt is mended by then.
    await inTime('The start of Askbell', life.started);
    await this.#until(life, MAX_LAST_LIFE_MS / SPEED, () => this.#isAllTold());
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
    const state = this.#driver.read(this.#since, false);
    if (state.integrity !== 'ok') throw new Error(`The history is damaged: ${state.integrity}`);
    return state;
  }

  /** How many kills hit each kill point. */
  killPointHits(): Record<string, number> {
    const aimed = readFileSync(join(this.#driver.dataDir, HITS_FILE), 'utf8').split('\n').filter(Boolean);
    const counts: Record<string, number> = { ...this.#notAimed, missed: this.#outcomes.missed };
    for (const point of aimed) counts[point] = (counts[point] ?? 0) + 1;
    return counts;
  }

  /** Sees to it that there is something to migrate or to salvage where the end is aimed at that. */
  #spoil(ending: Ending): void {
    const file = join(this.#driver.dataDir, 'history.sqlite');
    const needsDamage = isAimedAt(ending, 'salvage') || isAimedAt(ending, 'place-salvaged');
    this.#isSpoilt = needsDamage || (this.#isSpoilt && !isWhole(file));
    if (!(needsDamage || isAimedAt(ending, 'migration')) || !isWhole(file)) return;
    if (needsDamage) damageIndex(file, this.#streams.damage);
    else putBackSchema(file);
  }

  /** What people do, and what becomes of the clock, while a process lives. */
  async #meanwhile(life: Life): Promise<void> {
    const random = this.#streams.meanwhile;
    let isAlive = true;
    const ended = life.ended.then(() => void (isAlive = false));
    while (isAlive) {
      await Promise.race([ended, pause(random.integer(20, 300))]);
      if (isAlive) this.#driver.people.act();
      if (isAlive && random.chance(CHANCES.clockMoves)) {
        this.#scale.virtual += random.integer(1, 90) * MINUTE_MS;
        life.tell({ scale: this.#scale });
      }
    }
  }

  /** Waits until something holds; returns whether it does. @throws Error where Askbell ended by itself */
  async #until(life: Life, withinMs: number, holds: () => boolean): Promise<boolean> {
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

  /** Begins a life, and loads the process of the next one. */
  async #begin(ending: Ending): Promise<Life> {
    const random = this.#streams.lives;
    const { sandbox, people } = this.#driver;
    const course = {
      scale: this.#scale,
      machineOff: drawMachineOff(random, ending),
      ending,
      // What is refused is offered again a minute later.
      refusals: ending !== NEVER && (isAimedAt(ending, 'refused') || random.chance(CHANCES.refusals)) ? 2 : 0,
    };
    const { apiBaseUrl, authUrl } = sandbox;
    const life = await this.#driver.begin({ apiBaseUrl, authUrl, watches: people.watches, course });
    this.#driver.load();
    return life;
  }

  #ledger({ kept, shown }: FolderState): Ledger {
    return compare(this.#driver.people.produced(), kept, shown);
  }

  #isAllTold(): boolean {
    return this.#ledger(this.#driver.read(this.#since, true)).lost.length === 0;
  }
}

/** How far this machine's clock is off: by minutes, or, as where its battery is empty, by days. In ms. */
function drawMachineOff(random: Random, ending: Ending): number {
  // Not for the last life: it looks once a day, by this clock, at changes that move no total.
  if (ending !== NEVER && random.chance(CHANCES.clockFarOff)) return random.integer(-48, 48) * HOUR_MS;
  return random.chance(CHANCES.clockOff) ? random.integer(-10, 10) * MINUTE_MS : 0;
}

const isAimedAt = (ending: Ending, point: string): boolean => ending.how === 'aimed' && ending.point === point;

/**
 * Kills Askbell again and again, and compares what the network produced with what became of it. Returns, of what must
 * be 0: `lost` (produced, and not in the history or never announced), `printed_twice` (shown, announced or listed
 * twice), `never_produced` (told and never made), and `claimed_not_shown_unexplained` (claimed, not followed by a kill,
 * and never shown). In `kills_by_moment`, `missed` are kills whose moment did not come within 2 s of the start;
 * `moments_not_hit` fails a run of 100 kills or more. The same seed draws the same lives; when people act depends on
 * real time.
 */
async function torture({ kills, seed }: OptionsOf<'torture'>): Promise<Summary> {
  const scale: Scale = { real: Date.now(), virtual: storyStart * 1000, scale: SPEED };
  const clock = scaledClock(scale);
  const streams = createStreams(seed);
  const driver = await Driver.create({ name: 'torture', now: () => clock.now(), random: streams.people });
  const run = new Torture(driver, streams, scale);
  try {
    await run.first();
    say(`Signed in; killing ${kills} times.`);
    while (run.kills < kills) {
      const before = run.kills;
      await run.kill();
      if (run.kills === before || run.kills % CHECK_EVERY_KILLS > 0) continue;
      run.checkUnspoilt();
      say(`${run.kills} kills.`);
    }
    const ledger = await run.last();
    const wrong = wrongIn(ledger);
    for (const line of wrong) say(line);
    const hits = run.killPointHits();
    const missing = notHit(hits, run.kills);
    if (missing.points.length > 0) say(`No kill hit: ${missing.points.join(', ')}.`);
    const { inbox, questions } = driver.people.produced();
    return {
      passed: wrong.length === 0 && !missing.fails,
      seed,
      kills: run.kills,
      lost: ledger.lost.length,
      printed_twice: ledger.twice.length + ledger.shownTwice.length,
      never_produced: ledger.invented.length,
      claimed_not_shown: ledger.claimedNotShown,
      claimed_not_shown_unexplained: ledger.neverShown.length,
      notifications_shown: ledger.shown,
      produced_inbox_items: inbox.length,
      produced_questions: questions.length,
      kills_by_moment: hits,
      moments_not_hit: missing.points,
      requests: driver.sandbox.requests.length,
      driven_hours: Math.round((clock.now() - storyStart * 1000) / HOUR_MS),
    };
  } finally {
    await driver.close();
  }
}

await runCommand('torture', torture);
