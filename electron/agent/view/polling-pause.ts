import type { AgentCondition } from '../conditions.ts';

/** Pause of polling with a known end, to which window and tray count down. */
export interface PollingPause {
  /** Ms since the epoch. */
  until: number;
  /** `quota`: used up, or down to the reserve for clicks. `throttled`: the network asked for a pause. */
  why: 'quota' | 'throttled';
}

const REASONS: Partial<Record<AgentCondition['kind'], PollingPause['why']>> = {
  'quota-exhausted': 'quota',
  throttled: 'throttled',
  'blocked-by-protection': 'throttled',
};

/** Returns the pause of polling in effect at `now` (ms since the epoch), or undefined while polling goes on. Pure. */
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
