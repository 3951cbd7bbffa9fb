import type { InboxEntry } from '../../../common/contract/contract.ts';

/** How many questions that watches found are shown: as many as a glance takes in. */
const BEST_MATCHES = 3;

/** The matches of the day: unread ones first, then those that several watches found, then the newest. */
export function bestMatches(entries: readonly InboxEntry[], now: number): InboxEntry[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const watchesOf = ({ watchIds = [] }: InboxEntry) => watchIds.length;
  return entries
    .filter(({ listedAt, muted }) => listedAt.getTime() >= midnight && !muted)
    .toSorted((a, b) => Number(b.unread) - Number(a.unread) || watchesOf(b) - watchesOf(a) || b.place - a.place)
    .slice(0, BEST_MATCHES);
}
