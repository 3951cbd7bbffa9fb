import { z } from 'zod';
import { DAY_MS } from '../../../../common/durations.ts';
import type { ReputationEvent, SiteRef } from '../../../store/events.ts';
import type { Reputation, ReputationChange } from '../../../../common/resources.ts';

/**
 * Last list of a site's changes. An entry has no id, and the public service sums the down-votes of a day and dates them
 * 00:00 UTC, so the same entry may read −2 now and −4 later (docs/api.md, "Reputation"). New changes are therefore
 * found by comparing two lists. Times are ms since the epoch, server time.
 */
export const ListedChanges = z.object({
  /** Operation that returned the list: operations date the same change differently. */
  route: z.string(),
  /** Time of the request. */
  at: z.number(),
  /** Time after which the list is complete; absent if it was read to its end. */
  since: z.number().optional(),
  /** Date, post, vote type, change. */
  entries: z.array(z.tuple([z.number(), z.number().nullable(), z.string().nullable(), z.number()])),
  /** Time and amount of recently announced changes; oldest first. */
  announced: z.array(z.tuple([z.number(), z.number()])).default([]),
  /** Time since which the list has differed in a way that only a later total can confirm. */
  doubtedSince: z.number().optional(),
  /** Unread end of the list: changes after `to` are still to be read; `at`: since when. */
  left: z.object({ to: z.number(), at: z.number() }).optional(),
});
export type ListedChanges = z.output<typeof ListedChanges>;
type Entry = ListedChanges['entries'][number];

/** The network's list of changes. */
export interface ReputationList {
  route: string;
  /** Newest first. */
  events: readonly ReputationEvent[];
  /** Whether older changes were left out. */
  hasMore: boolean;
  /** Whether every entry could be parsed, so that a missing one is really gone. */
  isWhole: boolean;
  /** Whether changes left out may be new, because they could not be read now. */
  isCut?: boolean;
}

/** Difference between two lists. */
export interface ListedDifference extends ReputationEvent {
  /** Group of its entries: same type, time and post, as the network states them. */
  group: string;
  /**
   * Whether the exact time is unknown: the network states only the day, or the change happened since the previous list.
   */
  isUndated: boolean;
  /** Whether a sum became smaller: a change was undone, or the answer is older than the previous one. */
  isLess: boolean;
}

/** Sums changes. */
export const sumOf = (changes: readonly { change: number }[]): number =>
  changes.reduce((sum, { change }) => sum + change, 0);

/** Whether the network stated a day instead of a time. */
const isDay = (onDate: number): boolean => onDate % DAY_MS === 0;

const entryOf = ({ onDate, postId, voteType, change }: ReputationEvent): Entry => [
  onDate,
  postId ?? null,
  voteType ?? null,
  change,
];

/** Returns the group of an entry: those of the same time, post and type. */
const groupOfEntry = ([onDate, postId, voteType]: Entry): string => [onDate, postId ?? '', voteType ?? ''].join('|');
const groupOfEvent = (event: ReputationEvent): string => groupOfEntry(entryOf(event));

/** Returns the time after which a list is complete; its oldest second may be cut by the end of the page. */
const sinceOf = ({ events, hasMore }: ReputationList): number | undefined =>
  hasMore ? events.at(-1)?.onDate : undefined;

/**
 * Returns the differences of a list to the previous one, newest first, as far back as both lists reach. A change of 0,
 * such as a vote beyond the daily limit, is no difference.
 */
export function differences(before: ListedChanges, list: ReputationList, site: SiteRef, at: number) {
  const since = Math.max(before.since ?? -Infinity, sinceOf(list) ?? -Infinity);
  const entries = before.entries.filter(([onDate]) => onDate > since);
  const events = list.events.filter(({ onDate }) => onDate > since);
  const [known, listed] = [Map.groupBy(entries, groupOfEntry), Map.groupBy(events, groupOfEvent)];
  const names = new Set([...listed.keys(), ...(list.isWhole ? known.keys() : [])]);
  const reading = { site, at, readBefore: before.at };
  return [...names]
    .flatMap((name) => differencesOfGroup(known.get(name) ?? [], listed.get(name) ?? [], reading))
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => b.onDate - a.onDate);
}

/** Returns the differences between the entries of one type and time on one post. */
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
  const sumBefore = known.reduce((sum, [, , , change]) => sum + change, 0);
  const sum = sumOf(listed);
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

