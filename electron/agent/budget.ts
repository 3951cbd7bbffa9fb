import { z } from 'zod';
import type { Allowance } from './planner.ts';

/** The quota as a network's answer tells it. */
export interface Quota {
  max: number;
  remaining: number;
}

/** What is known of the quota; kept across restarts. Times are ms since the epoch by the network's clock. */
export const BudgetState = z.object({
  max: z.number(),
  remaining: z.number(),
  observedAt: z.number(),
  /** When this quota began to be counted, as far as Askbell saw. */
  windowStartedAt: z.number(),
  /** Requests Askbell itself has sent since then. */
  usedByAskbell: z.number(),
  /** What others with the same account or address have spent, in how many hours; older ones counting less. */
  others: z.object({ requests: z.number(), hours: z.number() }).optional(),
});
export type BudgetState = z.output<typeof BudgetState>;

/** "Requests per day" (network-api, "Limits"); where the day begins is not said. */
export const quotaWindow = 24 * 3600_000;

const hour = 3600_000;

/** Answers that overtake each other make the count seem to rise a little; that is no reset. */
const wobble = 5;

/** Kept back for what the person clicks: a twentieth, 30 requests at most. */
export const reserveOf = (max: number): number => Math.min(30, Math.floor(max / 20));

/** In the last hours before the quota is full again fewer clicks are to come, and what is not used by then is lost. */
const reserveMelts = 6 * hour;

/** What is kept back to the very end, so that a click is never refused. */
const leastReserve = (max: number): number => Math.min(reserveOf(max), 3);

/** What is kept back for clicks with so many ms to go until the quota is full again. */
export const reserveFor = (max: number, left: number): number =>
  Math.max(leastReserve(max), Math.ceil(reserveOf(max) * Math.min(1, Math.max(0, left) / reserveMelts)));

/** What others do is believed to be nothing until it was watched for some hours. */
const otherHours = 6;
/** Their habits of three days ago count half. */
const othersHalfLife = 72;

/**
 * Takes what was known and what an answer says, gives what is known now. A jump upward is the reset: the network
 * never says when it comes (public-facts, section 3). What is missing beyond Askbell's own requests others have spent.
 */
export function observe(known: BudgetState | undefined, quota: Quota, now: number): BudgetState {
  if (!known || quota.remaining > known.remaining + wobble || quota.max !== known.max) {
    return { max: quota.max, remaining: quota.remaining, observedAt: now, windowStartedAt: resetBetween(known, now), usedByAskbell: 1, others: known?.others };
  }
  const hours = Math.max(0, now - known.observedAt) / hour;
  const keep = 0.5 ** (hours / othersHalfLife);
  const { requests, hours: watched } = known.others ?? { requests: 0, hours: 0 };
  return {
    max: quota.max,
    remaining: quota.remaining,
    observedAt: now,
    windowStartedAt: known.windowStartedAt,
    usedByAskbell: known.usedByAskbell,
    others: { requests: requests * keep + Math.max(0, known.remaining - quota.remaining), hours: watched * keep + hours },
  };
}

/** When the reset was, that showed between two answers: a day after the last one if that fits, so that what each day narrows down is kept. */
function resetBetween(known: BudgetState | undefined, now: number): number {
  if (!known) return now;
  const expected = known.windowStartedAt + quotaWindow;
  return known.observedAt <= expected && expected <= now ? expected : now;
}

/** Counts a request of Askbell's own at the moment it is sent. */
export function spend(known: BudgetState | undefined): BudgetState | undefined {
  return known && { ...known, remaining: known.remaining - 1, usedByAskbell: known.usedByAskbell + 1 };
}

/** Takes back a request that never reached the network. */
export const unspend = (known: BudgetState): BudgetState => ({ ...known, remaining: known.remaining + 1, usedByAskbell: known.usedByAskbell - 1 });
/** The network says that nothing is left until then. */
export function exhausted(known: BudgetState | undefined, until: number, now: number): BudgetState | undefined {
  return known && { ...known, remaining: 0, observedAt: now, windowStartedAt: until - quotaWindow };
}

/** The machine's idea of the network's time turned out to be wrong: what was noted by it moves along. */
export function relabelled(known: BudgetState | undefined, by: number): BudgetState | undefined {
  return known && { ...known, observedAt: known.observedAt + by, windowStartedAt: known.windowStartedAt + by };
}

/** How often a used-up quota is looked at again once the day since its start is over without a reset seen. */
const probeEvery = hour;

/** Whatever others will spend, so much of what is left is planned with: they may stop. */
const leastShare = 0.3;

/** Requests an hour that others spend. */
const othersAnHour = ({ others }: BudgetState): number => (others ? others.requests / (others.hours + otherHours) : 0);

/** What polling may spend. */
export function allowance(known: BudgetState | undefined, now: number): Allowance {
  if (!known) return { lastsFor: quotaWindow };
  const left = known.windowStartedAt + quotaWindow - now;
  // A clock set back or forth must make neither an endless wait nor a spree.
  const inWindow = left > 0 && left <= quotaWindow;
  const lastsFor = inWindow ? left : quotaWindow;
  const reserve = reserveFor(known.max, left > quotaWindow ? quotaWindow : left);
  const free = Math.max(0, known.remaining - reserve);
  const others = othersAnHour(known) * (lastsFor / hour);
  const shared = (requests: number) => Math.max(requests - others, requests * leastShare);
  return {
    spendable: shared(free),
    // A day after its start the quota is full again any moment: the next request will show it.
    ...(left <= 0 && { pace: shared(known.max - reserveOf(known.max)) }),
    forClicks: Math.max(0, known.remaining),
    // Should others leave nothing, the inbox may use two thirds of what is kept for clicks.
    forInbox: Math.max(0, known.remaining - Math.max(leastReserve(known.max), Math.ceil(reserve / 3))),
    lastsFor,
    // At the end of the day, and then every hour until the reset shows.
    fullAgainAt: inWindow ? now + left : left <= 0 && known.observedAt < now + left ? now + left : Math.min(known.observedAt, now) + probeEvery,
  };
}
