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
} from '../../../../electron/store/events.ts';
import { inboxEvent, questionEvent } from '../../../support/events.ts';
import { watchOf } from '../../../support/watch.ts';
import type { StoredWatch } from '../../../../electron/store/settings.ts';
import { ENGLISH } from '../../../../common/i18n/localized-text.ts';

const locale = localeOf('en');
const { words } = locale;
const site = { id: 'loops', name: 'Loops & Gates' };
const garden = { id: 'garden', name: 'Garden' };
const inbox = (part: Partial<InboxEvent> = {}) =>
  inboxEvent('a', {
    itemType: 'new_answer',
    site,
    title: 'Why does it loop?',
    excerpt: 'Because of i.',
    link: 'https://loops.example/q/1',
    ...part,
  });
const change = (part: Partial<ReputationEvent> = {}): ReputationEvent => ({
  key: 'r',
  site,
  change: 10,
  voteType: 'up_votes',
  title: 'Why?',
  link: 'https://loops.example/q/1',
  onDate: 1000,
  ...part,
});
const question = (part: Partial<QuestionEvent> = {}) =>
  questionEvent(7, {
    site,
    title: 'How to <b>?',
    tags: ['c++', 'loops'],
    link: 'https://loops.example/q/7',
    watchIds: ['w1'],
    ...part,
  });
const watch = watchOf('w1', 'loops', { anyTags: ['c++'] });
const rules = {
  notify: { inbox: true, reputation: true, questions: true, badges: false },
  watches: [watch],
  locale: ENGLISH,
};
const everything = { inbox: [inbox()], reputation: [change()], questions: [question()] };
const off = { ...rules, notify: { inbox: false, reputation: false, questions: false, badges: false } };

describe('notices', () => {
  it('names one inbox item by its title and opens it by a click', () => {
    expect(notificationsFor({ inbox: [inbox()] }, rules)).toEqual([
      {
        kind: 'inbox',
        title: 'Why does it loop?',
        body: 'New answer on Loops & Gates\nBecause of i.',
        link: 'https://loops.example/q/1',
        count: 1,
        subjects: [{ kind: 'inbox', key: 'a' }],
      },
    ]);
  });

  it('makes one summary of several, newest first, and says how many more there are', () => {
    const many = Array.from({ length: 6 }, (_, index) =>
      inbox({ key: String(index), title: `Title ${index}`, createdAt: index }),
    );
    const [notice, ...others] = notificationsFor({ inbox: many }, rules);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ title: '6 new inbox items', count: 6 });
    expect(notice?.link).toBeUndefined();
    expect(notice?.body.split('\n')).toEqual([
      'New answer: Title 5',
      'New answer: Title 4',
      'New answer: Title 3',
      'New answer: Title 2',
      'and 2 more',
    ]);
  });

  it('names each post once, however many items are about it', () => {
    const [notice] = notificationsFor(
      {
        inbox: [
          inbox({ key: 'a', createdAt: 4 }),
          inbox({ key: 'b', itemType: 'comment', createdAt: 3 }),
          inbox({ key: 'c', itemType: 'comment', createdAt: 2, title: 'Why not?' }),
          inbox({ key: 'd', itemType: 'comment', createdAt: 1 }),
        ],
      },
      rules,
    );
    expect(notice).toMatchObject({
      title: '4 new inbox items',
      body: 'New answer and Comment × 2: Why does it loop?\nComment: Why not?',
      count: 4,
    });
  });

  it('tells what is for the person apart from what is told to many', () => {
    const [own, others] = [
      ['new_answer', 'moderator_message', 'a_new_kind'],
      ['subcommunity_leaderboard', 'followed_post_activity'],
    ];
    const items = [...own, ...others];
    const decided = notificationsFor({ inbox: items.map((itemType) => inbox({ key: itemType, itemType })) }, rules);
    expect(decided.map(({ kind, subjects }) => [kind, subjects.length])).toEqual([
      ['inbox', 3],
      ['activity', 2],
    ]);
  });

  it('names votes it has never heard of', () => {
    expect([voteName(words, 'up_votes'), voteName(words, 'constructor')]).toEqual(['Upvote', 'Constructor']);
  });

  it('adds up reputation, with a true minus sign', () => {
    expect(locale.signed(0)).toBe('+0');
    expect(
      notificationsFor(
        { reputation: [change(), change({ key: 's', change: -2, title: 'Other', onDate: 2000 })] },
        rules,
      ),
    ).toMatchObject([
      { kind: 'reputation', title: '+8 reputation on Loops & Gates', body: '−2  Other\n+10  Why?', count: 2 },
    ]);
    expect(
      notificationsFor({ reputation: [change(), change({ key: 's', site: garden, change: 15 })] }, rules)[0]?.title,
    ).toBe('+25 reputation on 2 sites');
  });

  it('announces a question of a watched tag with its tags', () => {
    expect(notificationsFor({ questions: [question()] }, rules)).toMatchObject([
      {
        kind: 'question',
        title: 'How to <b>?',
        body: 'New question on Loops & Gates  [c++] [loops]',
        subjects: [{ kind: 'question', siteId: 'loops', questionId: 7 }],
      },
    ]);
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
    const muted = { ...rules, mutedSites: ['loops'] };
    const mixed = notificationsFor(
      {
        inbox: [inbox(), inbox({ key: 'b', site: garden })],
        reputation: [change(), change({ key: 's', site: garden, change: 15 })],
      },
      muted,
    );
    expect(mixed.map(({ title, count }) => [title, count])).toEqual([
      ['Why does it loop?', 1],
      ['+15 reputation on Garden', 1],
    ]);
  });

  it('makes one banner for each kind at most', () => {
    expect(
      notificationsFor(
        { inbox: [inbox()], reputation: [change()], questions: [question(), question({ questionId: 8 })] },
        rules,
      ).map((notice) => notice.kind),
    ).toEqual(['inbox', 'reputation', 'question']);
  });

  it('sums up what a snooze held back', () => {
    const wordless = { createdAt: 0, title: '', body: '' };
    const held: StoredNotification[] = [
      { id: 1, ...wordless, kind: 'inbox', count: 1, subjects: [{ kind: 'inbox', key: 'a' }] },
      {
        id: 2,
        ...wordless,
        kind: 'question',
        count: 1,
        subjects: [{ kind: 'question', siteId: 'loops', questionId: 7 }],
      },
      { id: 3, ...wordless, kind: 'reputation', count: 2, subjects: [{ kind: 'reputation', siteId: 'loops' }] },
    ];
    const first = summary(held, ENGLISH);
    expect(first).toMatchObject({
      kind: 'summary',
      count: 4,
      body: '1 inbox item\n1 question from your watches\n1 site with a reputation change',
    });
    expect(first.subjects).toHaveLength(3);
    const subjects = ['a', 'b'].map((key) => ({ kind: 'inbox' as const, key }));
    const more: StoredNotification = { ...held[0]!, id: 5, subjects };
    expect(summary([{ ...first, id: 4, createdAt: 0 }, more], ENGLISH).body).toContain('2 inbox items');
  });
});
