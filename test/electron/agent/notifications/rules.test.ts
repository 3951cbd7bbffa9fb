import { describe, expect, it } from 'vitest';
import { notificationsFor } from '../../../../electron/agent/notifications/rules.ts';
import { summary } from '../../../../electron/agent/notifications/wording.ts';
import { voteName } from '../../../../common/i18n/network-names.ts';
import { localeOf } from '../../../../common/i18n/locale.ts';
import type {
  InboxEvent,
  QuestionEvent,
  ReputationEvent,
  StoredNotification,
  Subject,
} from '../../../../electron/store/events.ts';
import { inboxEvent, questionEvent } from '../../../support/events.ts';
import { watchOf } from '../../../support/watch.ts';
import type { StoredWatch } from '../../../../electron/store/settings.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';

const locale = localeOf('en');
const { words } = locale;
const site = { id: 'loops', name: 'Loops & Gates' };
const garden = { id: 'garden', name: 'Garden' };
const link = 'https://loops.example/q/1';
const answered = { itemType: 'new_answer', site, title: 'Why does it loop?', excerpt: 'Because of i.', link };
const inbox = (part: Partial<InboxEvent> = {}) => inboxEvent('a', { ...answered, ...part });
const voted = { key: 'r', site, change: 10, voteType: 'up_votes', title: 'Why?', link, onDate: 1000 };
const change = (part: Partial<ReputationEvent> = {}): ReputationEvent => ({ ...voted, ...part });
const found = { site, title: 'How to <b>?', tags: ['c++', 'loops'], watchIds: ['w1'] };
const question = (part: Partial<QuestionEvent> = {}) => questionEvent(7, { ...found, ...part });
const watch = watchOf('w1', 'loops', { anyTags: ['c++'] });
const notify = { inbox: true, reputation: true, questions: true, badges: false };
const rules = { notify, watches: [watch], locale: ENGLISH };
const everything = { inbox: [inbox()], reputation: [change()], questions: [question()] };
const off = { ...rules, notify: { inbox: false, reputation: false, questions: false, badges: false } };

