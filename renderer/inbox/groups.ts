import type { InboxEntry } from '../../common/contract/contract.ts';

/** An entry where it stands, with the headings that begin with it. All have all fields: very many of one shape are read faster. */
export interface Placed {
  entry: InboxEntry;
  /** The day begins here. */
  day: Date | undefined;
  /** A site's group within the day begins here. */
  site: InboxEntry['site'] | undefined;
}

/** A day as it was placed last. */
interface Day {
  entries: readonly InboxEntry[];
  placed: readonly Placed[];
  midnight: number;
}

/** Days by the entry that they begin with: of very many items one more changes one day, and the others stay as they are. */
const known = { list: new WeakMap<InboxEntry, Day>(), search: new WeakMap<InboxEntry, Day>() };

/** Whether the same entries stand there, and the day ends with them. */
function isStill({ entries: before, midnight }: Day, entries: readonly InboxEntry[], from: number): boolean {
  for (let index = 0; index < before.length; index++) if (before[index] !== entries[from + index]) return false;
  const next = entries[from + before.length];
  return next === undefined || next.listedAt.getTime() < midnight;
}

function placeDay(entries: readonly InboxEntry[], from: number, inSearch: boolean): Day {
  const day = entries[from]!.listedAt;
  const midnight = new Date(day).setHours(0, 0, 0, 0);
  let to = from;
  while (to < entries.length && entries[to]!.listedAt.getTime() >= midnight) to++;
  // A date that is out of order stands with the day it came in.
  to = Math.max(to, from + 1);
  const ofDay = entries.slice(from, to);
  const groups = inSearch ? [ofDay] : [...Map.groupBy(ofDay, ({ site }) => site.id).values()];
  const placed = groups.flatMap((group) =>
    group.map((entry, index): Placed => ({
      entry,
      day: undefined,
      site: index === 0 && !inSearch ? entry.site : undefined,
    })),
  );
  placed[0]!.day = day;
  return { entries: ofDay, placed, midnight };
}

/**
 * Takes entries newest first; gives them by day, and within a day by site, the site with the newest entry first. In a
 * search the order is left alone and only days are told.
 */
export function placed(entries: readonly InboxEntry[], inSearch: boolean): Placed[] {
  const days = inSearch ? known.search : known.list;
  const all: (readonly Placed[])[] = [];
  for (let from = 0; from < entries.length;) {
    const first = entries[from]!;
    let day = days.get(first);
    if (!day || !isStill(day, entries, from)) days.set(first, (day = placeDay(entries, from, inSearch)));
    all.push(day.placed);
    from += day.entries.length;
  }
  return all.flat();
}
