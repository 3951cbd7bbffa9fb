import { ok, text, warning, type Finding } from '../finding.ts';

/** Below this share, the quota left is worth a warning. */
const LOW_SHARE = 0.1;

export interface QuotaFacts {
  /** Absent where no network is chosen, or none with a quota that runs now. */
  network?: string | undefined;
  /** As told last; absent while it is not known. */
  quota?: { max: number; remaining: number } | undefined;
  /** When it is full again, as far as was seen. */
  fullAgainAt?: Date | undefined;
}

/** What is left of the day's requests (docs/api.md, "Quota"). Pure. */
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
