import { beforeEach, describe, expect, it } from 'vitest';
import type { QuestionEvent } from '../../../../electron/store/events.ts';
import { openProfile, type ProfileHistory } from '../../../support/profile.ts';
import { ADA, inboxEvent, questionEvent } from '../../../support/events.ts';
import { openHistory, type History } from '../../../../electron/store/history.ts';
import type { InboxFilter } from '../../../../common/schemas/settings.ts';

const noon = new Date(2026, 0, 10, 12).getTime();
const minute = 60_000;
const question = (questionId: number, part: Partial<QuestionEvent> = {}) =>
  questionEvent(questionId, {
    title: `How does loop ${questionId} end?`,
    tags: ['loops'],
    link: `https://loops.example/q/${questionId}`,
    createdAt: noon - 60 * minute,
    watchIds: ['w1'],
    ...part,
  });
const comment = (key: string, createdAt: number) => inboxEvent(key, { createdAt, questionId: 7 });
const keyOf = (questionId: number) => `askbell_match|loops|${questionId}`;

describe('what watches found, among the inbox items', () => {
  let history: History;
  let profile: ProfileHistory;
  const listed = (filter: InboxFilter = {}) => history.inboxOf([profile.profile.id]).list(filter, 50).items;
  const keys = (filter: InboxFilter = {}) => listed(filter).map(({ key }) => key);
  const counts = (filter: InboxFilter = {}) => history.inboxOf([profile.profile.id]).counts(filter);
  const find = (questionId: number, matchedAt: number, part: Partial<QuestionEvent> = {}) =>
    profile.questions.add(question(questionId, part), noon, { matchedAt, read: false, met: true });

  beforeEach(() => {
    ({ history, profile } = openProfile());
    history.setSites('demo', [{ id: 'loops', name: 'Loops', siteUrl: 'https://loops.example', iconUrl: 'l.png' }]);
    profile.inbox.add([comment('a', noon - 30 * minute), comment('b', noon)], noon);
    find(1, noon - 10 * minute);
    find(2, noon);
    find(3, noon - 5 * minute, { watchIds: [] });
  });

  it('is listed by when it came to match, and searched, counted and filtered like them', () => {
    expect(keys()).toEqual([keyOf(2), 'b', keyOf(1), 'a']);
    const site = { id: 'loops', name: 'Loops', iconUrl: 'l.png' };
    const listing = { itemType: 'askbell_match', site, listedAt: noon, unread: true };
    expect(listed()[0]).toMatchObject({ ...question(2), ...listing });
    expect(keys({ source: 'inbox' })).toEqual(['b', 'a']);
    expect(keys({ source: 'watches' })).toEqual([keyOf(2), keyOf(1)]);
    expect(keys({ source: 'watches', site: ['1:loops'], tag: ['loops'] })).toEqual([keyOf(2), keyOf(1)]);
    expect(keys({ text: 'loop end' })).toEqual([keyOf(2), keyOf(1)]);
    expect(keys({ text: 'loop', source: 'inbox' })).toEqual(['b', 'a']);
    expect(keys({ text: 'loops', source: 'watches' })).toEqual([keyOf(2), keyOf(1)]);
    expect(counts()).toMatchObject({ total: 4, unread: 4, tags: [{ value: 'loops', count: 2 }] });
    expect(counts({ source: 'inbox' })).toMatchObject({ total: 2, unread: 2, tags: [] });
    expect(counts().kinds).toEqual([
      { value: 'askbell_match', name: 'askbell_match', count: 2 },
      { value: 'comment', name: 'comment', count: 2 },
    ]);
  });

  it('is read one by one, here or there, and all at once with the rest', () => {
    expect(profile.inbox.markRead([keyOf(1)], noon)).toEqual([keyOf(1)]);
    expect(profile.questions.get('loops', 1)?.unread).toBe(false);
    profile.questions.setRead('loops', 2, noon);
    expect(keys({ unread: true })).toEqual(['b', 'a']);
    profile.inbox.mark([keyOf(1)], 'unread', noon);
    expect(profile.questions.get('loops', 1)?.unread).toBe(true);
    expect([profile.questions.unreadCount(), profile.inbox.unreadCount()]).toEqual([1, 2]);
    const unread = [...profile.inbox.unread('inbox', 99), ...profile.inbox.unread('watches', 99)];
    const all = unread.map(({ key }) => key);
    const marked = profile.inbox.mark(all, 'read', noon);
    expect(marked.map(({ key }) => key).toSorted()).toEqual(['a', keyOf(1), 'b']);
    expect([profile.questions.unreadCount(), profile.inbox.unreadCount()]).toEqual([0, 0]);
    profile.inbox.restore(marked);
    expect(profile.inbox.unread('watches', 5).map(({ questionId }) => questionId)).toEqual([1]);
  });

  it('is no inbox item where only these are meant: in the tray, for the network, or to be asked for tags', () => {
    find(4, noon + minute, { tags: [] });
    expect(profile.inbox.list(9).map(({ key }) => key)).toEqual(['b', 'a']);
    expect(profile.inbox.unread('inbox', 9).map(({ key }) => key)).toEqual(['b', 'a']);
    expect(profile.inbox.readableAtNetwork(-Infinity, noon + 9 * minute, 9)).toEqual(['b', 'a']);
    expect(profile.inbox.questionsWithoutTags(9, () => true)?.ids).toEqual([7]);
  });

  it('comes and goes with the watches that find it', () => {
    profile.questions.setWatches('loops', 3, ['w2'], noon + minute, noon);
    profile.questions.setWatches('loops', 2, ['w1', 'w2'], noon, noon);
    find(4, noon - 20 * minute, { watchIds: ['w11'] });
    expect(keys({ watch: 'w2' })).toEqual([keyOf(3), keyOf(2)]);
    const removed = profile.questions.removeWatches(['w1'], noon);
    expect(keys({ source: 'watches' })).toEqual([keyOf(3), keyOf(2), keyOf(4)]);
    expect(profile.questions.unreadCount()).toBe(2);
    profile.questions.restoreWatch('w1', removed);
    expect(keys({ watch: 'w1' })).toEqual([keyOf(2), keyOf(1)]);
    expect(keys({ unread: true, watch: 'w1' })).toEqual([keyOf(2), keyOf(1)]);
    for (const mark of ['done', 'saved'] as const) profile.inbox.mark([keyOf(1)], mark, noon);
    profile.questions.restoreWatch('w1', profile.questions.removeWatches(['w1'], noon));
    expect([keys({ state: 'done' }), keys({ state: 'saved' })]).toEqual([[keyOf(1)], [keyOf(1)]]);
  });

  it('goes with its question once that is old and read, but not while it is snoozed or saved', async () => {
    const later = noon + 400 * 24 * 3600_000;
    find(4, noon);
    profile.inbox.markRead([keyOf(1), keyOf(2)], noon);
    profile.inbox.mark(['a', 'b', keyOf(4)], 'done', noon);
    profile.inbox.mark(['a', keyOf(4)], 'saved', noon);
    profile.inbox.snooze([keyOf(2)], later + minute);
    expect(await history.deleteOlder(later, later)).toBe(2);
    expect(keys({ source: 'watches' })).toEqual([]);
    expect([keys({ state: 'snoozed' }), keys({ state: 'saved' })]).toEqual([[keyOf(2)], [keyOf(4), 'a']]);
    expect(profile.questions.get('loops', 1)).toBeUndefined();
    await history.deleteEverything(later);
    expect(keys()).toEqual([]);
    expect(counts().total).toBe(0);
  });

  it('is written into an export once, as the question that it is, and is listed again after an import', () => {
    for (const mark of ['done', 'saved'] as const) profile.inbox.mark(['a', keyOf(1)], mark, noon);
    const text = [...history.archive().pieces].map((piece) => piece.text).join('');
    const [archived] = JSON.parse(text) as { inbox: unknown[]; questions: unknown[] }[];
    expect([archived?.inbox.length, archived?.questions.length]).toEqual([2, 2]);
    const other = openHistory(':memory:');
    other.importRows(ADA, archived as never, new Map([['w1', 'mine']]), noon);
    const { id } = other.lastProfile('demo', 1)!.profile;
    const marked = [{ key: keyOf(1), unread: false }, { key: 'a' }];
    const inbox = other.inboxOf([id]);
    for (const state of ['done', 'saved'] as const) expect(inbox.list({ state }, 5).items).toMatchObject(marked);
    const ofWatch = (state?: 'done') => inbox.list({ watch: 'mine', state }, 5).items.map(({ key }) => key);
    expect([ofWatch(), ofWatch('done')]).toEqual([[keyOf(2)], [keyOf(1)]]);
    other.close();
  });
});
