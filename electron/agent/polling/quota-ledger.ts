import type { ProfileHistory } from '../../store/history.ts';
import {
  allowanceAt,
  QuotaState,
  withNothingLeftUntil,
  isReset,
  observeQuota,
  shiftQuotaTimes,
  observedReset,
  countRequest,
  uncountRequest,
  withNothingLeft,
  type Quota,
} from '../planning/quota.ts';
import type { Allowance } from '../planning/plan-types.ts';

/**
 * Follows what is left of a network's quota, and keeps it in the history's marks, so that a restart goes on with it.
 * `alreadySent`: requests sent before. All times are ms since the epoch by the network's clock.
 */
export function createQuotaLedger(profile: ProfileHistory, alreadySent: number) {
  const kept = QuotaState.safeParse(profile.mark('budget'));
  /** As the earlier run noted it. */
  const earlier: QuotaState | undefined = kept.success ? kept.data : undefined;
  let budget = earlier;
  /** Sent while the network had not yet said what is left. */
  let uncounted = alreadySent;

  function keep(known: QuotaState | undefined = budget): void {
    budget = known;
    if (budget) profile.setMark('budget', budget);
  }

  return {
    /** What is known of the quota; undefined while the network has not said. */
    known: (): QuotaState | undefined => budget,
    allowance: (now: number): Allowance => allowanceAt(budget, now),
    /** A request is sent. */
    sent(): void {
      if (!budget) uncounted++;
      // The answer will tell more, so it is kept with that.
      budget = countRequest(budget);
    },
    /** It never reached the network. */
    notSent(): void {
      if (budget) keep(uncountRequest(budget));
    },
    /** Takes what an answer says; gives true where that shows that the quota is full again. */
    seen(quota: Quota, now: number): boolean {
      const fullAgain = budget !== undefined && isReset(budget, quota, now);
      const seen = observeQuota(budget, quota, now);
      keep(budget ? seen : { ...seen, usedByAskbell: uncounted });
      return fullAgain;
    },
    /**
     * The network refused because nothing is left. Gives until when to wait: as it named in `named`, else to the end of
     * the day as it was seen, else as `judged`.
     */
    refused({ named, judged }: { named: boolean; judged: number }, now: number): number {
      const end = named ? undefined : observedReset(budget, now);
      if (budget) keep(end === undefined ? withNothingLeftUntil(budget, judged, now) : withNothingLeft(budget, now));
      return end ?? judged;
    },
    /** The network's time turned out to be another: what was noted by the wrong one moves along. */
    relabel(by: number): void {
      budget = shiftQuotaTimes(budget, earlier, by);
    },
    /** Keeps it, as before the end. */
    flush: (): void => keep(),
  };
}

export type QuotaLedger = ReturnType<typeof createQuotaLedger>;
