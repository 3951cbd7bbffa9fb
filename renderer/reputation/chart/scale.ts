import { DAY_MS } from '../../../common/durations.ts';

/** About how many lines of values a chart has. */
const MAX_VALUE_LINES = 5;
/** Points whose dates are told: the first, the last, and those that divide the time between them evenly. */
const DATES_TOLD = 5;
/** Curves that cover more than this are told by months. */
const MONTHS_FROM_MS = 80 * DAY_MS;

/** The values that a chart reaches to, and those that it has lines for. */
export interface ValueScale {
  low: number;
  high: number;
  lines: number[];
}

/** Whole round values around a curve; one that never moves lies in the middle. */
export function scaleOf(values: readonly number[]): ValueScale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const rough = Math.max(1, (most - least) / MAX_VALUE_LINES);
  const tens = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((part) => part * tens).find((size) => size >= rough) ?? rough;
  const isFlat = least === most;
  const low = (Math.floor(least / step) - (isFlat ? 1 : 0)) * step;
  const high = (Math.ceil(most / step) + (isFlat ? 1 : 0)) * step;
  return { low, high, lines: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step) };
}

/** How far from the left a point lies, and how far from the top a value, both in percent. */
export const leftOf = (at: number, points: number): number => (points < 2 ? 100 : (at / (points - 1)) * 100);
export const topOf = (value: number, { low, high }: ValueScale): number => ((high - value) / (high - low)) * 100;

/** A curve as the path of a drawing of 100 by 100. */
export const pathOf = (values: readonly number[], scale: ValueScale): string =>
  `M${values.map((value, at) => `${leftOf(at, values.length)} ${topOf(value, scale)}`).join('L')}`;

/** The points whose dates are told, without two that are the same. */
export const datesTold = (points: number): number[] => [
  ...new Set(Array.from({ length: DATES_TOLD }, (_, part) => Math.round((part / (DATES_TOLD - 1)) * (points - 1)))),
];

/** What writes the dates of a chart: days, or months where it covers many. */
export function dateFormat(tag: string, begins: readonly Date[]): Intl.DateTimeFormat {
  const covered = (begins.at(-1)?.getTime() ?? 0) - (begins[0]?.getTime() ?? 0);
  return new Intl.DateTimeFormat(
    tag,
    covered >= MONTHS_FROM_MS ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' },
  );
}
