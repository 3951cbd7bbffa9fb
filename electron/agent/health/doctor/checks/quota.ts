import { ok, text, warning, type Finding } from '../finding.ts';

/** Share of the quota below which a warning is shown. */
const LOW_SHARE = 0.1;

export interface QuotaFacts {
  /** Absent if no network is chosen, or none with a running quota. */
  network?: string | undefined;
  /** Last known quota; absent while unknown. */
  quota?: { max: number; remaining: number } | undefined;
  /** Time of the next reset, as far as observed. */
  fullAgainAt?: Date | undefined;
}

/** Checks the remaining requests of the day (docs/api.md, "Quota"). Pure. */
export function checkQuota({ network, quota, fullAgainAt }: QuotaFacts): Finding {
  if (network === undefined) return ok(text('quota.none'));
  if (!quota) return warning(text('quota.unknown'), text('quota.unknownAdvice'));
  const reset = fullAgainAt ? text('quota.reset', { at: fullAgainAt }) : text('quota.noReset');
  const left = { left: Math.max(0, quota.remaining), max: quota.max };
  if (quota.remaining <= 0) return warning([text('quota.usedUp'), reset], text('quota.usedUpAdvice'));
  if (quota.remaining < quota.max * LOW_SHARE)
    return warning([text('quota.low', left), reset], text('quota.lowAdvice'));
  return ok(text('quota.left', left), reset);
}
