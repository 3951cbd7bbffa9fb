import type { InboxEntry } from '../../../common/contract/contract.ts';

/**
 * One row of the list: an entry, with the headings that stand above it. Every object has all fields, also where one is
 * undefined: engines read many objects of one shape faster.
 */
export interface GroupedEntry {
  /**
   * Stands for the entry's key from one list to the next. The virtual list looks up every row of a list that changed;
   * it finds numbers in half the time that texts take.
   */
  row: number;
  entry: InboxEntry;
  /** The first entry of a day carries that day; its heading stands above. */
  day: Date | undefined;
  /** The first entry of a site within a day carries the site; its heading stands above. */
  site: InboxEntry['site'] | undefined;
}

/** A list and what came of it. Where a day begins, both have the same index. */
interface Grouping {
  entries: readonly InboxEntry[];
  grouped: readonly GroupedEntry[];
  inSearch: boolean;
}

/**
 * The result of the call before. A new or changed item changes only its own day; with thousands of items the days
 * before and after need not be grouped anew.
 */
let last: Grouping = { entries: [], grouped: [], inSearch: false };
let nextRow = 0;

/** How many entries are the same at the beginning of both. */
function countSameAtStart(before: readonly InboxEntry[], now: readonly InboxEntry[]): number {
  const shorter = Math.min(before.length, now.length);
  let count = 0;
  while (count < shorter && before[count] === now[count]) count++;
  return count;
}

/** How many entries are the same at the end of both. */
function countSameAtEnd(before: readonly InboxEntry[], now: readonly InboxEntry[]): number {
  const shorter = Math.min(before.length, now.length);
  let count = 0;
  while (count < shorter && before[before.length - 1 - count] === now[now.length - 1 - count]) count++;
  return count;
}

/** The rows that a list had, by the entries' keys. */
class FormerRows {
  private readonly rows = new Map<string, number>();
  private readonly grouped: readonly GroupedEntry[];
  private readUntil: number;

  /** `from`: the index of the first that is asked for, where a day begins. */
  constructor(grouped: readonly GroupedEntry[], from: number) {
    this.grouped = grouped;
    this.readUntil = from;
  }

  /** Makes those before index `end` known, and the rest of the last day among them. */
  readTo(end: number): void {
    const { grouped, rows } = this;
    for (let one = grouped[this.readUntil]; one; one = grouped[++this.readUntil]) {
      if (this.readUntil >= end && one.day) return;
      rows.set(one.entry.key, one.row);
    }
  }

  of(entry: InboxEntry): number {
    return this.rows.get(entry.key) ?? nextRow++;
  }
}

/** Where the day ends that begins at `from`: the index of the first entry of the next. */
function endOfDay(entries: readonly InboxEntry[], from: number): number {
  const midnight = new Date(entries[from]!.listedAt).setHours(0, 0, 0, 0);
  let to = from;
  while (to < entries.length && entries[to]!.listedAt.getTime() >= midnight) to++;
  // At least one entry, or the caller would never get on: an invalid date is later than nothing, not even itself.
  return Math.max(to, from + 1);
}

function groupDay(entries: readonly InboxEntry[], inSearch: boolean, rows: FormerRows): GroupedEntry[] {
  const groups = inSearch ? [entries] : [...Map.groupBy(entries, ({ site }) => site.id).values()];
  const grouped = groups.flatMap((group) =>
    group.map((entry, index): GroupedEntry => ({
      row: rows.of(entry),
      entry,
      day: undefined,
      site: index === 0 && !inSearch ? entry.site : undefined,
    })),
  );
  grouped[0]!.day = entries[0]!.listedAt;
  return grouped;
}

/**
 * Takes entries, newest first; gives them grouped by day, and within a day by site, the site with the newest entry
 * first. In a search the order is left as it is, and only days have headings. A later entry among those of an earlier
 * day stays there.
 */
export function groupByDay(entries: readonly InboxEntry[], inSearch: boolean): readonly GroupedEntry[] {
  const before = last;
  const isAlike = before.inSearch === inSearch;
  /** The same entry's index in the list before, where the end of both is the same. */
  const indexBefore = (index: number) => index + before.entries.length - entries.length;
  const sameFrom = entries.length - (isAlike ? countSameAtEnd(before.entries, entries) : 0);
  // Whole days are kept only: the last that begins among the same entries may go on differently.
  let from = isAlike ? Math.max(0, countSameAtStart(before.entries, entries) - 1) : 0;
  while (from > 0 && !before.grouped[from]!.day) from--;
  let grouped = before.grouped.slice(0, from);
  const rows = new FormerRows(before.grouped, from);
  while (from < entries.length) {
    if (from >= sameFrom && before.grouped[indexBefore(from)]!.day) {
      grouped = grouped.concat(before.grouped.slice(indexBefore(from)));
      break;
    }
    const to = endOfDay(entries, from);
    rows.readTo(indexBefore(Math.max(to, sameFrom)));
    for (const one of groupDay(entries.slice(from, to), inSearch, rows)) grouped.push(one);
    from = to;
  }
  last = { entries, grouped, inSearch };
  return grouped;
}
