import { runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { printMeasured, type Measured } from '../support/figures.ts';
import { bound, equalIntervals } from './bound.ts';
import { figures } from './figures.ts';
import { generate, MAX_WORTH_PER_HOUR, USUAL_WORLD, type World } from './generate.ts';
import { decisionTime } from './many-streams.ts';
import { decisionLine, generatedLine, troubleLine, type Outcome, type Replays } from './report.ts';
import { replay, type ReplayOptions } from './replay/replay.ts';

const BUDGETS_PER_DAY = [300, 1500, 10_000];
const TROUBLE_BUDGET_PER_DAY = 1500;
const TROUBLE_WORLD: World = { warmupDays: 0, days: 7 };
/** From here on all streams can be polled every minute: there is nothing to learn, and presence changes nothing. */
const PLENTY_PER_DAY = 10_000;
const WORLD_OF_PLENTY: World = { warmupDays: 2, days: 6 };
/** Below it, presence is measured as well. */
const FEW_PER_DAY = 1000;
/** No tag has more questions than count for its worth, so that no page ever fills. */
const WORLD_OF_FEW: World = { ...USUAL_WORLD, most: MAX_WORTH_PER_HOUR };

const DECISION_STREAMS = 1110;
const DECISIONS = 300;

/** Replays generated days with each seed. */
async function replaySeeds(seeds: readonly number[], options: Omit<ReplayOptions, 'seed'>, world = USUAL_WORLD) {
  const outcomes: Outcome[] = [];
  const { requestsPerDay, withPresence } = options;
  const name = `${requestsPerDay} a day${withPresence ? ' with presence' : ''}`;
  for (const seed of seeds) {
    const began = performance.now();
    const trace = generate(seed, world);
    const { found, requests, violations } = await replay(trace, { ...options, seed });
    const outcome = {
      ...figures(trace, found, requests),
      bound: bound(trace, requestsPerDay),
      equal: figures(trace, equalIntervals(trace, requestsPerDay, seed), []).J,
      violations,
    };
    outcomes.push(outcome);
    const seconds = (performance.now() - began) / 1000;
    say(`${name}, seed ${seed}: ${(outcome.J / outcome.bound).toFixed(3)} of the bound (${seconds.toFixed(0)} s)`);
  }
  return outcomes;
}

async function generated(requestsPerDay: number, seeds: readonly number[]): Promise<Measured> {
  const world = requestsPerDay < PLENTY_PER_DAY ? USUAL_WORLD : WORLD_OF_PLENTY;
  const replaysOf = async (days: World, withPresence: boolean): Promise<Replays> => ({
    plain: await replaySeeds(seeds, { requestsPerDay }, days),
    present: withPresence ? await replaySeeds(seeds, { requestsPerDay, withPresence }, days) : [],
  });
  const isFew = requestsPerDay < FEW_PER_DAY;
  const noFullPages = isFew ? await replaysOf(WORLD_OF_FEW, true) : { plain: [], present: [] };
  return generatedLine(requestsPerDay, await replaysOf(world, isFew), noFullPages);
}

async function measure({ budget, seed, seeds: count }: OptionsOf<'bench:planner'>): Promise<Summary> {
  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  const missed: string[] = [];
  const tell = (name: string, measured: Measured) => missed.push(...printMeasured('planner', name, measured));
  tell('decision', decisionLine(decisionTime(DECISION_STREAMS, DECISIONS, seed)));
  for (const each of budget === undefined ? BUDGETS_PER_DAY : [budget])
    tell(`${each} a day`, await generated(each, seeds));
  const trouble = { requestsPerDay: TROUBLE_BUDGET_PER_DAY, withTrouble: true };
  tell('trouble', troubleLine(await replaySeeds(seeds, trouble, TROUBLE_WORLD)));
  return { passed: missed.length === 0, missed };
}

await runCommand('bench:planner', measure);
