import type { AccountFact, InboxEvent, QuestionEvent, ReputationEvent } from '../../../store/events.ts';
import type { ProfileHistory } from '../../../store/history.ts';
import type { SeenQuestion } from '../../../store/questions/questions.ts';
import { restKey, type KeptAccount } from '../../../store/reputation/reputation-events.ts';
import { endOf, parted, sumOf } from '../../reputation/explained-total.ts';
import { notices, type NoticeRules } from '../../notifications/notices.ts';
import { retellPending } from '../../notifications/pending-notices.ts';
import { fits, type WatchLook } from '../../watches/rule.ts';

/**
 * Events into the history, each poll in one transaction: what is new, its pending notifications and where the poll
 * stands are kept together or not at all. What is found before a stream has a baseline is history, not news.
 */

interface Recording {
  history: ProfileHistory;
  rules: NoticeRules;
  now: number;
}

const hasBaseline = (history: ProfileHistory, stream: string): boolean =>
  history.mark(`baseline:${stream}`) !== undefined;

/** Which of these inbox items are not kept yet. */
export const unknownInbox = (history: ProfileHistory, events: InboxEvent[]): InboxEvent[] =>
  events.filter((event) => history.inbox.get(event.key) === undefined);

/** True when the inbox was read before, so that what is unknown in it is news. */
export const inboxHasBaseline = (history: ProfileHistory): boolean => hasBaseline(history, 'inbox');

/** What still waits to be told, and was read at the network meanwhile, need not be told. */
function leaveOutReadThere(history: ProfileHistory, rules: NoticeRules, events: InboxEvent[]): void {
  const read = new Set(events.filter(({ unreadAtNetwork }) => !unreadAtNetwork).map(({ key }) => key));
  retellPending(history, rules, (subject) => {
    if (subject.kind !== 'inbox' || subject.account !== undefined || !read.has(subject.key)) return true;
    // Put off and brought back: it was read at the network long ago, and is news again here.
    const item = history.inbox.get(subject.key);
    return item !== undefined && item.listedAt !== item.createdAt;
  });
}

export function recordInbox({ history, rules, now }: Recording, events: InboxEvent[]): void {
  history.transaction(() => {
    const fresh = history.inbox.add(events, now);
    if (history.notices.pending().length > 0) leaveOutReadThere(history, rules, events);
    if (hasBaseline(history, 'inbox'))
      for (const notice of notices({ inbox: fresh }, rules)) history.notices.add(notice, now);
    else history.setMark('baseline:inbox', now);
  });
}

/** Records what the network says of the accounts. `whole`: those are all there are, so that others are no more. */
export function recordAccounts(history: ProfileHistory, accounts: AccountFact[], whole = true): void {
  history.transaction(() => {
    history.reputation.setAccounts(accounts, whole);
    // What adds up by itself needs no look, and has none counted when it moves the next time.
    for (const { site, reputation, explained } of history.reputation.accounts())
      if (reputation === explained) history.deleteMark(looksMark(site.id));
  });
}

/** How often an account was looked into without its total being explained. */
const looksMark = (siteId: string) => `looks:${siteId}`;

/** Accounts whose total is still not explained after a look: it may have been overtaken. */
export const isPuzzled = (history: ProfileHistory, siteId: string): boolean =>
  Number(history.mark(looksMark(siteId)) ?? 0) > 0;

/** What one poll of a site's questions found. */
export interface QuestionLook {
  siteId: string;
  look: WatchLook;
  /** Each with the watches that it matches as it is now. */
  events: QuestionEvent[];
  /** Whether a match is news to a watch, or was there before it. */
  isNews: (event: QuestionEvent, watchId: string) => boolean;
  networkNow: number;
  /** Where the poll stands; kept together with what it found. */
  marks: Record<string, unknown>;
}

/** Unmatched questions are kept for this long, in ms: until no poll comes upon them again, and a preview has its whole week. */
const unmatchedKeptFor = 8 * 24 * 3600_000;

/** A question that was deleted and asked again within this time, in ms, is the same question. */
const repostedWithin = 24 * 3600_000;

/**
 * Records the questions of one poll. One that was seen before is not new, whatever its tags are now: its watches are
 * judged by the title and tags it was first seen with. Each is announced once in its life, and a repost not at all.
 */
export function recordQuestions({ history, rules, now }: Recording, found: QuestionLook): void {
  const { siteId, look } = found;
  history.transaction(() => {
    const news = new Map<number, QuestionEvent>();
    for (const event of found.events.toSorted((a, b) => a.createdAt - b.createdAt)) {
      const seen = history.questions.get(siteId, event.questionId);
      const matched = newMatches(event, seen, look, rules);
      const fresh = seen?.announced === true ? [] : matched.filter((id) => found.isNews(event, id));
      const matchedAt = look === 'new' || fresh.length === 0 ? event.createdAt : found.networkNow;
      if (!seen)
        history.questions.see({ ...event, watchIds: matched }, now, {
          matchedAt,
          read: fresh.length === 0,
          met: look === 'new',
        });
      else {
        history.questions.seeAgain(siteId, event.questionId, now, look === 'new');
        if (matched.length > 0)
          history.questions.setWatches(siteId, event.questionId, [...seen.watchIds, ...matched], matchedAt, now);
        if (fresh.length > 0) history.questions.setRead(siteId, event.questionId, null);
      }
      if (fresh.length > 0 && !repeats(history, event, news, now))
        news.set(event.questionId, { ...event, watchIds: fresh });
    }
    for (const notice of notices({ questions: [...news.values()] }, rules)) {
      history.notices.add(notice, now);
      for (const subject of notice.subjects)
        if (subject.kind === 'question') history.questions.setAnnounced(subject.siteId, subject.questionId, now);
    }
    for (const [name, value] of Object.entries(found.marks)) history.setMark(name, value);
    history.questions.prune(siteId, found.networkNow - unmatchedKeptFor, now - unmatchedKeptFor);
  });
}

