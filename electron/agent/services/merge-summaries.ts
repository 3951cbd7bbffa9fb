import type { Speech } from '../../../common/i18n/locale.ts';
import type { Account } from '../accounts/account.ts';
import { summary } from '../notifications/notices.ts';

/**
 * Silence is over: what was held back for several accounts becomes one notification, the first account's, instead of one for
 * each. Leaves what is held back still, or of one account only, as it is.
 */
export async function sumUp(accounts: readonly Account[], speech: Speech, now: number): Promise<void> {
  const free = await Promise.all(accounts.map(({ delivery }) => delivery.isSilenceOver()));
  // From here on nothing is waited for, so that nobody else takes them meanwhile.
  for (const [index, { delivery }] of accounts.entries()) if (free[index] === true) delivery.settle();
  const held = accounts
    .map((account, index) => ({ account, notices: free[index] === true ? account.profile.notices.pending() : [] }))
    .filter(({ notices }) => notices.length > 0);
  const [first] = held;
  if (!first || held.length < 2) return;
  const all = held.flatMap(({ account, notices }) =>
    notices.map((notice) => ({
      ...notice,
      subjects: notice.subjects.map((subject) => ({ account: account.id, ...subject })),
    })),
  );
  first.account.profile.transaction(() => {
    for (const { account, notices } of held.slice(1)) account.profile.notices.mergeInto(notices);
    first.account.profile.notices.merge(first.notices, summary(all, speech), now);
  });
}

/**
 * Somebody is about to be signed out: a summary for several accounts that still waits (the desktop refused it) becomes one
 * for each again, so that nobody's news goes with another's account.
 */
export function sumUpApart(accounts: readonly Account[], speech: Speech, now: number): void {
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
              speech,
            ),
            now,
          );
          owner?.delivery.gather();
        }
      });
    }
  }
}
