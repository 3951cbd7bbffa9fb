import { parseCommandLine, UsageError } from '../../build/command-line.ts';

export const USAGE = `Replays days of news through Askbell's own scheduler on simulated time, and says how late it tells
them beside other plans and the bound for any plan that cannot see the future. All processors are used.

Usage: npm run bench:planner -- [options]
  (no mode)          generated days: 7 to learn, 20 measured, at 300, 1,500 and 10,000 requests a day (2 and 4
                     at 10,000, where there is nothing to learn), and the time of one decision among 1,110 streams;
                     some minutes
  --trace FILE       a given trace; needs --budget. JSON lines: first {"streams":[{"id":"inbox","weight":20},
                     {"id":"A:rust","site":"A","tag":"rust","weight":1}],"present":[[32400,46800]],
                     "warmupDays":7,"days":27}, then {"t":1234.5,"stream":"A:rust"} for each event, the earliest
                     first; seconds from local midnight. What is not within the days is left out, and it is said
                     how much that is. The agent is told the weights, as the bound is; "ratioUntold" is the ratio
                     where it has to guess those of the watches
  --push             the same generated days with a socket that hints at news, at 300 and 1,500 requests a day: the mean
                     delay with one that lives, one that dies in silence after the days to learn, one that is silent
                     every other day, and one that lies, each beside the plan without
  --chaos DAYS       days with pauses, 403s, sleep, clocks set, restarts, and 40 % of the quota stolen

  --budget N         requests a day, from 50 to 1,000,000: only that one for generated days, 1,500 for chaos
                     where it is left out (of 300 that are robbed, full pages leave so few that one bad day
                     sets the ratio)
  --seed N           the first seed (1)
  --seeds N          how many seeds generated days are replayed with; figures are their medians (5)
  --help             this text

A table and progress go to standard error, one JSON line for each case to standard output: J, the bound, the plans
beside it (refused, equal, proportional, root, perSite, timeOfDay), mean, p95 and felt in seconds; "ratio" of J to the
bound after the days to learn, "early" the same of the first three days, "vsEqual" and "vsRefused" how many times
better than these; "felt" is what somebody who is there waits, "feltPresent" the same where the agent knows who is
there, "feltShare" their ratio and "feltLeast" the least that can be had of it: pages that fill while nobody is there
take requests all the same; "feltShareNoFullPages" is that ratio where the news is worth the same and no page ever
fills; requests a day; broken rules; the targets, and whether all were reached. What was not told by the end was late
until the end, for every plan. In chaos the bound is that of each day for the quota that was really left, in the time
the machine was awake and the network did not ask for silence. With --push, "JLives" and "meanLives" are J and the mean
with that kind of socket, and "ratioLives" is its J as a part of J without one.

Exit codes: 0 all targets reached and no rule broken, 1 not so, 2 an option or a trace that cannot be used.
`;

/** What is to be done. */
export type Mode =
  | { mode: 'help' }
  | { mode: 'generated'; budgets: number[]; seeds: number[] }
  | { mode: 'push'; budgets: number[]; seeds: number[] }
  | { mode: 'trace'; file: string; budget: number; seed: number }
  | { mode: 'chaos'; days: number; budget: number; seed: number };

/** Requests a day at which the table stands. */
const BUDGETS_PER_DAY = [300, 1500, 10_000];
/** And where a socket is compared with none: with more requests, polls alone are quick. */
const PUSH_BUDGETS_PER_DAY = [300, 1500];
/** Where chaos stands if nothing else is said. */
const CHAOS_BUDGET_PER_DAY = 1500;
/** Fewer are not even a request an hour and stream. */
const MIN_BUDGET_PER_DAY = 50;
const MAX_BUDGET_PER_DAY = 1_000_000;

/** @throws UsageError where options are of different modes */
function refuseMixedModes({
  trace,
  days,
  push,
  seeds,
}: {
  trace: string | undefined;
  days: number | undefined;
  push: boolean | undefined;
  seeds: number | undefined;
}): void {
  if (trace !== undefined && days !== undefined) throw new UsageError('--trace and --chaos exclude each other.');
  const areGiven = trace !== undefined || days !== undefined;
  if (push && areGiven) throw new UsageError('--push is for generated days only.');
  if (seeds !== undefined && areGiven) throw new UsageError('--seeds is for generated days only.');
}

/** Reads the command line, without the program's name. Throws an `UsageError`. */
export function readOptions(args: string[]): Mode {
  const text = { type: 'string' } as const;
  const {
    values: given,
    tokens,
    help,
  } = parseCommandLine(args, {
    options: {
      trace: text,
      chaos: text,
      budget: text,
      seed: text,
      seeds: text,
      push: { type: 'boolean' },
    },
  });
  const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw new UsageError(`--${twice} is given twice.`);
  if (help) return { mode: 'help' };
  const whole = (name: 'chaos' | 'budget' | 'seed' | 'seeds', least: number, most: number): number | undefined => {
    const value = given[name];
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value) || Number(value) < least || Number(value) > most)
      throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${value}".`);
    return Number(value);
  };
  const budget = whole('budget', MIN_BUDGET_PER_DAY, MAX_BUDGET_PER_DAY);
  const seed = whole('seed', 0, 1_000_000) ?? 1;
  const seeds = whole('seeds', 1, 100);
  const days = whole('chaos', 1, 100_000);
  refuseMixedModes({ trace: given.trace, days, push: given.push, seeds });
  if (given.trace !== undefined) {
    if (given.trace === '') throw new UsageError('--trace takes a file.');
    if (budget === undefined) throw new UsageError('--trace needs --budget, the requests a day.');
    return { mode: 'trace', file: given.trace, budget, seed };
  }
  if (days !== undefined) return { mode: 'chaos', days, budget: budget ?? CHAOS_BUDGET_PER_DAY, seed };
  return {
    mode: given.push ? 'push' : 'generated',
    budgets: budget === undefined ? (given.push ? PUSH_BUDGETS_PER_DAY : BUDGETS_PER_DAY) : [budget],
    seeds: Array.from({ length: seeds ?? 5 }, (_, index) => seed + index),
  };
}
