import { OptionError, runCommand, type OptionsOf, type Summary } from '../support/command.ts';
import { UI } from '../support/commands.ts';
import { printMeasured, quantile, type Measured } from '../support/figures.ts';
import { ANSWER_MS, measureArrival } from './arrival.ts';
import { measurePaint } from './paint.ts';

type Options = OptionsOf<typeof UI>;

/** One frame at 60 a second, in ms. */
const ONE_FRAME = { atMost: 1000 / 60 };

const CASES = {
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
        firstPaintMs: { atMost: 300 },
        nodes: { atMost: 150 },
        byTimeMs: ONE_FRAME,
        bySiteMs: ONE_FRAME,
        byQuestionMs: ONE_FRAME,
        movedPx: { atMost: 1 },
      },
    };
  },
  async arrival({ items, arrivals }: Options): Promise<Measured> {
    const { taken, items: listed } = await measureArrival(arrivals, items);
    const figures = {
      p95Ms: quantile(taken, 0.95),
      medianMs: quantile(taken, 0.5),
      slowestMs: Math.max(...taken),
      arrivals,
      answerMs: ANSWER_MS,
      items: listed,
    };
    return { figures, targets: { p95Ms: { atMost: 50 } } };
  },
};

async function measure(options: Options): Promise<Summary> {
  const { only } = options;
  if (only !== undefined && !Object.hasOwn(CASES, only))
    throw new OptionError(`--only takes ${Object.keys(CASES).join(', ')}, not "${only}".`);
  const missed: string[] = [];
  for (const [name, measureCase] of Object.entries(CASES))
    if (only === undefined || only === name) missed.push(...printMeasured('ui', name, await measureCase(options)));
  return { passed: missed.length === 0, missed };
}

await runCommand(UI, measure);
