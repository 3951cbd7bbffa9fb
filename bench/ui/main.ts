import { OptionError, print, readOptions, runCommand, type Summary } from '../support/command.ts';
import { UI_OPTIONS } from '../support/options.ts';
import { quantile, rounded } from '../support/statistics.ts';
import { ANSWER_MS, measureArrival } from './arrival.ts';
import { measurePaint } from './paint.ts';
import { measureSearch } from './search.ts';

const USAGE = `Measures the inbox with very many items; one JSON line for each case, progress on standard error.
The size of the window is measured by npm run size, the panel by npm run test:desktop -- panel.

Usage: npm run bench:ui -- [options]
  --items N      items in the inbox (100000)
  --searches N   letters typed into the search (2000)
  --arrivals N   items that come in one after another (40)
  --only CASE    one case only: search, paint or arrival
  --help         this text

Exit codes: 0 all targets reached, 1 not all, 2 an option that cannot be used.
`;

type Options = NonNullable<ReturnType<typeof readOptions<typeof UI_OPTIONS>>>;

/** Figures of a case, with the most that those with a target may be. */
interface Measured {
  figures: Record<string, number>;
  targets: Record<string, number>;
}

const spread = (taken: readonly number[]) => ({
  p95Ms: quantile(taken, 0.95),
  medianMs: quantile(taken, 0.5),
  slowestMs: Math.max(...taken),
});

/** One frame at 60 a second, in ms. */
const FRAME_MS = 1000 / 60;

const CASES = {
  search: ({ items, searches }: Options): Measured => ({
    figures: { ...spread(measureSearch(items, searches)), items },
    targets: { p95Ms: 5 },
  }),
  async paint({ items }: Options): Promise<Measured> {
    const { first, nodes, prepend, moved } = await measurePaint(items);
    return {
      figures: {
        firstPaintMs: quantile(first, 0.5),
        nodes,
        byTimeMs: quantile(prepend.time, 0.95),
        bySiteMs: quantile(prepend.site, 0.95),
        byQuestionMs: quantile(prepend.question, 0.95),
        movedPx: moved,
        items,
      },
      targets: {
        firstPaintMs: 300,
        nodes: 150,
        byTimeMs: FRAME_MS,
        bySiteMs: FRAME_MS,
        byQuestionMs: FRAME_MS,
        movedPx: 1,
      },
    };
  },
  async arrival({ items, arrivals }: Options): Promise<Measured> {
    const { taken, items: listed } = await measureArrival(arrivals, items);
    return { figures: { ...spread(taken), arrivals, answerMs: ANSWER_MS, items: listed }, targets: { p95Ms: 50 } };
  },
};

async function measure(options: Options): Promise<Summary> {
  const { only } = options;
  if (only !== undefined && !Object.hasOwn(CASES, only))
    throw new OptionError(`--only takes ${Object.keys(CASES).join(', ')}, not "${only}".`);
  const missed: string[] = [];
  for (const [name, measureCase] of Object.entries(CASES)) {
    if (only !== undefined && only !== name) continue;
    const { figures, targets } = await measureCase(options);
    // Not "more than": a figure that is not a number misses, too.
    const missedHere = Object.entries(targets).filter(([figure, most]) => !(figures[figure]! <= most));
    missed.push(...missedHere.map(([figure]) => `${name}: ${figure}`));
    print({
      bench: 'ui',
      case: name,
      ...rounded(figures),
      targets: rounded(targets),
      reached: missedHere.length === 0,
    });
  }
  return { passed: missed.length === 0, missed };
}

await runCommand('bench:ui', USAGE, async (args) => {
  const options = readOptions(args, UI_OPTIONS);
  return options && measure(options);
});
