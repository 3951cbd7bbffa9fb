import { beforeEach, describe, expect, it } from 'vitest';
import { ANNOUNCED, foundQuestions, recordingAt } from '../sources/poll-under-test.ts';
import { watchOf } from '../../../support/watch.ts';
import type { NotificationRules } from '../../../../electron/agent/notifications/rules.ts';
import { recordAccounts, recordReputation } from '../../../../electron/agent/sources/reputation/record-changes.ts';
import { recordQuestions } from '../../../../electron/agent/sources/questions/record-matches.ts';
import { recordInbox } from '../../../../electron/agent/sources/inbox-source.ts';
import { isStillDue, updatePending } from '../../../../electron/agent/notifications/pending.ts';
import { summary } from '../../../../electron/agent/notifications/wording.ts';
import type { InboxEvent, QuestionEvent, ReputationEvent } from '../../../../electron/store/events.ts';
import { inboxEvent, questionEvent, site } from '../../../support/events.ts';
import { openProfile, type ProfileHistory } from '../../../support/profile.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';

const now = Date.UTC(2026, 5, 1, 9);
const watch = watchOf('w', 'loops');
const muted = new Set<number>();
const rules: NotificationRules = { ...ANNOUNCED, watches: [watch], isMuted: (_site, id) => muted.has(id) };
const item = (key: string, part: Partial<InboxEvent> = {}) =>
  inboxEvent(key, { title: key, createdAt: now, questionId: 1, ...part });
const question = (questionId: number, part: Partial<QuestionEvent> = {}) =>
  questionEvent(questionId, { createdAt: now, ...part });

describe('a notice that waited', () => {
  let profile: ProfileHistory;
  const inbox = (events: InboxEvent[]) => recordInbox(recordingAt(profile, now, rules), events);
  const reputation = (total: number, events: ReputationEvent[]) => {
    recordAccounts(profile, [{ site, userId: 5, reputation: total }]);
    const page = { route: 'history', events, hasMore: false, isWhole: false };
    recordReputation(recordingAt(profile, now, rules), 'loops', page, now);
  };
  const questions = (events: QuestionEvent[]) =>
    recordQuestions(recordingAt(profile, now, rules), foundQuestions(now, events));
  const told = (by: NotificationRules = rules) => {
    updatePending(profile, by, (subject) => isStillDue(profile, by, subject));
    return profile.notifications.pending().map(({ title, body }) => [title, body].join(': '));
  };
  const pending = () => profile.notifications.pending().map(({ title }) => title);

  beforeEach(() => {
    muted.clear();
    ({ profile } = openProfile());
    inbox([]);
    reputation(100, []);
  });

  it('is left as it is while all of it is unread, then tells what is left, and by name where it is one', () => {
    inbox([item('a'), item('b'), item('c')]);
    const before = profile.notifications.pending();
    told();
    expect(profile.notifications.pending()).toEqual(before);
    profile.inbox.markRead(['a'], now);
    expect(told()[0]).toMatch(/^2 new inbox items: /);
    const subjects = ['b', 'c'].map((key) => ({ kind: 'inbox', key }));
    expect(profile.notifications.pending()).toMatchObject([{ count: 2, subjects }]);
    profile.inbox.markRead(['b'], now);
    expect(told()[0]).toMatch(/^c: /);
    profile.inbox.markRead(['c'], now);
    expect(told()).toEqual([]);
  });

  it('tells what is left of a summary', () => {
    inbox([item('a'), item('b')]);
    questions([question(7), question(8)]);
    profile.notifications.add({ kind: 'status', title: 'The sign-in ends', body: '', count: 1, subjects: [] }, now);
    const held = profile.notifications.pending();
    profile.notifications.merge(held, summary(held, ENGLISH), now);
    profile.inbox.markRead(['a'], now);
    profile.questions.setRead('loops', 7, now);
    expect(told()).toEqual(['While Askbell was quiet: 1 inbox item\n1 question from your watches\nThe sign-in ends']);
    expect(profile.notifications.pending()[0]!.count).toBe(3);
    profile.inbox.markRead(['b'], now);
    profile.questions.setRead('loops', 8, now);
    expect(told()).toEqual(['While Askbell was quiet: The sign-in ends']);
  });

  it('is dropped with what was muted: site, question, kind, watch', () => {
    inbox([item('a')]);
    questions([question(7)]);
    reputation(110, [{ key: 'r', site, change: 10, onDate: now }]);
    expect(told()).toHaveLength(3);
    muted.add(1);
    expect(told()).toHaveLength(2);
    expect(told({ ...rules, watches: [{ ...watch, alert: 'list' }] })).toHaveLength(1);
    expect(told({ ...rules, notify: { ...rules.notify, reputation: false } })).toEqual([]);
    inbox([item('b', { questionId: 2 })]);
    questions([question(8)]);
    expect(told({ ...rules, mutedSites: ['loops'] })).toEqual([]);
  });

  it('keeps what was snoozed and came back, although it was read at the network', () => {
    inbox([item('a', { unreadAtNetwork: false })]);
    profile.inbox.snooze(['a'], now + 1000);
    profile.inbox.returnDue(now + 1000);
    const subjects = [{ kind: 'inbox' as const, key: 'a' }];
    profile.notifications.add({ kind: 'inbox', title: 'a', body: '', count: 1, subjects }, now);
    inbox([item('a', { unreadAtNetwork: false })]);
    expect(pending()).toEqual(['a']);
    expect(told()).toHaveLength(1);
  });

  it('of a question that was deleted and asked again tells the one that stands', () => {
    questions([question(7, { ownerId: 3, title: 'Same' })]);
    questions([question(8, { ownerId: 3, title: 'Same' })]);
    told();
    expect(profile.notifications.pending().map(({ subjects }) => subjects)).toEqual([
      [{ kind: 'question', siteId: 'loops', questionId: 8 }],
    ]);
  });

  it('stays silent where it was', () => {
    questions([question(7), question(8)]);
    const quiet: NotificationRules = { ...rules, watches: [{ ...watch, alert: 'silent' }] };
    profile.questions.setRead('loops', 7, now);
    told(quiet);
    expect(profile.notifications.pending()).toMatchObject([{ title: 'Q8', silent: true }]);
  });
});
