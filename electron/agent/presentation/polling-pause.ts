import type { AgentCondition } from '../domain/conditions.ts';

/** Polling stands still until a moment that is known: what window and tray count down to. */
export interface Held {
  /** Ms since the epoch. */
  until: number;
  /** The quota is used up (or down to what is kept for clicks), or the network asked for silence. */
  why: 'quota' | 'throttled';
}

const reasons: Partial<Record<AgentCondition['kind'], Held['why']>> = {
  'quota-exhausted': 'quota',
  throttled: 'throttled',
};

/** Whether polling stands still, why, and until when; undefined while it goes on. Pure. */
export function heldUntil(now: number, conditions: Pick<AgentCondition, 'kind' | 'retryAt'>[]): Held | undefined {
  for (const { kind, retryAt } of conditions) {
    const why = reasons[kind];
    if (why && retryAt !== undefined && Number.isFinite(retryAt) && retryAt > now) return { until: retryAt, why };
  }
  return undefined;
}
