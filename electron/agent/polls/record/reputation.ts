import type { AccountFact, ReputationEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/history.ts';
import { type StoredAccount, unexplainedKey } from '../../../store/reputation/reputation-events.ts';
import { notices } from '../../notifications/notices.ts';
import { parted, sumOf, endOf } from '../../reputation/explained-total.ts';
import { hasBaseline, type Recording } from './recording.ts';

/** Records what the network says of the accounts. `whole`: those are all there are, so that others are no more. */
export function recordAccounts(history: ProfileHistory, accounts: AccountFact[], whole = true): void {
  history.transaction(() => {
    history.reputation.setAccounts(accounts, whole);
    // What adds up by itself needs no look, and has none counted when it moves the next time.
    for (const { site, reputation, explained } of history.reputation.accounts())
      if (reputation === explained) history.deleteMark(checksMark(site.id));
  });
}

/** How often an account was looked into without its total being explained. */
const checksMark = (siteId: string) => `looks:${siteId}`;

/** Accounts whose total is still not explained after a look: it may have been overtaken. */
export const isStillUnexplained = (history: ProfileHistory, siteId: string): boolean =>
  Number(history.mark(checksMark(siteId)) ?? 0) > 0;

/**
 * With a single account its reputation history is asked by the clock: the same request tells that something moved and
 * what. With more of them one request for all totals comes first, and a look at each account that moved.
 */
export const pollsReputationDirectly = (
  history: ProfileHistory,
  accounts: StoredAccount[] = history.reputation.accounts(),
): boolean => accounts.length === 1;

/** How often a total that the known changes do not add up to is looked into before its difference is told as it is. */
const MAX_CHECKS = 3;

/**
 * Records what a look into an account's reputation found. The account's total moved from what was explained;
 * the changes found explain it, or leave a rest. A rest is looked into again later (answers are cached and may lag),
 * and told as a bare difference at last. Changes later than the total are news in any case, and it moves along with
 * them. Gives true when another look is needed.
 */
export function recordReputation(
  { history, rules, now }: Recording,
  siteId: string,
  events: ReputationEvent[],
  networkNow: number,
): boolean {
  return history.transaction(() => {
    const account = history.reputation.accounts().find((candidate) => candidate.site.id === siteId);
    if (!account) return false;
    const moved = account.reputation - account.explained;
    const firstLook = !hasBaseline(history, `reputation:${siteId}`);
    const unknown = history.reputation.add(events, now);
    const told = Number(history.mark(`told:${siteId}`) ?? 0);
    const { later, news: inTotal } = parted(unknown, account, moved, (candidates) =>
      firstLook ? newestAddingUpTo(candidates, moved) : newerThan(candidates, told),
    );
    const news = [...later, ...inTotal];
    if (!firstLook) history.reputation.reduceUnexplained(siteId, sumOf(unknown.filter(({ onDate }) => onDate <= told)));
    history.setMark(`baseline:reputation:${siteId}`, now);

    const explained = account.explained + sumOf(news);
    const looks = Number(history.mark(checksMark(siteId)) ?? 0) + 1;
    // Where the totals are not asked each time, one that added up before moves along with what was found.
    const total = moved === 0 && pollsReputationDirectly(history) ? explained : account.reputation + sumOf(later);
    if (later.length > 0 || total !== account.reputation)
      history.reputation.setReputation(
        siteId,
        total,
        account.saidAt && Math.max(account.saidAt, ...later.map(({ onDate }) => onDate)),
      );
    const rest = total - explained;
    if (rest !== 0 && looks >= MAX_CHECKS) {
      // It had moved when the network said what it is; what comes after that is no part of the difference.
      const movedBy = Math.min(networkNow, account.saidAt ?? networkNow);
      const difference: ReputationEvent = {
        key: `${unexplainedKey(siteId)}${explained}|${total}|${networkNow}`,
        site: account.site,
        change: rest,
        onDate: movedBy,
      };
      news.push(...history.reputation.add([difference], now));
      history.setMark(
        `told:${siteId}`,
        account.saidAt === undefined ? movedBy : Math.min(networkNow, endOf(account.saidAt)),
      );
    }
    const settled = rest === 0 || looks >= MAX_CHECKS;
    history.reputation.setExplained(siteId, settled ? total : explained);
    history.setMark(checksMark(siteId), settled ? 0 : looks);
    for (const notice of notices({ reputation: news }, rules)) history.notices.add(notice, now);
    return !settled;
  });
}

/** The newest events that add up to a difference; none when no run of the newest does. */
export function newestAddingUpTo(newestFirst: ReputationEvent[], difference: number): ReputationEvent[] {
  if (difference === 0) return [];
  let sum = 0;
  for (const [index, event] of newestFirst.entries()) {
    sum += event.change;
    if (sum === difference) return newestFirst.slice(0, index + 1);
  }
  return [];
}

/** A bare difference was told at `told`: older changes that turn up late are part of it. */
const newerThan = (events: ReputationEvent[], told: number): ReputationEvent[] =>
  events.filter((event) => event.onDate > told);

/** Accounts whose total is not explained by what is known, and the few richest whose history was never read. */
export function accountsToExplain(
  history: ProfileHistory,
  accounts: StoredAccount[] = history.reputation.accounts(),
): string[] {
  return accounts
    .filter(
      (account, index) =>
        account.reputation !== account.explained ||
        (index < 5 && !hasBaseline(history, `reputation:${account.site.id}`)),
    )
    .map((account) => account.site.id);
}
