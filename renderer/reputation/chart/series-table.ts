import type { ReputationSeries } from '../../../common/contract/contract.ts';

/** One line of the table of a curve. */
export interface SeriesRow {
  /** The first day that it covers. */
  begins: Date;
  /** What it stands for. */
  of: 'day' | 'week' | 'month';
  value: number;
  change: number;
}

/**
 * The values of a curve as lines, the newest first, by month where points are many; they add up to the same as its
 * points.
 */
export function seriesRows({ step, months, ...points }: ReputationSeries): SeriesRow[] {
  const { begins, values, changes } = months ?? points;
  return begins
    .map((begin, at): SeriesRow => ({
      begins: begin,
      of: months ? 'month' : step,
      value: values[at]!,
      change: changes[at]!,
    }))
    .toReversed();
}
