import { reserveOf } from './budget.ts';
import type { KeptCondition } from './conditions.ts';

/** Polling stands still until a moment that is known: what window and tray count down to. */
export interface Held {
  /** Ms since the epoch. */
  until: number;
  /** The quota is used up (or down to what is kept for clicks), or the network asked for silence. */
  why: 'quota' | 'throttled';
}

const reasons: Partial<Record<KeptCondition['kind'], Held['why']>> = { 'quota-exhausted': 'quota', throttled: 'throttled' };

/** Whether polling stands still, why, and until when; undefined while it goes on. Pure. */
export function heldUntil(facts: {
  now: number;
  conditions: KeptCondition[];
  quota?: { max: number; remaining: number } | undefined;
  next?: { at: number } | undefined;
}): Held | undefined {
  const { now, conditions, quota, next } = facts;
  const comes = (at: number | undefined): at is number => at !== undefined && Number.isFinite(at) && at > now;
  for (const { kind, retryAt } of conditions) {
    const why = reasons[kind];
    if (why && comes(retryAt)) return { until: retryAt, why };
  }
  if (quota && quota.remaining <= reserveOf(quota.max) && comes(next?.at)) return { until: next.at, why: 'quota' };
  return undefined;
}
