import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { ReputationEvent, SiteRef } from '../../store/events.ts';

/**
 * What the network listed of a site's changes when it was asked last. An entry has no id, and the public service sums
 * the down-votes of a day and dates them 00:00 UTC, so the same entry may say −2 now and −4 later (docs/api.md,
 * "Reputation"). So what is new is found by comparing two lists. Times are ms since the epoch by the network's clock.
 */
export const ListedChanges = z.object({
  /** Which operation told it: they date the same change differently. */
  route: z.string(),
  /** When it was read. */
  at: z.number(),
  /** Everything later than that was on it; absent where the list was read to its end. */
  since: z.number().optional(),
  /** Date, post, vote type, change. */
  entries: z.array(z.tuple([z.number(), z.number().nullable(), z.string().nullable(), z.number()])),
  /** When and by how much what was announced of late changed the reputation; the oldest first. */
  announced: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** Since when the list has differed in a way that only a later total can confirm. */
  doubtedSince: z.number().optional(),
  /** Where the end of the list could not be read: what came after `to` is still to be read; `at`: since when. */
  left: z.object({ to: z.number(), at: z.number() }).optional(),
});
export type ListedChanges = z.output<typeof ListedChanges>;
type Entry = ListedChanges['entries'][number];

/** The network's list as it was answered. */
export interface ReputationList {
  route: string;
  /** The newest first. */
  events: readonly ReputationEvent[];
  /** Older ones were left out. */
  hasMore: boolean;
  /** Every entry could be read, so one that is missing has really gone. */
  isWhole: boolean;
  /** What was left out may be news: it could not be read now. */
  isCut?: boolean;
}

/** A difference between two lists. */
export interface ListedDifference extends ReputationEvent {
  /** The group of its entries: those of one kind and moment on one post, as the network names them. */
  group: string;
  /** The network does not tell when it happened, only on which day, or that it happened since the list before. */
  isUndated: boolean;
  /** Something is less than it was: taken back, or the answer is older than the one before. */
  isLess: boolean;
}

/** Whether the network gave the day in the place of a moment. */
const isDay = (onDate: number): boolean => onDate % DAY_MS === 0;

const groupOf = (onDate: number, postId: number | undefined, voteType: string | undefined): string =>
  [onDate, postId ?? '', voteType ?? ''].join('|');

const groupOfEvent = ({ onDate, postId, voteType }: ReputationEvent): string => groupOf(onDate, postId, voteType);
const groupOfEntry = ([onDate, postId, voteType]: Entry): string =>
  groupOf(onDate, postId ?? undefined, voteType ?? undefined);

const entryOf = ({ onDate, postId, voteType, change }: ReputationEvent): Entry => [
  onDate,
  postId ?? null,
  voteType ?? null,
  change,
];

/** From when on a list is complete: its oldest second may be cut by the end of the page. */
const sinceOf = ({ events, hasMore }: ReputationList): number | undefined =>
  hasMore ? events.at(-1)?.onDate : undefined;

/**
 * What a list has that the one before had not, the newest first, as far back as both lists reach. A change of 0, such
 * as a vote beyond the daily limit, is no difference.
 */
export function differences(
  before: ListedChanges,
  list: ReputationList,
  site: SiteRef,
  at: number,
): ListedDifference[] {
  const since = Math.max(before.since ?? -Infinity, sinceOf(list) ?? -Infinity);
  const known = Map.groupBy(
    before.entries.filter(([onDate]) => onDate > since),
    groupOfEntry,
  );
  const listed = Map.groupBy(
    list.events.filter(({ onDate }) => onDate > since),
    groupOfEvent,
  );
  const names = new Set([...listed.keys(), ...(list.isWhole ? known.keys() : [])]);
  return [...names]
    .flatMap((name) =>
      differencesOfGroup(known.get(name) ?? [], listed.get(name) ?? [], { site, at, readBefore: before.at }),
    )
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => b.onDate - a.onDate);
}

