import { OptionError, runCommand, type OptionsOf } from '../support/command.ts';
import { printMeasured, quantile, type Measured } from '../support/figures.ts';
import { ANSWER_MS, measureArrival } from './arrival.ts';
import { measurePaint } from './paint.ts';

type Options = OptionsOf<'bench:ui'>;

/** One frame at 60 a second, in ms. */
const FRAME_MS = 1000 / 60;

const CASES: Readonly<Record<string, (options: Options) => Promise<Measured>>> = {
  async paint({ items }) {
    const { first, nodes, rows, prepend, moved } = await measurePaint(items);
    return {
      figures: {
        firstPaintMs: quantile(first, 0.5),
        nodesPerRow: nodes / rows,
        byTimeMs: quantile(prepend.time, 0.95),
        bySiteMs: quantile(prepend.site, 0.95),
        byQuestionMs: quantile(prepend.question, 0.95),
        movedPx: moved,
        items,
      },
      targets: {
        firstPaintMs: { atMost: 300 },
        nodesPerRow: { atMost: 12 },
        byTimeMs: { atMost: FRAME_MS },
        bySiteMs: { atMost: FRAME_MS },
        byQuestionMs: { atMost: FRAME_MS },
        movedPx: { atMost: 1 },
      },
    };
  },
  async arrival({ items, arrivals }) {
    const taken = await measureArrival(arrivals, items);
    return {
      figures: {
        p95Ms: quantile(taken, 0.95),
        medianMs: quantile(taken, 0.5),
        slowestMs: Math.max(...taken),
        arrivals,
        answerMs: ANSWER_MS,
        items,
      },
      targets: { p95Ms: { atMost: 50 } },
    };
  },
};

await runCommand('bench:ui', async (options) => {
  const { only } = options;
  if (only !== undefined && !Object.hasOwn(CASES, only))
    throw new OptionError(`--only takes ${Object.keys(CASES).join(' or ')}, not "${only}".`);
  const missed: string[] = [];
  for (const [name, measure] of Object.entries(CASES))
    if (only === undefined || only === name) missed.push(...printMeasured('ui', name, await measure(options)));
  return { passed: missed.length === 0, missed };
});
