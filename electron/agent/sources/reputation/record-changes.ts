import { DAY_MS, MINUTE_MS } from '../../../../common/durations.ts';
import type { AccountFact, ReputationEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/profile-history.ts';
import { type StoredAccount, unexplainedKey } from '../../../store/reputation.ts';
import { queueNotifications } from '../../notifications/queue.ts';
import { hasBaseline, type Recording } from '../poll.ts';
import {
  endOf,
  lagOf,
  findNewChanges,
  firstNewChanges,
  isStatedAfter,
  listedChanges,
  rememberFound,
} from './new-changes.ts';
import { sumOf, type ReputationList } from './listed-changes.ts';

/** Records the accounts that the network lists. `whole`: the list is complete, so other accounts no longer exist. */
export function recordAccounts(profile: ProfileHistory, accounts: AccountFact[], whole = true): void {
  profile.record(() => {
    profile.reputation.setAccounts(accounts, whole);
    for (const { site, reputation, explained, saidAt } of profile.reputation.accounts()) {
      if (reputation !== explained && lagsBehind(profile, site.id, reputation - explained, saidAt))
        profile.reputation.setReputation(site.id, explained, saidAt);
      // An explained total needs no check; its checks are counted from zero when it changes the next time.
      else if (reputation === explained) {
        profile.deleteMark(checksMark(site.id));
        profile.deleteMark(laggingMark(site.id));
      }
    }
  });
}

/** Returns the mark of an account whose total is known to lag behind the announced changes. */
const laggingMark = (siteId: string) => `lagging:${siteId}`;

/** Whether an unexplained total is still only lagging behind the announced changes. */
function lagsBehind(profile: ProfileHistory, siteId: string, rest: number, saidAt: number | undefined): boolean {
  if (profile.mark(laggingMark(siteId)) === undefined) return false;
  const listed = listedChanges(profile, siteId);
  return listed !== undefined && lagOf(rest, listed.announced, saidAt ?? listed.at) === 'whole';
}

/** Returns the mark that counts how often an account was checked without its total being explained. */
const checksMark = (siteId: string) => `looks:${siteId}`;

/** Whether an account's total was checked and is still not explained; the total may be out of date by now. */
export const isStillUnexplained = (profile: ProfileHistory, siteId: string): boolean =>
  Number(profile.mark(checksMark(siteId)) ?? 0) > 0;

/**
 * Whether reputation changes are polled without polling the totals first. With a single account one request returns
 * both the change of its total and the reason. With several accounts one request returns all totals, and then only the
 * changed accounts are polled.
 */
export const pollsReputationDirectly = (
  profile: ProfileHistory,
  accounts: StoredAccount[] = profile.reputation.accounts(),
): boolean => accounts.length === 1;

/** How often an unexplained total is checked before the difference is announced without a reason. */
const MAX_CHECKS = 3;

/**
 * Records the reputation changes found by a poll of an account. They should add up to the difference between the
 * account's total and the part explained before. If they do not, the account is polled again later, because responses
 * are cached and may lag. In the end the remaining difference is announced without a reason, unless the total only lags
 * behind the announced changes. Changes later than the total are always new, and are added to it. Returns whether
 * another poll is needed.
 */
export function recordReputation(recording: Recording, siteId: string, list: ReputationList, networkNow: number) {
  const { profile, rules } = recording;
  const now = recording.now();
  return profile.record(() => {
    const stored = profile.reputation.account(siteId);
    if (!stored) return false;
    // A time in the future was noted under a wrong clock.
    const account = { ...stored, saidAt: stored.saidAt && Math.min(stored.saidAt, networkNow) };
    const moved = account.reputation - account.explained;
    const find = hasBaseline(profile, `reputation:${siteId}`) ? findNewChanges : firstNewChanges;
    const found = find(profile, { account, moved, list, networkNow, now });
    const news = [...found.later, ...found.news];
    if (now - listReadAt(profile, siteId, now) >= QUIET_LIST_FRESH_FOR_MS) profile.setMark(QUIET_TURN_MARK, now);
    profile.setMarkLater(`baseline:reputation:${siteId}`, now);
    // Only a total that the network returns from now on shows whether doubtful changes are real.
    if (found.doubtedSince !== undefined && !isStatedAfter(account, found.doubtedSince))
      profile.setMark('accounts-at', 0);
    const announced = rememberFound(profile, siteId, list, found, networkNow);

    const explained = account.explained + sumOf(news);
    const checks = Number(profile.mark(checksMark(siteId)) ?? 0) + 1;
    // If totals are not polled, an explained total changes with the changes that were found.
    const total = moved === 0 && pollsReputationDirectly(profile) ? explained : account.reputation + sumOf(found.later);
    moveTotal(profile, account, total, found.later);
    const rest = total - explained;
    const lag = lagOf(rest, announced, networkNow);
    const isSettled = rest === 0 || (checks >= MAX_CHECKS && lag !== 'part');
    if (rest !== 0 && isSettled) {
      if (lag === 'whole') {
        // The total will catch up with the announced changes.
        profile.setMark(laggingMark(siteId), true);
        profile.reputation.setReputation(siteId, explained, account.saidAt);
      } else news.push(...recordUnexplained(profile, account, { explained, total, networkNow, now }));
    }
    profile.reputation.setExplained(siteId, !isSettled || lag === 'whole' ? explained : total);
    profile.setMark(checksMark(siteId), isSettled ? 0 : checks);
    queueNotifications(profile, { reputation: news }, rules, now);
    return !isSettled;
  });
}

/** Stores a total including later changes, and its time. */
function moveTotal(
  profile: ProfileHistory,
  { site, reputation, saidAt }: StoredAccount,
  total: number,
  later: readonly ReputationEvent[],
): void {
  if (later.length === 0 && total === reputation) return;
  profile.reputation.setReputation(site.id, total, saidAt && Math.max(saidAt, ...later.map(({ onDate }) => onDate)));
}

/** Records the unexplained difference of a total, without a reason, and returns it to be announced. */
function recordUnexplained(
  profile: ProfileHistory,
  { site, saidAt }: StoredAccount,
  { explained, total, networkNow, now }: { explained: number; total: number; networkNow: number; now: number },
): ReputationEvent[] {
  // The total had changed by the time of its response; later changes are no part of the difference.
  const movedBy = Math.min(networkNow, saidAt ?? networkNow);
  const key = `${unexplainedKey(site.id)}${explained}|${total}|${networkNow}`;
  profile.setMark(`told:${site.id}`, saidAt === undefined ? movedBy : Math.min(networkNow, endOf(saidAt)));
  return profile.reputation.add([{ key, site, change: total - explained, onDate: movedBy }], now);
}

/** Time between two polls of an account with an unexplained total, in ms; longer once it has been checked often. */
const UNEXPLAINED_RETRY_MS = 5 * MINUTE_MS;
const LAGGING_RETRY_MS = 20 * MINUTE_MS;

/** Returns how long an account with an unexplained total is not polled, in ms. */
export const unexplainedRetryMs = (profile: ProfileHistory, siteId: string): number =>
  Number(profile.mark(checksMark(siteId)) ?? 0) < MAX_CHECKS ? UNEXPLAINED_RETRY_MS : LAGGING_RETRY_MS;

/** Number of accounts read at once although their totals are explained: those with the most reputation. */
const MAX_FIRST_READ_ACCOUNTS = 5;

/**
 * Changes that cancel each other do not change a total, so the lists of the few with the most reputation are polled
 * once a day, and those of all others once a week, in turn; both in ms.
 */
export const LIST_FRESH_FOR_MS = DAY_MS;
const QUIET_LIST_FRESH_FOR_MS = 7 * LIST_FRESH_FOR_MS;

/**
 * Returns the ids of the sites whose totals are not explained, of the few with the most reputation not read for a day,
 * and of the other one whose turn it is. `now` in local time.
 */
export function accountsToExplain(
  profile: ProfileHistory,
  now: number,
  accounts: StoredAccount[] = profile.reputation.accounts(),
): string[] {
  const quiet = quietAccountToRead(profile, accounts.slice(MAX_FIRST_READ_ACCOUNTS), now);
  return accounts
    .filter(
      (account, index) =>
        account.reputation !== account.explained ||
        (index < MAX_FIRST_READ_ACCOUNTS && now - listReadAt(profile, account.site.id, now) >= LIST_FRESH_FOR_MS) ||
        account === quiet,
    )
    .map((account) => account.site.id);
}

/** Mark of the time at which a list was last read because of its weekly turn; the next one waits for its own turn. */
const QUIET_TURN_MARK = 'quiet-list-at';

/** Returns a stored time; one in the future was noted under a clock that was ahead, and counts as never. */
function notedAt(profile: ProfileHistory, mark: string, now: number): number {
  const at = Number(profile.mark(mark) ?? -Infinity);
  return at <= now ? at : -Infinity;
}

const listReadAt = (profile: ProfileHistory, siteId: string, now: number): number =>
  notedAt(profile, `baseline:reputation:${siteId}`, now);

/** Returns the account not read for the longest time, if for more than a week. One at a time, to avoid bursts. */
function quietAccountToRead(profile: ProfileHistory, accounts: StoredAccount[], now: number) {
  // Accounts with one point are omitted: every user starts with it and cannot lose it.
  const withPoints = accounts.filter(({ reputation }) => reputation > 1);
  if (now - notedAt(profile, QUIET_TURN_MARK, now) < QUIET_LIST_FRESH_FOR_MS / withPoints.length) return undefined;
  const [longest] = withPoints
    .map((account) => ({ account, at: listReadAt(profile, account.site.id, now) }))
    .toSorted((a, b) => a.at - b.at);
  return longest && now - longest.at >= QUIET_LIST_FRESH_FOR_MS ? longest.account : undefined;
}
