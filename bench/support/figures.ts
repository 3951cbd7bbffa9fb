import { print } from './command.ts';

/** Limit of a figure. */
export interface Target {
  atMost?: number;
  atLeast?: number;
}

/** One case of a bench: its figures by name, and the limits of those that have one. */
export interface Measured {
  figures: Readonly<Record<string, number | string>>;
  targets: Readonly<Record<string, Target>>;
}

/** Returns the middle number, or the mean of the two middle ones; NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? Number.NaN : (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}

/** Returns the value that a share of all lies below; NaN of none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns figures with four significant digits, without those that were not measured. */
export const rounded = (figures: Readonly<Record<string, number | string>>): Record<string, number | string> =>
  Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]) => {
      if (typeof value === 'string' || Number.isInteger(value)) return [[name, value]];
      return Number.isFinite(value) ? [[name, Number(value.toPrecision(4))]] : [];
    }),
  );

/** Returns the names of the targets that were missed; a figure that was not measured misses. */
export const missed = ({ figures, targets }: Measured): string[] =>
  Object.entries(targets).flatMap(([name, { atMost = Infinity, atLeast = -Infinity }]) => {
    const value = Number(figures[name]);
    return value <= atMost && value >= atLeast ? [] : [name];
  });

/** Prints a case of a bench, with `more` that has no target; returns the targets that it missed, with its name. */
export function printMeasured(bench: string, name: string, measured: Measured, more: object = {}): string[] {
  const names = missed(measured);
  const { targets } = measured;
  print({ bench, case: name, ...rounded(measured.figures), ...more, targets, reached: names.length === 0 });
  return names.map((target) => `${name}: ${target}`);
}
