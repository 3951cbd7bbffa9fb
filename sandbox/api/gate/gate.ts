import type { BurstGuard } from './burst.ts';
import type { Caller, Identified } from './caller.ts';
import { tooManyRequests, type ApiError } from './errors.ts';
import type { Quota, QuotaState } from './quota.ts';

/**
 * The room `api/gate` decides whether a request is answered. It counts bursts and the quota, keeps backoffs, checks
 * key and token, and causes the faults that a test or a person ordered. It also logs every request.
 */

/** What the gate says of a request: it may pass, or why it may not. */
export type Admission =
  | { readonly caller: Caller; readonly quota: QuotaState; readonly refusal?: undefined }
  /** Refused; without a quota if the address is banned. */
  | { readonly caller: Caller; readonly quota?: QuotaState; readonly refusal: ApiError };

/**
 * Decides who may ask. Every request to the API passes here once, whichever way it takes: first bursts, then the quota,
 * then key and token. A request counts in the quota even if its key or token is wrong.
 */
export class Gate {
  readonly burst: BurstGuard;
  readonly quota: Quota;

  constructor(burst: BurstGuard, quota: Quota) {
    this.burst = burst;
    this.quota = quota;
  }

  /** @param identify says whose request it is; it is not asked for a banned address */
  admit(ip: string, identify: (ip: string) => Identified): Admission {
    const bannedSeconds = this.burst.note(ip);
    if (bannedSeconds > 0) return { caller: { ip }, refusal: tooManyRequests(bannedSeconds) };
    const { caller, refusal } = identify(ip);
    const quota = this.quota.take(caller);
    if (quota.exhaustedForSeconds !== undefined) {
      const whose = caller.token ? 'this user and app' : 'this IP';
      return { caller, quota, refusal: tooManyRequests(quota.exhaustedForSeconds, whose) };
    }
    return refusal ? { caller, quota, refusal } : { caller, quota };
  }
}
