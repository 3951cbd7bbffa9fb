import { readCommandLine } from '../../build/command-line.ts';
import { errorMessage } from '../../common/error-message.ts';
import { ANSWER_MS, measureArrival } from './arrival.ts';
import { measureOpen } from './open.ts';
import { measurePaint } from './paint.ts';
import { measureSearch } from './search.ts';

const USAGE = `Measures the inbox with very many items; one JSON line for each case, progress on standard error.
The size of the window is measured by npm run size, the panel by npm run test:desktop -- panel.

Usage: npm run bench:ui -- [--items N] [--rounds N] [--searches N] [--opens N]
       [--arrivals N] [--only paint|search|open|arrival]

  --items N      items in the inbox (100000)
  --rounds N     how often the list that holds every row is painted (1)
  --searches N   letters typed into the search (2000)
  --opens N      how often an item is opened beside the list (100)
  --arrivals N   items that come in one after another (40)
  --only CASE    one case only

Exit codes: 0 all targets reached, 1 not all, 2 something did not start.
`;

const { values } = readCommandLine(USAGE, {
  options: {
    items: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '1' },
    searches: { type: 'string', default: '2000' },
    opens: { type: 'string', default: '100' },
    arrivals: { type: 'string', default: '40' },
    only: { type: 'string' },
  },
});

interface Target {
  value: number;
  least?: number;
  most?: number;
}

let missed = 0;
const round = (value: number) => Number(value.toPrecision(3));
const say = (line: string) => void process.stderr.write(`${line}\n`);

function print(name: string, targets: Record<string, Target>, more: Record<string, unknown> = {}): void {
  const reached = Object.values(targets).every(
    ({ value, least = -Infinity, most = Infinity }) => value >= least && value <= most,
  );
  if (!reached) missed += 1;
  const measured = Object.fromEntries(Object.entries(targets).map(([key, { value }]) => [key, round(value)]));
  const wanted = Object.fromEntries(
    Object.entries(targets).map(([key, { least, most }]) => [key, least === undefined ? `<= ${most}` : `>= ${least}`]),
  );
  process.stdout.write(
    `${JSON.stringify({ bench: 'ui', case: name, ...measured, ...more, targets: wanted, reached })}\n`,
  );
}

/** The value that a share of all lies below. */
function quantile(measured: readonly number[], share: number): number {
  const sorted = measured.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

const number = (text: string, name: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} must be a whole number above 0.`);
  return value;
};

/** One frame at 60 a second, in ms. */
const FRAME_MS = 1000 / 60;

/** How many items the window has when clicks are measured: its stand-in for an agent sends them all at once. */
const ITEMS_OF_WINDOW = 100;

/** How long something took, in ms: half of the times less than this, and the longest time. */
const spread = (taken: readonly number[]) => ({
  medianMs: round(quantile(taken, 0.5)),
  slowestMs: round(Math.max(...taken)),
});

function search(items: number): void {
  const { index, like } = measureSearch(items, number(values.searches, 'searches'), say);
  const p95 = quantile(index, 0.95);
  print(
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

async function paint(items: number): Promise<void> {
  const { virtual, full, nodes, fullNodes, prepend, moved } = await measurePaint(
    items,
    number(values.rounds, 'rounds'),
    say,
  );
  const times = quantile(full, 0.5) / quantile(virtual, 0.5);
  print(
    'paint',
    { timesFasterThanFull: { value: times, least: 150 }, nodes: { value: nodes, most: 150 } },
    {
      items,
      firstPaintMs: round(quantile(virtual, 0.5)),
      fullListMs: round(quantile(full, 0.5)),
      fullListNodes: fullNodes,
    },
  );
  print(
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

async function open(items: number): Promise<void> {
  const clicks = await measureOpen(number(values.opens, 'opens'), Math.min(items, ITEMS_OF_WINDOW), say);
  print('open', { p95Ms: { value: quantile(clicks, 0.95), most: 50 } }, { clicks: clicks.length, ...spread(clicks) });
}

async function arrival(items: number): Promise<void> {
  const { taken, items: listed } = await measureArrival(number(values.arrivals, 'arrivals'), items, say);
  print(
    'arrival',
    { p95Ms: { value: quantile(taken, 0.95), most: 50 } },
    { arrivals: taken.length, items: listed, answerMs: ANSWER_MS, ...spread(taken) },
  );
}

const CASES = { search, paint, open, arrival };

async function run(): Promise<void> {
  const items = number(values.items, 'items');
  for (const [name, measure] of Object.entries(CASES))
    if (values.only === undefined || values.only === name) await measure(items);
}

try {
  await run();
  process.exitCode = missed === 0 ? 0 : 1;
} catch (error) {
  say(errorMessage(error));
  process.exitCode = 2;
}
