import { runCommand } from '../support/command.ts';
import { printMeasured, quantile } from '../support/figures.ts';
import { ANSWER_MS, measureArrival } from './arrival.ts';

await runCommand('bench:ui', async ({ items, arrivals }) => {
  const { taken, firstRowMs, listed } = await measureArrival(arrivals, items);
  const figures = {
    p95Ms: quantile(taken, 0.95),
    medianMs: quantile(taken, 0.5),
    slowestMs: Math.max(...taken),
    firstRowMs,
    arrivals,
    answerMs: ANSWER_MS,
    items: listed,
  };
  const missed = printMeasured('ui', 'arrival', { figures, targets: { p95Ms: { atMost: 50 } } });
  return { passed: missed.length === 0, missed };
});
