import type { InboxEvent, Notice, QuestionEvent, ReputationEvent, StoredNotice, Subject } from '../store/events.ts';
import type { Preferences, StoredWatch } from '../store/settings.ts';

/** What one poll found that was not known before. */
export interface News {
  inbox?: InboxEvent[];
  reputation?: ReputationEvent[];
  questions?: QuestionEvent[];
}

/** What decides whether news is announced. */
export interface NoticeRules {
  notify: Preferences['notify'];
  watches: StoredWatch[];
  /** Sites of which nothing is announced. */
  mutedSites?: readonly string[];
}

/** What each inbox kind is called; the network may send others at any time (public-facts, section 6). */
const itemTypes: Record<string, string> = {
  new_answer: 'New answer',
  comment: 'New comment',
  chat_message: 'Chat message',
  careers_message: 'Careers message',
  careers_invitations: 'Careers invitation',
  meta_question: 'Meta question',
  post_notice: 'Post notice',
  moderator_message: 'Moderator message',
  question_update: 'Question update',
  followed_post_activity: 'Followed post',
};

/** A name for people of an `item_type`, known or not. */
export const itemTypeName = (itemType: string): string =>
  itemTypes[itemType] ?? (itemType.charAt(0).toUpperCase() + itemType.slice(1).replaceAll('_', ' '));

/**
 * Decides the notifications for one poll's news: none for what is switched off or muted, one at most for each kind.
 * One thing is named by its title; several become one summary. Pure.
 */
export function notices(news: News, rules: NoticeRules): Notice[] {
  const decided: Notice[] = [];
  const heard = (event: { site: { id: string } }) => rules.mutedSites?.includes(event.site.id) !== true;
  const inbox = rules.notify.inbox ? (news.inbox ?? []).filter((event) => event.unreadAtNetwork && heard(event)) : [];
  if (inbox.length > 0) decided.push(inboxNotice(newestFirst(inbox, (event) => event.createdAt)));
  const reputation = rules.notify.reputation ? (news.reputation ?? []).filter((event) => event.change !== 0 && heard(event)) : [];
  if (reputation.length > 0) decided.push(reputationNotice(newestFirst(reputation, (event) => event.onDate)));
  const telling = new Map(rules.watches.filter((watch) => watch.alert !== 'list' && !watch.muted).map((watch) => [watch.id, watch]));
  const questions = rules.notify.questions ? (news.questions ?? []).filter((event) => heard(event) && event.watchIds.some((id) => telling.has(id))) : [];
  if (questions.length > 0) {
    const silent = questions.every((event) => event.watchIds.every((id) => telling.get(id)?.alert !== 'sound'));
    decided.push({ ...questionNotice(newestFirst(questions, (event) => event.createdAt)), ...(silent && { silent }) });
  }
  return decided;
}

function inboxNotice(events: [InboxEvent, ...InboxEvent[]]): Notice {
  const [first] = events;
  const subjects = events.map((event): Subject => ({ kind: 'inbox', key: event.key }));
  if (events.length === 1) {
    const body = [`${itemTypeName(first.itemType)} on ${first.site.name}`, first.excerpt].filter(Boolean).join('\n');
    return { kind: 'inbox', title: first.title, body, link: first.link, count: 1, subjects };
  }
  return {
    kind: 'inbox',
    title: `${events.length} new inbox items`,
    body: lines(events.map((event) => `${itemTypeName(event.itemType)}: ${event.title}`)),
    count: events.length,
    subjects,
  };
}

function reputationNotice(events: [ReputationEvent, ...ReputationEvent[]]): Notice {
  const bySite = new Map<string, { name: string; total: number }>();
  for (const { site, change } of events) {
    bySite.set(site.id, { name: site.name, total: (bySite.get(site.id)?.total ?? 0) + change });
  }
  const subjects = [...bySite.keys()].map((siteId): Subject => ({ kind: 'reputation', siteId }));
  const [first] = events;
  // Networks name the post only on request; what has no title is told by its kind, alike ones together.
  const reasons = new Map<string, number>();
  for (const event of events) {
    const reason = [signed(event.change), event.title ?? voteName(event.voteType)].filter(Boolean).join('  ');
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const body = lines([...reasons].map(([reason, times]) => (times === 1 ? reason : `${reason}  × ${times}`)));
  const sites = [...bySite.values()];
  const total = sites.reduce((sum, site) => sum + site.total, 0);
  const title = `${signed(total)} reputation on ${sites.length === 1 ? first.site.name : `${sites.length} sites`}`;
  return { kind: 'reputation', title, body, link: events.length === 1 ? first.link : undefined, count: events.length, subjects };
}

function questionNotice(events: [QuestionEvent, ...QuestionEvent[]]): Notice {
  const [first] = events;
  const subjects = events.map((event): Subject => ({ kind: 'question', siteId: event.site.id, questionId: event.questionId }));
  if (events.length === 1) {
    const body = `New question on ${first.site.name}  [${first.tags.join('] [')}]`;
    return { kind: 'question', title: first.title, body, link: first.link, count: 1, subjects };
  }
  return {
    kind: 'question',
    title: `${events.length} new questions you watch for`,
    body: lines(events.map((event) => `${event.title} (${event.site.name})`)),
    count: events.length,
    subjects,
  };
}

/** One notice in the place of all that was held back: snoozed, or refused by the desktop for a while. */
export function summary(held: StoredNotice[]): Notice {
  const subjects = [...new Map(held.flatMap((notice) => notice.subjects).map((subject) => [JSON.stringify(subject), subject])).values()];
  const count = (kind: Subject['kind']) => subjects.filter((subject) => subject.kind === kind).length;
  const parts = [
    amount(count('inbox'), 'inbox item', 'inbox items'),
    amount(count('question'), 'question you watch for', 'questions you watch for'),
    amount(count('reputation'), 'site with a reputation change', 'sites with reputation changes'),
    ...held.filter((notice) => notice.kind === 'status').map((notice) => notice.title),
  ].filter((part) => part !== '');
  return {
    kind: 'summary',
    title: 'While notifications were held back',
    body: parts.join('\n'),
    count: held.reduce((sum, notice) => sum + notice.count, 0),
    subjects,
    ...(held.length > 0 && held.every((notice) => notice.silent === true) && { silent: true }),
  };
}

/** `+10`, `−2`: with a true minus sign. */
export const signed = (change: number): string => (change < 0 ? `−${-change}` : `+${change}`);

/** What people call the vote types (public-facts, section 6). */
const voteTypes: Record<string, string> = {
  accepts: 'Accepted answer',
  up_votes: 'Upvote',
  down_votes: 'Downvote',
  bounties_offered: 'Bounty offered',
  bounties_won: 'Bounty won',
  suggested_edits: 'Suggested edit approved',
  spam: 'Flagged as spam',
};

/** What a vote type is called; unknown ones with their own name. */
const voteName = (voteType: string | undefined): string =>
  voteType === undefined ? '' : (voteTypes[voteType] ?? voteType.charAt(0).toUpperCase() + voteType.slice(1).replaceAll('_', ' '));

const amount = (n: number, one: string, many: string): string => (n === 0 ? '' : `${n} ${n === 1 ? one : many}`);

/** The first four, and how many more there are. */
function lines(all: string[]): string {
  const shown = all.slice(0, 4);
  return [...shown, ...(all.length > shown.length ? [`and ${all.length - shown.length} more`] : [])].join('\n');
}

function newestFirst<T>(events: T[], date: (event: T) => number): [T, ...T[]] {
  return events.toSorted((a, b) => date(b) - date(a)) as [T, ...T[]];
}
