import type { AccountFact, ReputationEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/history.ts';
import { type StoredAccount, unexplainedKey } from '../../../store/reputation/reputation-events.ts';
import { notices } from '../../notifications/notices.ts';
import { parted, sumOf, endOf } from '../../reputation/explained-total.ts';
import { hasBaseline, type Recording } from './recording.ts';

/** Records the accounts that the network lists. `whole`: the list is complete, so other accounts no longer exist. */
export function recordAccounts(history: ProfileHistory, accounts: AccountFact[], whole = true): void {
  history.transaction(() => {
    history.reputation.setAccounts(accounts, whole);
    // A total that is explained needs no check; its checks are counted from zero when it moves the next time.
    for (const { site, reputation, explained } of history.reputation.accounts())
      if (reputation === explained) history.deleteMark(checksMark(site.id));
  });
}

/** The mark that counts how often an account was checked without its total being explained. */
const checksMark = (siteId: string) => `looks:${siteId}`;

/** Whether an account's total was checked and is still not explained; the total may be out of date by now. */
export const isStillUnexplained = (history: ProfileHistory, siteId: string): boolean =>
  Number(history.mark(checksMark(siteId)) ?? 0) > 0;

/**
 * Whether reputation changes are polled without asking for the totals first. With a single account one request tells
 * both that its total moved and why. With several accounts one request gives all totals, and then only the accounts
 * that moved are polled.
 */
export const pollsReputationDirectly = (
  history: ProfileHistory,
  accounts: StoredAccount[] = history.reputation.accounts(),
): boolean => accounts.length === 1;

/** A total that is not explained is checked so often before the difference is announced without a reason. */
const MAX_CHECKS = 3;

/**
 * Records the reputation changes that a poll of an account found. They should add up to the difference between the
 * account's total and the part of it that was explained before. Where they do not, the account is polled again later,
 * because answers are cached and may lag; in the end the rest is announced without a reason. Changes that are later
 * than the total are always news, and are added to it. Gives true when another poll is needed.
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
    // Where the totals are not polled, a total that was explained moves with the changes that were found.
    const total = moved === 0 && pollsReputationDirectly(history) ? explained : account.reputation + sumOf(later);
    if (later.length > 0 || total !== account.reputation)
      history.reputation.setReputation(
        siteId,
        total,
        account.saidAt && Math.max(account.saidAt, ...later.map(({ onDate }) => onDate)),
      );
    const rest = total - explained;
    if (rest !== 0 && looks >= MAX_CHECKS) {
      // The total had moved by the time the network gave it; later changes are no part of the difference.
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

/** The newest events that add up to a difference; none where they never add up to it. */
export function newestAddingUpTo(newestFirst: ReputationEvent[], difference: number): ReputationEvent[] {
  if (difference === 0) return [];
  let sum = 0;
  for (const [index, event] of newestFirst.entries()) {
    sum += event.change;
    if (sum === difference) return newestFirst.slice(0, index + 1);
  }
  return [];
}

/** Changes after `told`, when a difference was announced without a reason: older ones are part of that difference. */
const newerThan = (events: ReputationEvent[], told: number): ReputationEvent[] =>
  events.filter((event) => event.onDate > told);

/** How many accounts are read at once although their totals are explained: those with the most reputation. */
const MAX_FIRST_READ_ACCOUNTS = 5;

/** The ids of the sites whose totals are not explained, and of the richest few that were never read. */
export function accountsToExplain(
  history: ProfileHistory,
  accounts: StoredAccount[] = history.reputation.accounts(),
): string[] {
  return accounts
    .filter(
      (account, index) =>
        account.reputation !== account.explained ||
        (index < MAX_FIRST_READ_ACCOUNTS && !hasBaseline(history, `reputation:${account.site.id}`)),
    )
    .map((account) => account.site.id);
}
