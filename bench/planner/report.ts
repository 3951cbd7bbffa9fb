import { median, type Measured, type Target } from '../support/figures.ts';
import type { Figures } from './figures.ts';
import type { Violations } from './replay/request-rules.ts';

/** Result of a replay of generated days. Times in seconds. */
export interface Outcome extends Figures {
  bound: number;
  /** J of the plan with equal intervals. */
  equal: number;
  violations: Violations;
}

/** Outcomes of the same replay with several seeds: without presence, and with it. */
export interface Replays {
  plain: readonly Outcome[];
  present: readonly Outcome[];
}

const NO_VIOLATIONS = { violations: { atMost: 0 } };
const OPTIMAL = { ratio: { atMost: 1.05 }, early: { atMost: 1.12 } };
const PRESENCE = { feltShare: { atMost: 0.5 }, feltShareNoFullPages: { atMost: 0.5 } };

/** Targets of the generated days, by requests a day. */
const GENERATED_TARGETS: Readonly<Record<number, Record<string, Target>>> = {
  300: { ...OPTIMAL, ...PRESENCE, vsEqual: { atLeast: 5.8 } },
  1500: OPTIMAL,
  10_000: { mean: { atMost: 31 }, p95: { atMost: 58 }, requests: { atMost: 8700 } },
};

const middle = (outcomes: readonly Outcome[], of: (outcome: Outcome) => number): number => median(outcomes.map(of));

const broken = (outcomes: readonly Outcome[]): number =>
  outcomes.reduce((sum, { violations }) => sum + violations.quota + violations.backoff + violations.minute, 0);

/** Median delay while the person is present as a share of the same seed's without presence. */
const feltShare = ({ plain, present }: Replays): number =>
  median(present.map(({ felt }, seed) => felt / plain[seed]!.felt));

/**
 * Line of generated days: `ratio` is J as a part of its bound after the days to learn, `early` that of the first three
 * days, `vsEqual` how many times better than equal intervals; `feltShare` is the part of the delay while the person is
 * present that is left where Askbell knows of it.
 * @param world days as generated, with presence where few requests make it count
 * @param noFullPages days on which no page ever fills; a full page takes requests while nobody is present
 */
export function generatedLine(budget: number, world: Replays, noFullPages: Replays): Measured {
  const { plain, present } = world;
  const NAMES = ['J', 'bound', 'equal', 'felt', 'mean', 'p95', 'requests'] as const;
  return {
    figures: {
      budget,
      ...Object.fromEntries(NAMES.map((name) => [name, middle(plain, (outcome) => outcome[name])])),
      ratio: middle(plain, ({ J, bound }) => J / bound),
      early: middle(plain, ({ early, bound }) => early / bound),
      vsEqual: middle(plain, ({ J, equal }) => equal / J),
      feltShare: feltShare(world),
      feltShareNoFullPages: feltShare(noFullPages),
      violations: broken([plain, present, noFullPages.plain, noFullPages.present].flat()),
      seeds: plain.length,
    },
    targets: { ...GENERATED_TARGETS[budget], ...NO_VIOLATIONS },
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