/** The watches that a question matches now and did not before. */
function newMatches(
  event: QuestionEvent,
  seen: SeenQuestion | undefined,
  look: WatchLook,
  rules: NoticeRules,
): string[] {
  // Found by its score or bounty before it was met among the new ones: it is still new to the watches of those.
  if (!seen || (look === 'new' && !seen.met))
    return event.watchIds.filter((id) => seen?.watchIds.includes(id) !== true);
  if (look === 'new') return [];
  return event.watchIds.filter((id) => {
    const watch = rules.watches.find((candidate) => candidate.id === id);
    return !seen.watchIds.includes(id) && watch !== undefined && fits(watch.rule, seen);
  });
}

const sameTitle = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** True for a question that was announced under another number already: it takes over the read mark of the one before. */
function repeats(
  history: ProfileHistory,
  event: QuestionEvent,
  news: Map<number, QuestionEvent>,
  now: number,
): boolean {
  const { ownerId, questionId, createdAt } = event;
  const siteId = event.site.id;
  if (ownerId === undefined) return false;
  const twin = [...news.values()].find(
    (other) =>
      other.ownerId === ownerId && sameTitle(other.title, event.title) && createdAt - other.createdAt <= repostedWithin,
  );
  if (twin) {
    // Both in one poll: the later one is the one that stands, and is announced in the place of the other.
    news.delete(twin.questionId);
    history.questions.setRead(siteId, twin.questionId, now);
    history.questions.setAnnounced(siteId, twin.questionId, now);
    return false;
  }
  const before = history.questions
    .announcedBy(siteId, ownerId, createdAt - repostedWithin, createdAt + repostedWithin, questionId)
    .find((question) => sameTitle(question.title, event.title));
  if (!before) return false;
  history.questions.setAnnounced(siteId, questionId, now);
  if (!before.unread) history.questions.setRead(siteId, questionId, now);
  history.questions.setRead(siteId, before.questionId, now);
  tellInstead(history, before.questionId, event);
  return true;
}

/** Where a question still waits to be told, another is told in its place. */
function tellInstead(
  history: ProfileHistory,
  questionId: number,
  { site, questionId: stands, link }: QuestionEvent,
): void {
  for (const notice of history.notices.pending()) {
    const subjects = notice.subjects.map((subject) =>
      subject.kind === 'question' &&
      (subject.account ?? history.profile.network) === history.profile.network &&
      subject.siteId === site.id &&
      subject.questionId === questionId
        ? { ...subject, questionId: stands }
        : subject,
    );
    if (subjects.some((subject, place) => subject !== notice.subjects[place]))
      history.notices.retell(notice.id, { ...notice, subjects, link: subjects.length === 1 ? link : notice.link });
  }
}

/**
 * With a single account its reputation history is asked by the clock: the same request tells that something moved and
 * what. With more of them one request for all totals comes first, and a look at each account that moved.
 */
export const asksReputationItself = (
  history: ProfileHistory,
  accounts: KeptAccount[] = history.reputation.accounts(),
): boolean => accounts.length === 1;

/** How often a total that the known changes do not add up to is looked into before its difference is told as it is. */
const mostLooks = 3;

/**
 * Records what a look into an account's reputation found. The account's total moved from what was explained;
 * the changes found explain it, or leave a rest. A rest is looked into again later (answers are cached and may lag),
 * and told as a bare difference at last. Changes later than the total are news in any case, and it moves along with them.
 * Gives true when another look is needed.
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
    const { later, news: inTotal } = parted(unknown, account, moved, (events) =>
      firstLook ? explaining(events, moved) : newerThan(events, told),
    );
    const news = [...later, ...inTotal];
    if (!firstLook) history.reputation.makeUp(siteId, sumOf(unknown.filter(({ onDate }) => onDate <= told)));
    history.setMark(`baseline:reputation:${siteId}`, now);

    const explained = account.explained + sumOf(news);
    const looks = Number(history.mark(looksMark(siteId)) ?? 0) + 1;
    // Where the totals are not asked each time, one that added up before moves along with what was found.
    const total = moved === 0 && asksReputationItself(history) ? explained : account.reputation + sumOf(later);
    if (later.length > 0 || total !== account.reputation)
      history.reputation.setReputation(
        siteId,
        total,
        account.saidAt && Math.max(account.saidAt, ...later.map(({ onDate }) => onDate)),
      );
    const rest = total - explained;
    if (rest !== 0 && looks >= mostLooks) {
      // It had moved when the network said what it is; what comes after that is no part of the difference.
      const movedBy = Math.min(networkNow, account.saidAt ?? networkNow);
      const difference: ReputationEvent = {
        key: `${restKey(siteId)}${explained}|${total}|${networkNow}`,
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
    const settled = rest === 0 || looks >= mostLooks;
    history.reputation.setExplained(siteId, settled ? total : explained);
    history.setMark(looksMark(siteId), settled ? 0 : looks);
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
const newerThan = (events: ReputationEvent[], told: number): ReputationEvent[] =>
  events.filter((event) => event.onDate > told);

/** Accounts whose total is not explained by what is known, and the few richest whose history was never read. */
export function accountsToLookInto(
  history: ProfileHistory,
  accounts: KeptAccount[] = history.reputation.accounts(),
): string[] {
  return accounts
    .filter(
      (account, index) =>
        account.reputation !== account.explained ||
        (index < 5 && !hasBaseline(history, `reputation:${account.site.id}`)),
    )
    .map((account) => account.site.id);
}
