import type { AccountFact, InboxEvent, QuestionEvent, ReputationEvent } from '../store/events.ts';
import type { ProfileHistory } from '../store/history.ts';
import { notices, type NoticeRules } from './notices.ts';
import type { QuestionCursor } from './polls/questions.ts';

/**
 * Events into the history, each poll in one transaction: what is new, its pending notifications and where the poll
 * stands are kept together or not at all. What is found before a stream has a baseline is history, not news.
 */

interface Recording {
  history: ProfileHistory;
  rules: NoticeRules;
  now: number;
}

const hasBaseline = (history: ProfileHistory, stream: string): boolean => history.mark(`baseline:${stream}`) !== undefined;

/** Which of these inbox items are not kept yet. */
export const unknownInbox = (history: ProfileHistory, events: InboxEvent[]): InboxEvent[] =>
  events.filter((event) => history.inbox.get(event.key) === undefined);

/** True when the inbox was read before, so that what is unknown in it is news. */
export const inboxHasBaseline = (history: ProfileHistory): boolean => hasBaseline(history, 'inbox');

export function recordInbox({ history, rules, now }: Recording, events: InboxEvent[]): void {
  history.transaction(() => {
    const fresh = history.inbox.add(events, now);
    if (hasBaseline(history, 'inbox')) for (const notice of notices({ inbox: fresh }, rules)) history.notices.add(notice, now);
    else history.setMark('baseline:inbox', now);
  });
}

export function recordAccounts(history: ProfileHistory, accounts: AccountFact[]): void {
  history.transaction(() => history.reputation.setAccounts(accounts));
}

export function recordQuestions(
  { history, rules, now }: Recording,
  siteId: string,
  events: QuestionEvent[],
  cursor: QuestionCursor,
  firstLook: boolean,
): void {
  history.transaction(() => {
    const fresh = history.questions.add(events, now, firstLook);
    if (!firstLook) for (const notice of notices({ questions: fresh }, rules)) history.notices.add(notice, now);
    history.setMark(`cursor:questions:${siteId}`, cursor);
    if (cursor.newest !== undefined) history.questions.prune(siteId, (cursor.newest - 24 * 3600) * 1000);
  });
}

/** How often a total that the known changes do not add up to is looked into before its difference is told as it is. */
const mostLooks = 3;

/**
 * Records what a look into an account's reputation found. The account's total moved from what was explained;
 * the changes found explain it, or leave a rest. A rest is looked into again later (answers are cached and may lag),
 * and told as a bare difference at last. Gives true when another look is needed.
 */
export function recordReputation({ history, rules, now }: Recording, siteId: string, events: ReputationEvent[], networkNow: number): boolean {
  return history.transaction(() => {
    const account = history.reputation.accounts().find((candidate) => candidate.site.id === siteId);
    if (!account) return false;
    const moved = account.reputation - account.explained;
    const firstLook = !hasBaseline(history, `reputation:${siteId}`);
    const unknown = history.reputation.add(events, now);
    const news = firstLook ? explaining(unknown, moved) : newerThan(unknown, Number(history.mark(`told:${siteId}`) ?? 0));
    history.setMark(`baseline:reputation:${siteId}`, now);

    const explained = account.explained + news.reduce((sum, event) => sum + event.change, 0);
    const looks = Number(history.mark(`looks:${siteId}`) ?? 0) + 1;
    const rest = account.reputation - explained;
    if (rest !== 0 && looks >= mostLooks) {
      const difference: ReputationEvent = {
        key: `rest|${siteId}|${explained}|${account.reputation}|${networkNow}`,
        site: account.site,
        change: rest,
        onDate: networkNow,
      };
      news.push(...history.reputation.add([difference], now));
      history.setMark(`told:${siteId}`, networkNow);
    }
    const settled = rest === 0 || looks >= mostLooks;
    history.reputation.setExplained(siteId, settled ? account.reputation : explained);
    history.setMark(`looks:${siteId}`, settled ? 0 : looks);
    for (const notice of notices({ reputation: news }, rules)) history.notices.add(notice, now);
    return !settled;
  });
}

/** The newest events that add up to a difference; none when no run of the newest does. */
export function explaining(newestFirst: ReputationEvent[], difference: number): ReputationEvent[] {
  if (difference === 0) return [];
  let sum = 0;
  for (const [index, event] of newestFirst.entries()) {
    sum += event.change;
    if (sum === difference) return newestFirst.slice(0, index + 1);
  }
  return [];
}

/** A bare difference was told at `told`: older changes that turn up late are part of it. */
const newerThan = (events: ReputationEvent[], told: number): ReputationEvent[] => events.filter((event) => event.onDate > told);

/** Accounts whose total is not explained by what is known, and the few richest whose history was never read. */
export function accountsToLookInto(history: ProfileHistory): string[] {
  return history.reputation
    .accounts()
    .filter((account, index) => account.reputation !== account.explained || (index < 5 && !hasBaseline(history, `reputation:${account.site.id}`)))
    .map((account) => account.site.id);
}
