import { describe, expect, it } from 'vitest';
import type { InboxEntry } from '../../../../common/contract/contract.ts';
import { groupByDay, type GroupedEntry } from '../../../../renderer/inbox/list/group-by-day.ts';
import { inboxOf } from '../../stage/fake-agent-data.ts';

/** Entries of two days, newest first: today garden, clock, garden; yesterday clock, clock. */
function twoDays() {
  const days = ['2026-05-06T11:00', '2026-05-06T10:00', '2026-05-06T09:00', '2026-05-05T23:59', '2026-05-05T08:00'];
  const sites = ['gardening', 'clockmaking', 'gardening', 'clockmaking', 'clockmaking'];
  return inboxOf(5).map((entry, index) => ({
    ...entry,
    key: `e${index}`,
    site: { id: sites[index]!, name: sites[index]! },
    listedAt: new Date(days[index]!),
  }));
}

/** The list in a few words, a line for each day: `6: gardening e0 clockmaking e1`. */
const asShown = (grouped: readonly GroupedEntry[]): string[] =>
  grouped
    .flatMap(({ entry, day, site }) => [...(day ? [`\n${day.getDate()}:`] : []), ...(site ? [site.id] : []), entry.key])
    .join(' ')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

describe('entries by day and site', () => {
  it('stand under their day and, within it, under their site, the site with the newest first', () => {
    expect(asShown(groupByDay(twoDays(), false))).toEqual([
      '6: gardening e0 e2 clockmaking e1',
      '5: clockmaking e3 e4',
    ]);
  });

  it('keep their order in a search, under days only', () => {
    expect(asShown(groupByDay(twoDays(), true))).toEqual(['6: e0 e1 e2', '5: e3 e4']);
  });

  it('stay among those of the day before where their date is out of order', () => {
    const [first, second, third, fourth] = twoDays();
    expect(asShown(groupByDay([first!, fourth!, second!, third!], false))).toEqual([
      '6: gardening e0',
      '5: clockmaking e3 e1 gardening e2',
    ]);
    expect(groupByDay([], false)).toEqual([]);
  });

  it('are grouped anew where something came, went or changed since the last time', () => {
    const [first, second, third, fourth, fifth] = twoDays();
    expect(asShown(groupByDay([third!, fourth!, fifth!], false))).toEqual(['6: gardening e2', '5: clockmaking e3 e4']);
    expect(asShown(groupByDay([first!, second!, third!, fourth!, fifth!], false))).toEqual([
      '6: gardening e0 e2 clockmaking e1',
      '5: clockmaking e3 e4',
    ]);
    expect(asShown(groupByDay([first!, third!, fifth!], false))).toEqual(['6: gardening e0 e2', '5: clockmaking e4']);
    const read = { ...third!, unread: !third!.unread };
    expect(groupByDay([first!, read], false).map(({ entry }) => entry)).toEqual([first, read]);
  });

  it('are the same, whether grouped anew or one more at a time', () => {
    const entries = inboxOf(200);
    for (let count = 199; count >= 0; count -= 7) {
      const some = entries.slice(count);
      const fresh = some.map((entry) => ({ ...entry }));
      expect(groupByDay(some, false)).toEqual(groupByDay(fresh, false));
      expect(groupByDay(some, true)).toEqual(groupByDay(fresh, true));
    }
    // What went from the middle of a day, or its end, is gone.
    const gone = entries.filter((_, index) => index % 5 !== 3);
    expect(groupByDay(gone, false)).toEqual(
      groupByDay(
        gone.map((entry) => ({ ...entry })),
        false,
      ),
    );
    const cut = entries.slice(0, 10);
    expect(
      groupByDay(cut, false)
        .map(({ entry }) => entry.key)
        .toSorted(),
    ).toEqual(cut.map(({ key }) => key).toSorted());
  });

  it('stand for their entries by the same number in the next list, each by one of its own', () => {
    const entries = inboxOf(60);
    const rowsOf = (some: readonly InboxEntry[], inSearch = false) =>
      new Map(groupByDay(some, inSearch).map(({ entry, row }) => [entry.key, row]));
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
      for (const inSearch of [false, true]) {
        const next = rowsOf(list, inSearch);
        expect(new Set(next.values()).size).toBe(list.length);
        for (const [key, row] of next) if (rows.has(key)) expect(row).toBe(rows.get(key));
        rows = next;
      }
    }
  });
});
