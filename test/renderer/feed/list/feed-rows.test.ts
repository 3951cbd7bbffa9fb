import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { InboxEntry } from '../../../../common/contract/contract.ts';
import { groupName, groupStart, startOfDay } from '../../../../renderer/feed/list/groups.ts';
import { FeedRows, type ListOrder } from '../../../../renderer/feed/list/feed-rows.ts';
import type { FeedRow } from '../../../../renderer/feed/list/threads.ts';
import { inboxOf } from '../../stage/fake-agent-data.ts';

const NONE: ReadonlySet<string> = new Set();
/** The newest of them came today. */
const today = ([newest]: readonly InboxEntry[]) => startOfDay(newest?.listedAt.getTime() ?? 0);
let feed = new FeedRows();
const group = (entries: readonly InboxEntry[], order: ListOrder = 'site', settled?: number, unfolded = NONE) =>
  feed.update(entries, { order, settled, unfolded, today: today(entries) });
/** A list without its numbers, which differ from one to the next. */
const withoutNumbers = (rows: readonly FeedRow[]) => rows.map(({ row: _row, ...rest }) => rest);
/** The same of a list that nothing was listed in before. */
const anew = (entries: readonly InboxEntry[], order: ListOrder) =>
  withoutNumbers(new FeedRows().update(entries, { order, settled: undefined, unfolded: NONE, today: today(entries) }));

/** Entries of two days, newest first: today garden, clock, garden; yesterday clock, clock. */
function twoDays() {
  const days = ['2026-05-06T11:00', '2026-05-06T10:00', '2026-05-06T09:00', '2026-05-05T23:59', '2026-05-05T08:00'];
  const sites = ['gardening', 'clockmaking', 'gardening', 'clockmaking', 'clockmaking'];
  return inboxOf(5, (index) => ({
    key: `e${index}`,
    site: { id: sites[index]!, name: sites[index]! },
    listedAt: new Date(days[index]!),
  }));
}

