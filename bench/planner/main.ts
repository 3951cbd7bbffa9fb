import { runCommand, say, type OptionsOf, type Summary } from '../support/command.ts';
import { PLANNER } from '../support/commands.ts';
import { printMeasured, type Measured } from '../support/figures.ts';
import { bound, equalIntervals } from './bound.ts';
import { figures } from './figures.ts';
import { generate, MAX_WORTH_PER_HOUR, USUAL_WORLD, type World } from './generate.ts';
import { decisionTime } from './many-streams.ts';
import { decisionLine, generatedLine, pushLine, troubleLine, type Outcome } from './report.ts';
import { replay, type ReplayOptions } from './replay/replay.ts';
import { SOCKETS } from './replay/trace-socket.ts';

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

async function generated(requestsPerDay: number, seeds: readonly number[]): Promise<Measured> {
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

async function push(requestsPerDay: number, seeds: readonly number[]): Promise<Measured> {
  const without = await replaySeeds(seeds, { requestsPerDay });
  const bySocket: Partial<Record<(typeof SOCKETS)[number], Outcome[]>> = {};
  for (const socket of SOCKETS) bySocket[socket] = await replaySeeds(seeds, { requestsPerDay, socket });
  return pushLine(requestsPerDay, without, bySocket as Record<(typeof SOCKETS)[number], Outcome[]>);
}

async function measure(options: OptionsOf<typeof PLANNER>): Promise<Summary> {
  const seeds = Array.from({ length: options.seeds }, (_, index) => options.seed + index);
  const usual = options.push ? PUSH_BUDGETS_PER_DAY : BUDGETS_PER_DAY;
  const budgets = options.budget === undefined ? usual : [options.budget];
  const missed: string[] = [];
  const tell = (name: string, measured: Measured) => missed.push(...printMeasured('planner', name, measured));
  if (!options.push) tell('decision', decisionLine(decisionTime(DECISION_STREAMS, DECISIONS, options.seed)));
  for (const budget of budgets) tell(`${budget} a day`, await (options.push ? push : generated)(budget, seeds));
  if (!options.push) {
    const trouble = { requestsPerDay: TROUBLE_BUDGET_PER_DAY, withTrouble: true };
    tell('trouble', troubleLine(await replaySeeds(seeds, trouble, TROUBLE_WORLD)));
  }
  return { passed: missed.length === 0, missed };
}

await runCommand(PLANNER, measure);
