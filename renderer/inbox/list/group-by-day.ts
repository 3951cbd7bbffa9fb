import type { InboxEntry } from '../../../common/contract/contract.ts';

/**
 * One row of the list: an entry, with the headings that stand above it. Every object has all three fields, also where
 * one is undefined: engines read many objects of one shape faster.
 */
export interface GroupedEntry {
  entry: InboxEntry;
  /** The first entry of a day carries that day; its heading stands above. */
  day: Date | undefined;
  /** The first entry of a site within a day carries the site; its heading stands above. */
  site: InboxEntry['site'] | undefined;
}

/** The result of grouping one day. `midnight` is where the day begins, in milliseconds since the epoch. */
interface DayGroup {
  entries: readonly InboxEntry[];
  grouped: readonly GroupedEntry[];
  midnight: number;
}

/**
 * Results of earlier calls, by the first entry of the day. A new item changes only its own day; with thousands of items
 * the other days need not be grouped anew.
 */
const DAY_CACHES = { list: new WeakMap<InboxEntry, DayGroup>(), search: new WeakMap<InboxEntry, DayGroup>() };

/** Whether the entries from `from` on are still those of the day, and the day still ends with them. */
function isUnchanged({ entries: before, midnight }: DayGroup, entries: readonly InboxEntry[], from: number): boolean {
  for (let index = 0; index < before.length; index++) if (before[index] !== entries[from + index]) return false;
  const next = entries[from + before.length];
  return next === undefined || next.listedAt.getTime() < midnight;
}

function groupDay(entries: readonly InboxEntry[], from: number, inSearch: boolean): DayGroup {
  const day = entries[from]!.listedAt;
  const midnight = new Date(day).setHours(0, 0, 0, 0);
  let to = from;
  while (to < entries.length && entries[to]!.listedAt.getTime() >= midnight) to++;
  // At least one entry, or the caller would never get on: an invalid date is later than nothing, not even itself.
  to = Math.max(to, from + 1);
  const entriesOfDay = entries.slice(from, to);
  const groups = inSearch ? [entriesOfDay] : [...Map.groupBy(entriesOfDay, ({ site }) => site.id).values()];
  const grouped = groups.flatMap((group) =>
    group.map((entry, index): GroupedEntry => ({
      entry,
      day: undefined,
      site: index === 0 && !inSearch ? entry.site : undefined,
    })),
  );
  grouped[0]!.day = day;
  return { entries: entriesOfDay, grouped, midnight };
}

/**
 * Takes entries, newest first; gives them grouped by day, and within a day by site, the site with the newest entry
 * first. In a search the order is left as it is, and only days have headings. A later entry among those of an earlier
 * day stays there.
 */
export function groupByDay(entries: readonly InboxEntry[], inSearch: boolean): GroupedEntry[] {
  const days = inSearch ? DAY_CACHES.search : DAY_CACHES.list;
  const all: (readonly GroupedEntry[])[] = [];
  for (let from = 0; from < entries.length;) {
    const first = entries[from]!;
    let day = days.get(first);
    if (!day || !isUnchanged(day, entries, from)) days.set(first, (day = groupDay(entries, from, inSearch)));
    all.push(day.grouped);
    from += day.entries.length;
  }
  return all.flat();
}
