import type { StoredNotice } from '../../store/events.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { isBundled, type Delivery } from './delivery.ts';
import { foldedNotice, FOLDED_KINDS } from './fold-notices.ts';
import { summary, type SummaryReason } from './wording/summary.ts';

/** An account with notifications; `id` identifies it among the others. */
export interface Teller {
  id: string;
  profile: ProfileHistory;
  delivery: Delivery;
}

/** Pending notifications of one account. */
interface Share {
  teller: Teller;
  notices: StoredNotice[];
}

/**
 * Merges the pending notifications of all accounts just before they are shown. Held ones become one summary. The others
 * are merged by kind; if more are bundled than may be shown, they become one summary.
 * @param free number of bundled notifications that may be shown
 */
export function mergePending(
  tellers: readonly Teller[],
  { areAllHeld, free }: { areAllHeld: boolean; free: number },
  now: number,
): void {
  const [held, others] = [tellers.filter(isHeld), tellers.filter((teller) => !isHeld(teller))];
  summarize(sharesOf(held), 'suppressed', now);
  for (const { delivery } of held) delivery.endHold();
  for (const kind of FOLDED_KINDS) {
    // Notifications that have to wait are merged once, when they may be shown, and not in each round.
    if (free <= 0 && isBundled({ kind })) continue;
    const alike = sharesOf(others, (notice) => notice.kind === kind && isOfOneAccount(notice));
    if (countOf(alike) > 1) replace(alike, foldedNotice(alike.map(foldable(alike.length > 1))), now);
  }
  const bundled = sharesOf(others, isBundled);
  if (free > 0 && countOf(bundled) > free) summarize(bundled, 'many', now);

  function isHeld({ delivery }: Teller): boolean {
    return areAllHeld || delivery.isHeld();
  }
}

const sharesOf = (tellers: readonly Teller[], isMeant: (notice: StoredNotice) => boolean = () => true): Share[] =>
  tellers
    .map((teller) => ({ teller, notices: teller.profile.notices.pending().filter(isMeant) }))
    .filter(({ notices }) => notices.length > 0);

const countOf = (shares: readonly Share[]): number => shares.reduce((sum, { notices }) => sum + notices.length, 0);

const isOfOneAccount = ({ subjects }: StoredNotice): boolean => subjects.every(({ account }) => account === undefined);

/** Returns notifications with the account set in all their subjects. */
const named = ({ teller, notices }: Share): StoredNotice[] =>
  notices.map((notice) => ({
    ...notice,
    subjects: notice.subjects.map((subject) => ({ account: teller.id, ...subject })),
  }));

/** If there are several accounts, each sets its own: their sites may have the same ids. */
const foldable = (areSeveral: boolean) => (share: Share) => ({
  profile: share.teller.profile,
  rules: share.teller.delivery.rules(),
  ...(areSeveral ? { id: share.teller.id, notices: named(share) } : { notices: share.notices }),
});

function summarize(shares: readonly Share[], why: SummaryReason, now: number): void {
  const [first] = shares;
  if (!first || countOf(shares) < 2) return;
  const all = shares.length > 1 ? shares.flatMap(named) : first.notices;
  replace(shares, summary(all, first.teller.delivery.rules().locale, why), now);
}

/** Replaces several notifications by one of the first account. */
function replace(shares: readonly Share[], merged: ReturnType<typeof foldedNotice>, now: number): void {
  const [first, ...others] = shares;
  if (!first || !merged) return;
  first.teller.profile.transaction(() => {
    for (const { teller, notices } of others) teller.profile.notices.mergeInto(notices);
    first.teller.profile.notices.merge(first.notices, merged, now);
  });
}

/**
 * Splits pending summaries of several accounts into one for each again. To be called before a user signs out, so that
 * no account's events are removed with another's. A summary is pending if the desktop refused it.
 */
export function splitSummaries(tellers: readonly Teller[], now: number): void {
  for (const holder of tellers) {
    const { locale } = holder.delivery.rules();
    for (const notice of holder.profile.notices.pending().filter((pending) => !isOfOneAccount(pending))) {
      holder.profile.transaction(() => {
        holder.profile.notices.mergeInto([notice]);
        for (const [id, own] of Map.groupBy(notice.subjects, ({ account }) => account ?? holder.id)) {
          const owner = tellers.find((candidate) => candidate.id === id);
          const subjects = own.map(({ account: _holders, ...subject }) => subject);
          owner?.profile.notices.add(summary([{ ...notice, subjects, count: own.length }], locale), now);
          owner?.delivery.hold();
        }
      });
    }
  }
}
