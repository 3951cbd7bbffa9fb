import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InboxFilter } from '../../../../common/schemas/settings.ts';
import type { ItemMark } from '../../../../common/contract/inbox.ts';
import type { InboxEvent } from '../../../../electron/store/events.ts';
import { UNTIL_REPLY_AT } from '../../../../common/snooze.ts';
import { openProfile, type History, type ProfileHistory } from '../../../support/profile.ts';
import { inboxEvent } from '../../../support/events.ts';
import { matchedText } from '../../../../electron/store/inbox/search.ts';

const day = 24 * 3600_000;
const start = new Date(2026, 0, 10, 12).getTime();
const item = (key: string, part: Partial<InboxEvent> = {}) => inboxEvent(key, { createdAt: start, ...part });

describe('the search of the inbox', () => {
  let history: History;
  let profile: ProfileHistory;
  const keys = (filter: Parameters<ReturnType<History['inboxOf']>['list']>[0], limit = 50) =>
    history
      .inboxOf([profile.profile.id])
      .list(filter, limit)
      .items.map(({ key }) => key);

  /** The keys of the items that each of these texts finds. */
  const foundBy = (texts: object) =>
    Object.fromEntries(Object.keys(texts).map((text) => [text, keys({ text }).toSorted().join(' ')]));
  beforeEach(() => void ({ history, profile } = openProfile()));

  it('finds every word, folds diacritics and case, and lets the last word be unfinished', () => {
    const cafe = item('a', { title: 'Café au LAIT', excerpt: 'with oat milk' });
    const coffee = item('b', { title: 'Coffee', excerpt: 'Lait cru' });
    profile.inbox.add([cafe, coffee, item('c', { title: 'Tea' })], 1);
    const wanted = { cafe: 'a', lait: 'a b', LAI: 'a b', 'LAI ': '', 'oat caf': 'a', 'cafe tea': '' };
    expect(foundBy(wanted)).toEqual(wanted);
  });

  it('takes nothing that is typed as an operator', () => {
    profile.inbox.add([item('a', { title: 'NOT "quoted" AND near: title' })], 1);
    const wanted = { '"quoted': 'a', 'NOT quoted': 'a', 'title:': 'a', p1: '', '***': '' };
    expect(foundBy(wanted)).toEqual(wanted);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        expect(() => keys({ text })).not.toThrow();
      }),
    );
  });

  it('says where it found something, in the text as it is', () => {
    profile.inbox.add([item('a', { title: 'Über den Fluß', excerpt: 'ein Überfluss' })], 1);
    const [found] = history.inboxOf([profile.profile.id]).list({ text: 'uber' }, 5).items;
    expect(found?.found?.title).toEqual({ text: 'Über den Fluß', ranges: [{ from: 0, to: 4 }] });
    expect(found?.found?.excerpt.ranges).toEqual([{ from: 4, to: 13 }]);
    const unmarked = fc.string({ maxLength: 8 }).filter((text) => !text.includes('\u0002') && !text.includes('\u0003'));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), unmarked)), (parts) => {
        const given = parts.map(([marked, part]) => (marked ? `\u0002${part}\u0003` : part));
        const { text, ranges } = matchedText(given.join(''));
        expect(text).toBe(parts.map(([, part]) => part).join(''));
        const found = ranges.map(({ from, to }) => text.slice(from, to));
        expect(found).toEqual(parts.flatMap(([marked, part]) => (marked ? [part] : [])));
      }),
    );
  });

  it('knows what was read: body, writer and tags, also after they change', () => {
    profile.inbox.add([item('a', { questionId: 7, answerId: 9 })], 1);
    profile.inbox.setPost('loops', 'answer', 9, { body: 'the escapement of a longcase clock', person: 'Grace' });
    profile.inbox.setTags('loops', 7, ['clocks', 'c++']);
    const wanted = { escapem: 'a', 'grace clock': 'a' };
    expect(foundBy(wanted)).toEqual(wanted);
    expect(keys({ tag: ['c++'] })).toEqual(['a']);
    profile.inbox.setPost('loops', 'answer', 9, { body: 'nothing of the kind', person: 'Grace' });
    profile.inbox.setTags('loops', 7, ['clocks']);
    expect(keys({ text: 'escapem' })).toEqual([]);
    expect(keys({ tag: ['c++'] })).toEqual([]);
    expect(keys({ tag: ['clocks'], text: 'kin' })).toEqual(['a']);
  });

  it('combines filters, and counts what each choice would leave', () => {
    const beds = { id: 'beds', name: 'Beds' };
    const ofLoops = [item('a', { itemType: 'new_answer' }), item('b', { unreadAtNetwork: false })];
    const ofBeds = [item('c', { site: beds }), item('d', { site: beds, itemType: 'new_answer' })];
    profile.inbox.add([...ofLoops, ...ofBeds], 1);
    expect(keys({ site: ['1:beds'], kind: ['new_answer'] })).toEqual(['d']);
    expect(keys({ site: ['1:loops'], unread: true })).toEqual(['a']);
    expect(keys({ text: 'title', site: ['1:beds'], unread: true }).toSorted()).toEqual(['c', 'd']);
    expect(history.inboxOf([profile.profile.id]).counts({ text: 'title', kind: ['comment'] }).sites).toMatchObject([
      { value: 'beds', count: 1 },
      { value: 'loops', count: 1 },
    ]);
  });

  it('ends a page with a day, so that its groups are whole', () => {
    const createdAt = (index: number) => start - Math.floor(index / 10) * day - (index % 10) * 1000;
    const items = Array.from({ length: 30 }, (_, index) => item(`k${index}`, { createdAt: createdAt(index) }));
    profile.inbox.add(items, 1);
    const list = history.inboxOf([profile.profile.id]);
    const first = list.list({}, 4);
    expect([first.items.length, first.hasMore]).toEqual([10, true]);
    const second = list.list({}, 15, first.items.at(-1)?.place);
    expect([second.items.length, second.hasMore]).toEqual([20, false]);
  });

  it('gives what is above a place, and says where that is not all', () => {
    const rising = ['a', 'b', 'c', 'd'].map((key, index) => item(key, { createdAt: start + index * 1000 }));
    profile.inbox.add(rising, 1);
    const inbox = history.inboxOf([profile.profile.id]);
    const places = inbox.list({}, 9).items.map(({ place }) => place);
    const above = (index: number, limit: number) => {
      const { items, hasMore } = inbox.list({}, limit, undefined, places[index]);
      return [items.map(({ key }) => key).join(), hasMore];
    };
    expect(above(0, 9)).toEqual(['', false]);
    expect(above(2, 9)).toEqual(['d,c', false]);
    expect(above(3, 2)).toEqual(['d,c', true]);
  });

  it('leaves what is snoozed out of the list, not out of a search, and lets it come back on top', () => {
    profile.inbox.add([item('a'), item('b', { createdAt: start + 1000 })], 1);
    profile.inbox.snooze(['a'], start + day);
    expect([keys({}), keys({ state: 'snoozed' }), keys({ text: 'title a' })]).toEqual([['b'], ['a'], ['a']]);
    expect(profile.inbox.unreadCount()).toBe(1);
    expect(profile.inbox.returnDue(start + day - 1)).toEqual([]);
    expect(profile.inbox.returnDue(start + day)).toMatchObject([{ key: 'a', unread: true, listedAt: start + day }]);
    for (const filter of [{}, { text: 'title' }]) expect(keys(filter)).toEqual(['a', 'b']);
    expect(profile.inbox.unreadCount()).toBe(2);
  });

  it('counts nothing where nobody is signed in', () => {
    for (const filter of [{}, { state: 'saved' }, { site: ['1:a'] }, { text: 'a' }] satisfies InboxFilter[])
      expect(history.inboxOf([]).counts(filter)).toMatchObject({ total: 0, saved: 0, sites: [] });
  });

  it('lists what is done by itself, also in a search, and what is saved wherever it is', () => {
    profile.inbox.add([item('a'), item('b', { itemType: 'comment' }), item('c', { questionId: 1 }), item('d')], 1);
    const lists = () => [keys({}), keys({ state: 'done' }), keys({ state: 'saved' }), keys({ state: 'snoozed' })];
    const mark = (mark: ItemMark, ...of: string[]) => profile.inbox.mark(of, mark, 2);
    const snoozed = profile.inbox.snooze(['a'], start + day);
    mark('saved', 'a', 'c', 'd');
    expect(lists()).toEqual([['d', 'c', 'b'], [], ['d', 'c', 'a'], ['a']]);
    const before = mark('done', 'a', 'b', 'c', 'e');
    expect(lists()).toEqual([['d'], ['c', 'b', 'a'], ['d', 'c', 'a'], []]);
    expect(profile.inbox.get('c')).toMatchObject({ unread: false, done: true, saved: true });
    const ofSaved = history.inboxOf([profile.profile.id]).counts({ state: 'saved', source: 'inbox' });
    expect(ofSaved).toMatchObject({ done: 3, saved: 3, snoozed: 0 });
    expect(profile.inbox.unreadCount()).toBe(1);
    expect([keys({ text: 'title' }), keys({ text: 'title', state: 'done' })]).toEqual([['d'], ['c', 'b', 'a']]);
    expect(keys({ text: 'title c', state: 'saved' })).toEqual(['c']);
    // What comes later of the same question is new, and nothing comes back with it.
    profile.inbox.add([item('later', { questionId: 1, createdAt: start + 1000 })], 3);
    expect(profile.inbox.returnDue(start + 9 * day)).toEqual([]);
    expect(lists().slice(0, 2).map(String)).toEqual(['later,d', 'c,b,a']);
    mark('listed', 'b');
    expect(profile.inbox.get('b')).toMatchObject({ unread: false, done: false });
    mark('unread', 'c');
    expect(profile.inbox.get('c')).toMatchObject({ unread: true, done: false });
    profile.inbox.restore(before);
    profile.inbox.restore(snoozed);
    expect(lists()).toEqual([['later', 'd', 'c', 'b', 'a'], [], ['d', 'c', 'a'], []]);
    expect(profile.inbox.unreadCount()).toBe(5);
    // It was marked done after what is undone.
    const read = mark('read', 'd');
    mark('done', 'd');
    profile.inbox.restore(read);
    expect(profile.inbox.get('d')).toMatchObject({ unread: true, done: false });
  });

  it('brings back what waits for a reply when something newer comes of the same question, and nothing else', () => {
    const asked = (key: string, questionId: number, createdAt = start) => item(key, { questionId, createdAt });
    profile.inbox.add([asked('a', 1), asked('b', 2), asked('c', 1)], 1);
    profile.inbox.snooze(['a', 'b'], UNTIL_REPLY_AT);
    profile.inbox.snooze(['c'], start + day);
    profile.inbox.add([asked('earlier', 1, start - 1000)], 2);
    expect(keys({ state: 'snoozed' })).toEqual(['c', 'b', 'a']);
    profile.inbox.add([asked('later', 1, start + 1000)], 3);
    expect(keys({ state: 'snoozed' })).toEqual(['c', 'b']);
    expect(keys({})).toEqual(['later', 'a', 'earlier']);
    expect(profile.inbox.get('a')).toMatchObject({ unread: true });
    // What an import brings is no news, and what nobody can reply to does not wait.
    profile.inbox.add([asked('imported', 2, start + 1000)], 4, false);
    profile.inbox.add([item('message')], 4);
    expect(profile.inbox.snooze(['message'], UNTIL_REPLY_AT)).toEqual([]);
    expect(keys({ state: 'snoozed' })).toEqual(['c', 'b']);
  });

  it('keeps the people apart, and together where they are asked for together', () => {
    const other = history.profile({ network: 'other', accountId: 2, displayName: 'Bob' });
    profile.inbox.add([item('a')], 1);
    other.inbox.add([item('b', { createdAt: start + 1000 })], 1);
    expect(keys({ text: 'title' })).toEqual(['a']);
    const both = history.inboxOf([profile.profile.id, other.profile.id]);
    const keysOf = (filter: InboxFilter) => both.list(filter, 5).items.map(({ key }) => key);
    expect(keysOf({ text: 'title' })).toEqual(['b', 'a']);
    expect(keysOf({ site: ['1:loops', '2:loops'] })).toEqual(['b', 'a']);
    // Two networks may have a site of the same id.
    expect(keysOf({ site: ['1:loops'] })).toEqual(['a']);
    expect(keysOf({ site: ['2:loops', '1:beds'], text: 'title' })).toEqual(['b']);
    expect(both.counts({}).total).toBe(2);
  });
});
