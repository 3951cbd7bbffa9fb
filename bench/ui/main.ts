import { OptionError, print, readOptions, runCommand, say, type Summary } from '../support/command.ts';
import { UI_OPTIONS } from '../support/options.ts';
import { ANSWER_MS, measureArrival } from './arrival.ts';
import { measurePaint } from './paint.ts';
import { measureSearch } from './search.ts';

const USAGE = `Measures the inbox with very many items; one JSON line for each case, progress on standard error.
The size of the window is measured by npm run size, the panel by npm run test:desktop -- panel.

Usage: npm run bench:ui -- [options]
  --items N      items in the inbox (100000)
  --rounds N     how often the list that holds every row is painted (1)
  --searches N   letters typed into the search (2000)
  --arrivals N   items that come in one after another (40)
  --only CASE    one case only: search, paint or arrival
  --help         this text

Exit codes: 0 all targets reached, 1 not all, 2 an option that cannot be used.
`;

type Options = NonNullable<ReturnType<typeof readOptions<typeof UI_OPTIONS>>>;

/** Limit of a figure. */
interface Target {
  value: number;
  least?: number;
  most?: number;
}

const missed: string[] = [];
const round = (value: number) => Number(value.toPrecision(3));

/** Prints the line of a case, and notes the targets that it misses. */
function report(name: string, targets: Record<string, Target>, more: Record<string, unknown>): void {
  const missedHere = Object.entries(targets)
    .filter(([, { value, least = -Infinity, most = Infinity }]) => !(value >= least && value <= most))
    .map(([key]) => `${name}: ${key}`);
  missed.push(...missedHere);
  const measured = Object.fromEntries(Object.entries(targets).map(([key, { value }]) => [key, round(value)]));
  const wanted = Object.fromEntries(
    Object.entries(targets).map(([key, { least, most }]) => [key, least === undefined ? `<= ${most}` : `>= ${least}`]),
  );
  print({ bench: 'ui', case: name, ...measured, ...more, targets: wanted, reached: missedHere.length === 0 });
}

/** The value that a share of all lies below. */
function quantile(measured: readonly number[], share: number): number {
  const sorted = measured.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One frame at 60 a second, in ms. */
const FRAME_MS = 1000 / 60;

/** How long something took, in ms: half of the times less than this, and the longest time. */
const spread = (taken: readonly number[]) => ({
  medianMs: round(quantile(taken, 0.5)),
  slowestMs: round(Math.max(...taken)),
});

function search({ items, searches }: Options): void {
  const { index, like } = measureSearch(items, searches, say);
  const p95 = quantile(index, 0.95);
  report(
    'search',
    { p95Ms: { value: p95, most: 5 }, timesFasterThanLike: { value: quantile(like, 0.95) / p95, least: 50 } },
    {
      items,
      medianMs: round(quantile(index, 0.5)),
      likeP95Ms: round(quantile(like, 0.95)),
      likeMedianMs: round(quantile(like, 0.5)),
    },
  );
}

async function paint({ items, rounds }: Options): Promise<void> {
  const { virtual, full, nodes, fullNodes, prepend, moved } = await measurePaint(items, rounds, say);
  const times = quantile(full, 0.5) / quantile(virtual, 0.5);
  report(
    'paint',
    { timesFasterThanFull: { value: times, least: 150 }, nodes: { value: nodes, most: 150 } },
    {
      items,
      firstPaintMs: round(quantile(virtual, 0.5)),
      fullListMs: round(quantile(full, 0.5)),
      fullListNodes: fullNodes,
    },
  );
  report(
    'prepend',
    {
      byTimeMs: { value: quantile(prepend.time, 0.95), most: FRAME_MS },
      bySiteMs: { value: quantile(prepend.site, 0.95), most: FRAME_MS },
      byQuestionMs: { value: quantile(prepend.question, 0.95), most: FRAME_MS },
      movedPx: { value: moved, most: 1 },
    },
    {
      items,
      medianMs: Object.fromEntries(
        Object.entries(prepend).map(([order, taken]) => [order, round(quantile(taken, 0.5))]),
      ),
      slowestMs: round(Math.max(...Object.values(prepend).flat())),
    },
  );
}

async function arrival({ items, arrivals }: Options): Promise<void> {
  const { taken, items: listed } = await measureArrival(arrivals, items, say);
  report(
    'arrival',
    { p95Ms: { value: quantile(taken, 0.95), most: 50 } },
    { arrivals: taken.length, items: listed, answerMs: ANSWER_MS, ...spread(taken) },
  );
}

const CASES = { search, paint, arrival };

async function measure(options: Options): Promise<Summary> {
  const { only } = options;
  if (only !== undefined && !Object.hasOwn(CASES, only))
    throw new OptionError(`--only takes ${Object.keys(CASES).join(', ')}, not "${only}".`);
  for (const [name, measureCase] of Object.entries(CASES))
    if (only === undefined || only === name) await measureCase(options);
  return { passed: missed.length === 0, missed };
}

await runCommand('bench:ui', USAGE, async (args) => {
  const options = readOptions(args, UI_OPTIONS);
  return options && measure(options);
});