/** The list in a few words, a line for each day: `6: gardening e0 clockmaking e1`. */
const asShown = (grouped: readonly FeedRow[]): string[] =>
  grouped
    .flatMap((row) => [
      ...(row.group ? [`\n${row.group.getDate()}:`] : []),
      ...(row.site ? [row.site.id] : []),
      row.entry.key,
    ])
    .join(' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

describe('entries by day and site', () => {
  it('stand under their day and, within it, under their site, the site with the newest first', () => {
    expect(asShown(group(twoDays()))).toEqual(['6: gardening e0 e2 clockmaking e1', '5: clockmaking e3 e4']);
  });

  it('keep their order in a search, under days only', () => {
    expect(asShown(group(twoDays(), 'search'))).toEqual(['6: e0 e1 e2', '5: e3 e4']);
  });

  it('stay among those of the day before where their date is out of order', () => {
    const [first, second, third, fourth] = twoDays();
    expect(asShown(group([first!, fourth!, second!, third!]))).toEqual([
      '6: gardening e0',
      '5: clockmaking e3 e1 gardening e2',
    ]);
    expect(group([])).toEqual([]);
  });

  it.each(['site', 'search', 'question'] as const)(
    'are the same, whether grouped anew or one more at a time: by %s',
    (order) => {
      const entries = inboxOf(200, (index) => ({ question: `q${(index * 7) % 41}` }));
      feed = new FeedRows();
      const expectAsAnew = (some: readonly InboxEntry[]) => {
        const rows = group(some, order);
        expect(withoutNumbers(rows)).toEqual(anew(some, order));
        expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
      };
      for (let count = 199; count >= 0; count -= 7) expectAsAnew(entries.slice(count));
      // What went from the middle of a day, or its end, is gone; what was read, too, is as it is now.
      expectAsAnew(entries.filter((_, index) => index % 5 !== 3));
      expectAsAnew(entries.slice(0, 10));
      expectAsAnew(entries.slice(0, 10).map((entry) => ({ ...entry, unread: !entry.unread })));
    },
  );

  it('stand for their entries by the same number in the next list, each by one of its own', () => {
    const entries = inboxOf(60);
    const rowsOf = (some: readonly InboxEntry[], order: ListOrder = 'site') =>
      new Map(group(some, order).map(({ entry, row }) => [entry.key, row]));
    const before = rowsOf(entries.slice(10));
    const lists = [
      // New ones above; one in the middle read meanwhile; some gone; a search; all of them fetched anew.
      entries,
      entries.map((entry, index) => (index === 30 ? { ...entry, unread: !entry.unread } : entry)),
      entries.filter((_, index) => index % 7 !== 3),
      entries.map((entry) => ({ ...entry })),
    ];
    let rows = before;
    for (const list of lists) {
      for (const order of ['site', 'search', 'time'] as const) {
        const next = rowsOf(list, order);
        expect(new Set(next.values()).size).toBe(list.length);
        for (const [key, row] of next) if (rows.has(key)) expect(row).toBe(rows.get(key));
        rows = next;
      }
    }
  });

  it('fold into one row where they are of one question: of a group, or by question of all the list', () => {
    const entries = twoDays().map((entry, index) => ({ ...entry, question: index === 2 ? 'q2' : 'q1' }));
    const inThreads = (order: ListOrder) =>
      group(entries, order).map(({ entry, older }) => [entry.key, ...older.map(({ key }) => key)].join(' '));
    expect(inThreads('time')).toEqual(['e0 e1', 'e2', 'e3 e4']);
    expect(inThreads('question')).toEqual(['e0 e1 e3 e4', 'e2']);
    expect(inThreads('search')).toEqual(['e0', 'e1', 'e2', 'e3', 'e4']);
    const unfolded = group(entries, 'time', undefined, new Set(['e0']));
    expect(unfolded.map(({ entry, isOlder }) => `${isOlder ? '- ' : ''}${entry.key}`)).toEqual([
      'e0',
      '- e1',
      'e2',
      'e3',
    ]);
    expect(new Set(unfolded.map(({ row }) => row)).size).toBe(4);
  });

  it('stand above everything else while the list is looked at, which stays as it is', () => {
    const entries = twoDays().map((entry, index) => ({ ...entry, place: 100 - index, question: 'q1' }));
    for (const order of ['time', 'site', 'question'] as const) {
      const [, , ...before] = entries;
      const calm = group(before, order, 98);
      const rows = group(entries, order, 98);
      expect(rows.slice(-calm.length)).toEqual(calm);
      expect(rows[0]).toMatchObject({ entry: { key: 'e0' }, isNewer: order !== 'question', group: undefined });
      expect(withoutNumbers(group(entries, order, 100))).toEqual(anew(entries, order));
    }
  });
});

describe('the groups of a list', () => {
  /** A Thursday, at noon. */
  const now = new Date('2026-11-26T12:00').getTime();
  const named = (day: string, tag = 'en-GB') => groupName({ tag }, new Date(day), now);

  it('grow coarser: two days, two weeks, then months, and other years by name', () => {
    for (const [day, name, german] of [
      ['2026-11-27T08:00', 'Today'],
      ['2026-11-26T00:00', 'Today', 'Heute'],
      ['2026-11-25T23:59', 'Yesterday'],
      ['2026-11-24T10:00', 'This week', 'Diese Woche'],
      ['2026-11-23T00:00', 'This week'],
      ['2026-11-22T23:59', 'Last week'],
      ['2026-11-16T00:00', 'Last week'],
      ['2026-11-15T10:00', 'November'],
      ['2026-10-01T10:00', 'October', 'Oktober'],
      ['2025-11-30T10:00', 'November 2025'],
    ] as const)
      expect([named(day), german && named(day, 'de')]).toEqual([name, german]);
  });

  const midnight = startOfDay(now);
  it.prop([fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 4000 })])(
    'begin before what they hold, and never later than what is newer',
    (one, other) => {
      const [older, newer] = [now - Math.max(one, other) * 3_600_000, now - Math.min(one, other) * 3_600_000];
      const start = groupStart(older, midnight);
      expect(start).toBeLessThanOrEqual(older);
      expect(start).toBeLessThanOrEqual(groupStart(newer, midnight));
      expect(groupStart(start, midnight)).toBe(start);
    },
  );
});
