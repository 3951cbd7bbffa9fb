import { z } from 'zod';
import type { Allowance } from './planner.ts';

/** The quota as a network's answer tells it. */
export interface Quota {
  max: number;
  remaining: number;
}

/** What is known of the quota; kept across restarts. Times are ms since the epoch. */
export const BudgetState = z.object({
  max: z.number(),
  remaining: z.number(),
  observedAt: z.number(),
  /** When this quota began to be counted, as far as Askbell saw. */
  windowStartedAt: z.number(),
  /** Requests Askbell itself has sent since then. */
  usedByAskbell: z.number(),
});
export type BudgetState = z.output<typeof BudgetState>;

/** "Requests per day" (network-api, "Limits"); where the day begins is not said. */
export const quotaWindow = 24 * 3600_000;

/** Answers that overtake each other make the count seem to rise a little; that is no reset. */
const wobble = 5;

/** Kept back for what the person clicks: a twentieth, 30 requests at most. */
export const reserveOf = (max: number): number => Math.min(30, Math.floor(max / 20));

/**
 * Takes what was known and what an answer says, gives what is known now. A jump upward is the reset: the network
 * never says when it comes (public-facts, section 3).
 */
export function observe(known: BudgetState | undefined, quota: Quota, now: number): BudgetState {
  const reset = !known || quota.remaining > known.remaining + wobble || quota.max !== known.max;
  return {
    max: quota.max,
    remaining: quota.remaining,
    observedAt: now,
    windowStartedAt: reset ? now : known.windowStartedAt,
    usedByAskbell: reset ? 1 : known.usedByAskbell,
  };
}

/** Counts a request of Askbell's own at the moment it is sent. */
export function spend(known: BudgetState | undefined): BudgetState | undefined {
  return known && { ...known, remaining: known.remaining - 1, usedByAskbell: known.usedByAskbell + 1 };
}

/** Takes back a request that never reached the network. */
export const unspend = (known: BudgetState): BudgetState => ({ ...known, remaining: known.remaining + 1, usedByAskbell: known.usedByAskbell - 1 });

/** How often a used-up quota is looked at again once the day since its start is over without a reset seen. */
const probeEvery = 3600_000;

/** What polling may spend. */
export function allowance(known: BudgetState | undefined, now: number): Allowance {
  if (!known) return { lastsFor: quotaWindow };
  const left = known.windowStartedAt + quotaWindow - now;
  // A clock set back or forth must make neither an endless wait nor a spree.
  const inWindow = left > 0 && left <= quotaWindow;
  return {
    spendable: Math.max(0, known.remaining - reserveOf(known.max)),
    forClicks: Math.max(0, known.remaining),
    lastsFor: inWindow ? left : quotaWindow,
    fullAgainAt: inWindow ? now + left : Math.min(known.observedAt, now) + probeEvery,
  };
}
