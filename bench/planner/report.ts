import { median, type Measured, type Target } from '../support/figures.ts';
import type { Figures } from './figures.ts';
import type { Violations } from './replay/request-rules.ts';

/** Result of a replay of generated days. Times in seconds. */
export interface Outcome extends Figures {
  bound: number;
  violations: Violations;
}

const OPTIMAL = { ratio: { atMost: 1.05 }, early: { atMost: 1.12 } };

/** Targets of the generated days, by requests a day. */
const GENERATED_TARGETS: Readonly<Record<number, Record<string, Target>>> = {
  300: OPTIMAL,
  1500: OPTIMAL,
  10_000: { mean: { atMost: 31 }, p95: { atMost: 58 }, requests: { atMost: 8700 } },
};

const middle = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number => median(outcomes.map(of));

/**
 * Line of generated days: `ratio` is J as a part of its bound after the days to learn, `early` that of the first three
 * days.
 */
export function generatedLine(budget: number, outcomes: readonly Outcome[]): Measured {
  const NAMES = ['J', 'bound', 'mean', 'p95', 'requests'] as const;
  return {
    figures: {
      budget,
      ...Object.fromEntries(NAMES.map((name) => [name, middle(outcomes, (outcome) => outcome[name])])),
      ratio: middle(outcomes, ({ J, bound }) => J / bound),
      early: middle(outcomes, ({ early, bound }) => early / bound),
      violations: outcomes.reduce(
        (sum, { violations: { quota, backoff, minute } }) => sum + quota + backoff + minute,
        0,
      ),
      seeds: outcomes.length,
    },
    targets: { ...GENERATED_TARGETS[budget], violations: { atMost: 0 } },
  };
}

/** Line of days on which the network refuses and pauses, and another app uses the quota. */
export function troubleLine(outcomes: readonly Outcome[]): Measured {
  const sum = (of: (violations: Violations) => number) =>
    outcomes.reduce((total, { violations }) => total + of(violations), 0);
  return {
    figures: {
      quotaViolations: sum(({ quota }) => quota),
      backoffViolations: sum(({ backoff }) => backoff),
      minuteViolations: sum(({ minute }) => minute),
      requests: middle(outcomes, ({ requests }) => requests),
    },
    targets: { quotaViolations: { atMost: 0 }, backoffViolations: { atMost: 0 }, minuteViolations: { atMost: 0 } },
  };
}

/** Line of one decision of the planner, in ms. */
export const decisionLine = (milliseconds: number): Measured => ({
  figures: { milliseconds },
  targets: { milliseconds: { atMost: 20 } },
});