/** Differences between the entries of one kind and moment on one post. */
function differencesOfGroup(
  known: Entry[],
  listed: ReputationEvent[],
  { site, at, readBefore }: { site: SiteRef; at: number; readBefore: number },
): ListedDifference[] {
  const left = known.map(([, , , change]) => change);
  const added = listed.filter(({ change }) => {
    const index = left.indexOf(change);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
  if (left.length === 0)
    return added.map((event) => {
      const isUndated = isDay(event.onDate);
      const onDate = isUndated ? seenOn(event.onDate, readBefore) : event.onDate;
      return { ...event, onDate, group: groupOfEvent(event), isUndated, isLess: false };
    });
  const [sumBefore, sum] = [
    sumOfAll(known.map(([, , , change]) => change)),
    sumOfAll(listed.map(({ change }) => change)),
  ];
  const [[onDate, postId, voteType]] = known as [Entry, ...Entry[]];
  const [like] = listed;
  return [
    {
      key: [site.id, onDate / 1000, postId ?? '', voteType ?? '', `${sumBefore}>${sum}`, at].join('|'),
      group: groupOfEntry([onDate, postId, voteType, 0]),
      site,
      change: sum - sumBefore,
      voteType: voteType ?? undefined,
      postId: postId ?? undefined,
      title: like?.title,
      link: like?.link,
      onDate: seenOn(onDate, readBefore),
      isUndated: true,
      isLess: Math.abs(sum) < Math.abs(sumBefore),
    },
  ];
}

/** The earliest time at which an entry of a day may have happened that an earlier list did not have. */
const seenOn = (onDate: number, readBefore: number): number =>
  isDay(onDate) ? Math.min(Math.max(onDate, readBefore), onDate + DAY_MS - 1000) : Math.max(onDate, readBefore);

const sumOfAll = (changes: number[]): number => changes.reduce((sum, change) => sum + change, 0);

/** How many entries are remembered. A list has a hundred; odd ones may name others each time. */
const MAX_ENTRIES = 2000;

/** How long the unread rest of a list is asked for again; by then the total has told of it. */
const MAX_LEFT_MS = DAY_MS;

/** How long what has gone from a list is remembered. */
const MAX_MEMORY_MS = 30 * DAY_MS;

/**
 * What to remember of a list. Groups of which a difference is `open`, because a total has yet to confirm it, are
 * remembered as they were before. So is what a list that was cut does not reach, as if it had not been asked for.
 */
export function remembered(
  before: ListedChanges | undefined,
  list: ReputationList,
  at: number,
  open: readonly ListedDifference[],
): Pick<ListedChanges, 'route' | 'at' | 'since' | 'entries' | 'left'> {
  const end = sinceOf(list);
  const left = leftOf(before, list, at);
  const since = left ? before?.since : end;
  const reaches = (onDate: number) => left === undefined || onDate > (end ?? -Infinity);
  const openGroups = new Set(open.map(({ group }) => group));
  const taken = list.events.filter((event) => reaches(event.onDate) && !openGroups.has(groupOfEvent(event)));
  const listed = new Set(taken.map(groupOfEvent));
  const kept = (before?.entries ?? []).flatMap((entry): Entry[] => {
    const [onDate, postId, voteType] = entry;
    const group = groupOfEntry(entry);
    if (openGroups.has(group) || !reaches(onDate)) return [entry];
    if (listed.has(group) || onDate <= (since ?? at - MAX_MEMORY_MS)) return [];
    // An entry that has gone is remembered as 0: it may come again, and is news then.
    return [list.isWhole ? [onDate, postId, voteType, 0] : entry];
  });
  return {
    route: list.route,
    at,
    ...(since !== undefined && { since }),
    ...(left && { left }),
    entries: [...taken.map(entryOf), ...kept].slice(0, MAX_ENTRIES),
  };
}

/** What is still to be read of a list that was cut; undefined where nothing is, or where it never comes. */
function leftOf(before: ListedChanges | undefined, list: ReputationList, at: number): ListedChanges['left'] {
  if (!list.isCut || !before) return undefined;
  const left = before.left ?? { to: before.at, at };
  return Math.abs(at - left.at) < MAX_LEFT_MS ? left : undefined;
}
