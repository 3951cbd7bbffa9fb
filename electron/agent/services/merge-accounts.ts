import type { Locale } from '../../../common/i18n/locale.ts';
import type { Account } from '../accounts/account.ts';
import { foldPendingOfAll } from '../notifications/fold-notices.ts';
import { summary } from '../notifications/wording/summary.ts';

/**
 * Merges what was suppressed for several accounts into one notification, the first account's, once it may be shown.
 * Leaves alone what is still suppressed, and what is of one account only.
 */
export async function mergeSummaries(accounts: readonly Account[], locale: Locale, now: number): Promise<void> {
  const mayShow = await Promise.all(accounts.map(({ delivery }) => delivery.mayShowSuppressed()));
  // Nothing is awaited from here on, so that nobody else takes the notices meanwhile.
  for (const [index, { delivery }] of accounts.entries()) if (mayShow[index] === true) delivery.updatePending();
  const merged = accounts
    .map((account, index) => ({ account, notices: mayShow[index] === true ? account.profile.notices.pending() : [] }))
    .filter(({ notices }) => notices.length > 0);
  const [first] = merged;
  if (!first || merged.length < 2) return;
  const all = merged.flatMap(({ account, notices }) =>
    notices.map((notice) => ({
      ...notice,
      subjects: notice.subjects.map((subject) => ({ account: account.id, ...subject })),
    })),
  );
  const why = merged.every(({ account }) => account.delivery.summaryReason() === 'many') ? 'many' : 'suppressed';
  first.account.profile.transaction(() => {
    for (const { account, notices } of merged.slice(1)) account.profile.notices.mergeInto(notices);
    first.account.profile.notices.merge(first.notices, summary(all, locale, why), now);
  });
}

/**
 * Joins what several accounts found in one round: of each kind one notification in all. Leaves alone what has to wait,
 * and what is of one account only.
 */
export async function mergeRound(accounts: readonly Account[], now: number): Promise<void> {
  const mayShow = await Promise.all(accounts.map(({ delivery }) => delivery.mayShowPending()));
  // Nothing is awaited from here on, so that nobody else takes the notices meanwhile.
  const tellers = accounts.filter((_account, index) => mayShow[index] === true);
  if (tellers.length < 2) return;
  for (const { delivery } of tellers) {
    delivery.dropVisible();
    delivery.updatePending();
  }
  foldPendingOfAll(
    tellers.map(({ id, profile, delivery }) => ({ id, profile, rules: delivery.rules() })),
    now,
  );
}

/**
 * Splits the pending summaries of several accounts into one for each again. To be called before somebody is signed out,
 * so that nobody's news goes with another's account. A summary is pending if the desktop refused it.
 */
export function splitSummaries(accounts: readonly Account[], locale: Locale, now: number): void {
  for (const holder of accounts) {
    for (const notice of holder.profile.notices.pending()) {
      if (notice.subjects.every(({ account }) => account === undefined)) continue;
      holder.profile.transaction(() => {
        holder.profile.notices.mergeInto([notice]);
        for (const [id, own] of Map.groupBy(notice.subjects, ({ account }) => account ?? holder.id)) {
          const owner = accounts.find((candidate) => candidate.id === id);
          owner?.profile.notices.add(
            summary(
              [{ ...notice, subjects: own.map(({ account: _holders, ...subject }) => subject), count: own.length }],
              locale,
            ),
            now,
          );
          owner?.delivery.summarizePending();
        }
      });
    }
  }
}