/** Returns the earliest possible time of an entry that the previous list lacked. */
const seenOn = (onDate: number, readBefore: number): number =>
  isDay(onDate) ? Math.min(Math.max(onDate, readBefore), onDate + DAY_MS - 1000) : Math.max(onDate, readBefore);

/** Maximum number of stored entries. A list has a hundred; an odd server may return others each time. */
const MAX_ENTRIES = 2000;

/** Maximum time for which the unread rest of a list is requested; by then the total includes it. */
const MAX_LEFT_MS = DAY_MS;

/** Time for which entries that left the list are stored. */
const MAX_MEMORY_MS = 30 * DAY_MS;

/**
 * Merges a list into the stored one. Groups with a difference that is `open`, because a total has yet to confirm it,
 * are stored as they were before. So are the entries that a cut list does not reach.
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
    // A vanished entry is stored as 0: if it is listed again, it is new.
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

/** Returns the rest of a cut list still to be read, or undefined if there is none or it was requested for too long. */
function leftOf(before: ListedChanges | undefined, list: ReputationList, at: number): ListedChanges['left'] {
  if (!list.isCut || !before) return undefined;
  const left = before.left ?? { to: before.at, at };
  return Math.abs(at - left.at) < MAX_LEFT_MS ? left : undefined;
}

/** Converts changes of `/users/{id}/reputation`, newest first, to events. */
export const reputationEvents = (items: Reputation[], site: SiteRef): ReputationEvent[] =>
  withKeys(
    items.map((item) => ({
      site,
      change: item.reputation_change,
      voteType: item.vote_type,
      postId: item.post_id,
      title: item.title,
      link: item.link,
      onDate: item.on_date.getTime(),
    })),
  );

/** Converts changes of `/users/{ids}/reputation-history`, newest first, to events. */
export const historyEvents = (items: ReputationChange[], site: SiteRef): ReputationEvent[] =>
  withKeys(
    items.map((item) => ({
      site,
      change: item.reputation_change,
      voteType: VOTE_TYPES.get(item.reputation_history_type ?? '') ?? item.reputation_history_type,
      postId: item.post_id,
      onDate: item.creation_date.getTime(),
    })),
  );

/** Vote types by the reputation history's type with the same meaning (docs/api.md, "Objects"). */
const VOTE_TYPES = new Map([
  ['asker_accepts_answer', 'accepts'],
  ['answer_accepted', 'accepts'],
  ['post_upvoted', 'up_votes'],
  ['post_downvoted', 'down_votes'],
  ['bounty_given', 'bounties_offered'],
  ['bounty_earned', 'bounties_won'],
  ['suggested_edit_approval_received', 'suggested_edits'],
  ['post_flagged_as_spam', 'spam'],
]);

/** Minimum length of a list that is taken for a doubled one: two votes in one second are rare, but happen. */
const MIN_DOUBLED = 4;

/**
 * Removes repeated entries from a list in which every entry appears twice. That is a mistake: two votes on one post in
 * one second happen, but not each time. A list in which only some entries appear twice is returned unchanged.
 */
function withoutDoubles(events: Omit<ReputationEvent, 'key'>[]): Omit<ReputationEvent, 'key'>[] {
  const alike = Map.groupBy(events, baseKey);
  const isDoubled = events.length >= MIN_DOUBLED && alike.size > 1;
  if (!isDoubled || [...alike.values()].some(({ length }) => length % 2 !== 0)) return events;
  const firstHalf = new Set([...alike.values()].flatMap((same) => same.slice(0, same.length / 2)));
  return events.filter((event) => firstHalf.has(event));
}

const baseKey = ({ site, onDate, postId, voteType, change }: Omit<ReputationEvent, 'key'>): string =>
  [site.id, onDate / 1000, postId ?? '', voteType ?? '', change].join('|');

/**
 * Adds a key to each event. Two votes on a post in one second look alike, so alike events are numbered from the oldest
 * on: the numbers stay the same when newer events are listed.
 */
function withKeys(newestFirst: Omit<ReputationEvent, 'key'>[]): ReputationEvent[] {
  const alike = new Map<string, number>();
  return withoutDoubles(newestFirst)
    .toReversed()
    .map((event) => {
      const base = baseKey(event);
      const nth = alike.get(base) ?? 0;
      alike.set(base, nth + 1);
      return { key: `${base}|${nth}`, ...event };
    })
    .toReversed();
}
