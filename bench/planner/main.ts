import { runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { printMeasured, type Measured } from '../support/figures.ts';
import { bound } from './bound.ts';
import { figures } from './figures.ts';
import { generate, USUAL_WORLD, type World } from './generate.ts';
import { decisionTime } from './many-streams.ts';
import { decisionLine, generatedLine, troubleLine, type Outcome } from './report.ts';
import { replay, type ReplayOptions } from './replay/replay.ts';

const BUDGETS_PER_DAY = [300, 1500, 10_000];
const TROUBLE_BUDGET_PER_DAY = 1500;
const TROUBLE_WORLD: World = { warmupDays: 0, days: 7 };
/** From here on all streams can be polled every minute: there is nothing to learn. */
const PLENTY_PER_DAY = 10_000;
const WORLD_OF_PLENTY: World = { warmupDays: 2, days: 6 };

const DECISION_STREAMS = 1110;
const DECISIONS = 300;

/** Replays generated days with each seed. */
async function replaySeeds(seeds: readonly number[], options: Omit<ReplayOptions, 'seed'>, world = USUAL_WORLD) {
  const outcomes: Outcome[] = [];
  const { requestsPerDay } = options;
  for (const seed of seeds) {
    const began = performance.now();
    const trace = generate(seed, world);
    const { found, requests, violations } = await replay(trace, { ...options, seed });
    const outcome = {
      ...figures(trace, found, requests),
      bound: bound(trace, requestsPerDay),
      violations,
    };
    outcomes.push(outcome);
    const seconds = Math.round((performance.now() - began) / 1000);
    const ratio = (outcome.J / outcome.bound).toFixed(3);
    say(`${requestsPerDay} a day, seed ${seed}: ${ratio} of the bound (${seconds} s)`);
  }
  return outcomes;
}

async function measure({ budget, seed, seeds: count }: OptionsOf<'bench:planner'>): Promise<Summary> {
  const seeds = Array.from({ length: count }, (_, index) => seed + index);
  const missed: string[] = [];
  const tell = (name: string, measured: Measured) => missed.push(...printMeasured('planner', name, measured));
  tell('decision', decisionLine(decisionTime(DECISION_STREAMS, DECISIONS, seed)));
  for (const requestsPerDay of budget === undefined ? BUDGETS_PER_DAY : [budget]) {
    const world = requestsPerDay < PLENTY_PER_DAY ? USUAL_WORLD : WORLD_OF_PLENTY;
    const outcomes = await replaySeeds(seeds, { requestsPerDay }, world);
    tell(`${requestsPerDay} a day`, generatedLine(requestsPerDay, outcomes));
  }
  const trouble = { requestsPerDay: TROUBLE_BUDGET_PER_DAY, withTrouble: true };
  tell('trouble', troubleLine(await replaySeeds(seeds, trouble, TROUBLE_WORLD)));
  return { passed: missed.length === 0, missed };
}

await runCommand('bench:planner', measure);