describe('notices', () => {
  it('names one inbox item by its title and opens it by a click', () => {
    const body = 'New answer on Loops & Gates\nBecause of i.';
    const notice = { kind: 'inbox', title: 'Why does it loop?', body, link, count: 1 };
    const subjects = [{ kind: 'inbox', key: 'a' }];
    expect(notificationsFor({ inbox: [inbox()] }, rules)).toEqual([{ ...notice, subjects }]);
  });

  it('makes one summary of several, newest first, and says how many more there are', () => {
    const many = [0, 1, 2, 3, 4, 5].map((at) => inbox({ key: `${at}`, title: `Title ${at}`, createdAt: at }));
    const newest = [5, 4, 3, 2].map((at) => `New answer: Title ${at}`);
    const notices = notificationsFor({ inbox: many }, rules);
    expect(notices).toMatchObject([
      { title: '6 new inbox items', count: 6, body: [...newest, 'and 2 more'].join('\n') },
    ]);
    expect(notices[0]!.link).toBeUndefined();
  });

  it('names each post once, however many items are about it', () => {
    const comment = (createdAt: number, part = {}) =>
      inbox({ key: `${createdAt}`, itemType: 'comment', createdAt, ...part });
    const items = [inbox({ createdAt: 4 }), comment(3), comment(2, { title: 'Why not?' }), comment(1)];
    const body = 'New answer and Comment × 2: Why does it loop?\nComment: Why not?';
    const summed = { title: '4 new inbox items', body, count: 4 };
    expect(notificationsFor({ inbox: items }, rules)[0]).toMatchObject(summed);
  });

  it('tells what is for the person apart from what is told to many', () => {
    const own = ['new_answer', 'moderator_message', 'a_new_kind'];
    const items = [...own, 'subcommunity_leaderboard', 'followed_post_activity'];
    const decided = notificationsFor({ inbox: items.map((itemType) => inbox({ key: itemType, itemType })) }, rules);
    expect(decided.map(({ kind, subjects }) => `${subjects.length} ${kind}`)).toEqual(['3 inbox', '2 activity']);
  });

  it('adds up reputation, with a true minus sign, and names votes it has never heard of', () => {
    expect([voteName(words, 'up_votes'), voteName(words, 'constructor')]).toEqual(['Upvote', 'Constructor']);
    expect(locale.signed(0)).toBe('+0');
    const told = (part: Partial<ReputationEvent>) =>
      notificationsFor({ reputation: [change(), change({ key: 's', ...part })] }, rules)[0];
    const eight = { title: '+8 reputation on Loops & Gates', body: '−2  Other\n+10  Why?', count: 2 };
    const both = told({ change: -2, title: 'Other', onDate: 2000 });
    expect(both).toMatchObject({ kind: 'reputation', ...eight });
    expect(told({ site: garden, change: 15 })?.title).toBe('+25 reputation on 2 sites');
  });

  it('announces a question of a watched tag with its tags, in one banner with others', () => {
    const notice = { title: 'How to <b>?', body: 'New question on Loops & Gates  [c++] [loops]' };
    const subjects = [{ kind: 'question', siteId: 'loops', questionId: 7 }];
    const told = notificationsFor({ questions: [question()] }, rules);
    expect(told).toMatchObject([{ kind: 'question', ...notice, subjects }]);
    const found = { ...everything, questions: [question(), question({ questionId: 8 })] };
    expect(notificationsFor(found, rules).map(({ kind }) => kind)).toEqual(['inbox', 'reputation', 'question']);
  });

  it.each([
    ['nothing', {}, rules],
    ['what was read elsewhere already', { inbox: [inbox({ unreadAtNetwork: false })] }, rules],
    ['changes of nothing', { reputation: [change({ change: 0 })] }, rules],
    ['a watch that is to list only', { questions: [question()] }, { ...rules, watches: [{ ...watch, alert: 'list' }] }],
    ['a muted watch', { questions: [question()] }, { ...rules, watches: [{ ...watch, muted: true }] }],
    ['a question of no watch', { questions: [question({ watchIds: [] })] }, rules],
    ['a muted site', everything, { ...rules, mutedSites: ['loops'] }],
    ['what is switched off', everything, off],
  ] satisfies [string, Parameters<typeof notificationsFor>[0], Parameters<typeof notificationsFor>[1]][])(
    'says nothing of %s',
    (_, found, by) => expect(notificationsFor(found, by)).toEqual([]),
  );

  it('makes no sound for silent watches, and one for any other among them', () => {
    const silent: StoredWatch = { ...watch, id: 'w2', alert: 'silent' };
    const watches = [watch, silent, { ...silent, id: 'w3', muted: true }];
    const of = (...questions: string[][]) =>
      notificationsFor(
        { questions: questions.map((watchIds, questionId) => question({ questionId, watchIds })) },
        { ...rules, watches },
      )[0]?.silent;
    expect(of(['w2'])).toBe(true);
    expect(of(['w2', 'w3'])).toBe(true);
    expect(of(['w2'], ['w1'])).toBeUndefined();
    expect(of(['w2', 'w1'])).toBeUndefined();
  });

  it('tells all of the others where a site is muted', () => {
    const items = [inbox(), inbox({ key: 'b', site: garden })];
    const reputation = [change(), change({ key: 's', site: garden, change: 15 })];
    const told = notificationsFor({ inbox: items, reputation }, { ...rules, mutedSites: ['loops'] });
    const titles = told.map(({ title, count }) => `${count}: ${title}`);
    expect(titles).toEqual(['1: Why does it loop?', '1: +15 reputation on Garden']);
  });

  it('sums up what a snooze held back', () => {
    const held = (count: number, ...subjects: Subject[]): StoredNotification => {
      return { id: 1, createdAt: 0, kind: subjects[0]!.kind, title: '', body: '', count, subjects };
    };
    const [a, b] = ['a', 'b'].map((key) => ({ kind: 'inbox' as const, key })) as [Subject, Subject];
    const match = held(1, { kind: 'question', siteId: 'loops', questionId: 7 });
    const first = summary([held(1, a), match, held(2, { kind: 'reputation', siteId: 'loops' })], ENGLISH);
    const body = '1 inbox item\n1 question from your watches\n1 site with a reputation change';
    expect(first).toMatchObject({ kind: 'summary', count: 4, body });
    expect(first.subjects).toHaveLength(3);
    expect(summary([{ ...held(4, a), ...first }, held(1, a, b)], ENGLISH).body).toContain('2 inbox items');
  });
});
