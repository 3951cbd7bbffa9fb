import type { AgentCondition } from '../domain/conditions.ts';

/** Polling stands still until a known moment, which window and tray count down to. */
export interface PollingPause {
  /** Ms since the epoch. */
  until: number;
  /** The quota is used up (or down to what is reserved for clicks), or the network asked for a pause. */
  why: 'quota' | 'throttled';
}

const REASONS: Partial<Record<AgentCondition['kind'], PollingPause['why']>> = {
  'quota-exhausted': 'quota',
  throttled: 'throttled',
  'blocked-by-protection': 'throttled',
};

/** Whether polling stands still, why, and until when; undefined while it goes on. Pure. */
export function pollingPause(
  now: number,
  conditions: Pick<AgentCondition, 'kind' | 'retryAt'>[],
): PollingPause | undefined {
  for (const { kind, retryAt } of conditions) {
    const why = REASONS[kind];
    if (why && retryAt !== undefined && Number.isFinite(retryAt) && retryAt > now) return { until: retryAt, why };
  }
  return undefined;
}
