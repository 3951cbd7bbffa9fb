import { readOptions, runCommand, say, type Summary } from '../support/command.ts';
import { PLANNER_OPTIONS } from '../support/options.ts';
import { bound, equalIntervals } from './bound.ts';
import { figures } from './figures.ts';
import { generate, MAX_WORTH_PER_HOUR, USUAL_WORLD, type World } from './generate.ts';
import { decisionTime } from './many-streams.ts';
import {
  decisionLine,
  generatedLine,
  missed,
  pushLine,
  troubleLine,
  written,
  type Line,
  type Outcome,
} from './report.ts';
import { replay, type ReplayOptions } from './replay/replay.ts';
import { SOCKETS } from './replay/trace-socket.ts';

const USAGE = `Replays generated days through Askbell's own scheduler on simulated time, and compares how late news is
found with equal intervals and with a bound that no plan can beat that does not see the future.

Usage: npm run bench:planner -- [options]
  (no --push)    7 days to learn and 20 measured, at 300, 1,500 and 10,000 requests a day (2 and 4 at 10,000, where
                 there is nothing to learn); days on which the network refuses, asks for pauses and lets another app use
                 the quota; and the time of one decision among 1,110 streams. Takes some minutes a seed
  --push         the same days with a socket that hints at news, at 300 and 1,500 requests a day: with one that lives,
                 one that dies in silence after the days to learn, one that is silent every other day, and one that lies
  --budget N     only this number of requests a day, from 50 to 1,000,000
  --seed N       the first seed (1)
  --seeds N      number of seeds; figures are their medians (5)
  --help         this text

Prints a JSON line for each case, in seconds: "J", the value-weighted mean delay; "bound", the least that J can be;
"ratio" of both after the days to learn, "early" of the first three days; "equal", the J of equal intervals, and
"vsEqual", how many times better Askbell is; mean, p95; "felt", the delay while the person is present; "feltShare", the
part of it that is left where Askbell knows who is present, and "feltShareNoFullPages", the same where no page ever
fills; requests a day; broken rules; targets, and whether all were reached. With --push, "JLives" is J with that kind of
socket, and "ratioLives" its part of J without one.

Exit codes: 0 all targets reached and no rule broken, 1 not so, 2 an option that cannot be used.
`;

const BUDGETS_PER_DAY = [300, 1500, 10_000];
/** With more requests, polls alone are quick. */
const PUSH_BUDGETS_PER_DAY = [300, 1500];
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
  const { requestsPerDay, withPresence, socket } = options;
  const presence = withPresence ? ' with presence' : '';
  const name = `${requestsPerDay} a day${presence}${socket ? ` and a socket that ${socket}` : ''}`;
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

async function generated(requestsPerDay: number, seeds: readonly number[]): Promise<Line> {
  const world = requestsPerDay < PLENTY_PER_DAY ? USUAL_WORLD : WORLD_OF_PLENTY;
  const plain = await replaySeeds(seeds, { requestsPerDay }, world);
  if (requestsPerDay >= FEW_PER_DAY)
    return generatedLine(requestsPerDay, { plain, present: [] }, { plain: [], present: [] });
  const present = await replaySeeds(seeds, { requestsPerDay, withPresence: true }, world);
  return generatedLine(
    requestsPerDay,
    { plain, present },
    {
      plain: await replaySeeds(seeds, { requestsPerDay }, WORLD_OF_FEW),
      present: await replaySeeds(seeds, { requestsPerDay, withPresence: true }, WORLD_OF_FEW),
    },
  );
}

async function push(requestsPerDay: number, seeds: readonly number[]): Promise<Line> {
  const without = await replaySeeds(seeds, { requestsPerDay });
  const bySocket: Partial<Record<(typeof SOCKETS)[number], Outcome[]>> = {};
  for (const socket of SOCKETS) bySocket[socket] = await replaySeeds(seeds, { requestsPerDay, socket });
  return pushLine(requestsPerDay, without, bySocket as Record<(typeof SOCKETS)[number], Outcome[]>);
}

async function measure(options: {
  budget: number | undefined;
  seed: number;
  seeds: number;
  push: boolean;
}): Promise<Summary> {
  const seeds = Array.from({ length: options.seeds }, (_, index) => options.seed + index);
  const usual = options.push ? PUSH_BUDGETS_PER_DAY : BUDGETS_PER_DAY;
  const budgets = options.budget === undefined ? usual : [options.budget];
  const missedTargets: string[] = [];
  const tell = (line: Line) => {
    process.stdout.write(`${written(line)}\n`);
    missedTargets.push(...missed(line).map((name) => `${line.figures['case'] ?? line.figures['budget']}: ${name}`));
  };
  if (!options.push) tell(decisionLine(DECISION_STREAMS, decisionTime(DECISION_STREAMS, DECISIONS, options.seed)));
  for (const budget of budgets) tell(await (options.push ? push : generated)(budget, seeds));
  if (!options.push) {
    const trouble = { requestsPerDay: TROUBLE_BUDGET_PER_DAY, withTrouble: true };
    tell(troubleLine(TROUBLE_BUDGET_PER_DAY, await replaySeeds(seeds, trouble, TROUBLE_WORLD)));
  }
  return { passed: missedTargets.length === 0, missed: missedTargets };
}

await runCommand('bench:planner', USAGE, async (args) => {
  const options = readOptions(args, PLANNER_OPTIONS);
  return options && measure(options);
});
