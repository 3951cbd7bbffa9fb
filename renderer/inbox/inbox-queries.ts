import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { InboxEntry, InboxFilter, InboxView } from '../../common/contract/contract.ts';
import { useClient } from '../agent/agent-context.tsx';

/** So many items are asked for at a time. */
const PAGE_SIZE = 50;

interface Pages {
  pages: readonly { entries: InboxEntry[]; hasMore: boolean }[];
}

const isSamePages = (before: Pages['pages'], now: Pages['pages']): boolean =>
  before.length === now.length &&
  before.every(({ entries, hasMore }, index) => {
    const other = now[index];
    return (
      hasMore === other?.hasMore &&
      entries.length === other.entries.length &&
      entries.every((entry, at) => entry === other.entries[at])
    );
  });

/** Entries that are as they were stay the same objects, so that only what changed is put in order and drawn anew. */
function keepSameEntries(before: unknown, now: unknown): unknown {
  if (before === undefined) return now;
  const known = new Map((before as Pages).pages.flatMap(({ entries }) => entries.map((entry) => [entry.key, entry])));
  const same = (entry: InboxEntry): InboxEntry => {
    const former = known.get(entry.key);
    return former && JSON.stringify(former) === JSON.stringify(entry) ? former : entry;
  };
  const { pages, ...rest } = now as Pages;
  const kept = pages.map((page) => ({ ...page, entries: page.entries.map(same) }));
  // The same pages must be the same object, too: another one counts as news, and is asked about again.
  return isSamePages((before as Pages).pages, kept) ? before : { ...rest, pages: kept };
}

/**
 * The items that a filter leaves, newest first, page after page. The old ones stay in sight until the new ones are
 * there.
 */
export function useInboxList(filter: InboxFilter | undefined) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['inbox', 'list', filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.inbox.list(
        { filter: filter ?? {}, limit: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.place : undefined),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
    structuralSharing: keepSameEntries,
  });
}

/** How many items each choice of the filters would leave. */
export function useInboxCounts(filter: InboxFilter | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['inbox', 'counts', filter],
    queryFn: ({ signal }) => client.inbox.counts({ filter: filter ?? {} }, { signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  });
}

const FILTER_KEY = ['inbox', 'filter'];

/** The filter as it was left, also in the run before; the agent keeps it, and takes out what holds no more. */
export function useSavedFilter(): [InboxView | undefined, (filter: InboxView) => void] {
  const client = useClient();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: FILTER_KEY,
    queryFn: ({ signal }) => client.inbox.savedFilter(undefined, { signal }),
    gcTime: Infinity,
  });
  const keep = useCallback(
    (filter: InboxView) => {
      // An answer from before would put the old filter back.
      void queries.cancelQueries({ queryKey: FILTER_KEY });
      queries.setQueryData(FILTER_KEY, filter);
      // Where it cannot be kept it still holds in this window.
      client.inbox.saveFilter(filter).catch(() => undefined);
    },
    [client, queries],
  );
  return [data ?? (isError ? {} : undefined), keep];
}

/** What is behind an item: the post itself, or its question. */
export function useReading(key: string | undefined, part: 'item' | 'question') {
  const client = useClient();
  return useQuery({
    queryKey: ['reading', key, part],
    queryFn: ({ signal }) => client.inbox.read({ key: key ?? '', part }, { signal }),
    enabled: key !== undefined,
    staleTime: 60_000,
    gcTime: 600_000,
  });
}

/** The questions of which nothing is announced. */
export function useMutedQuestions(when: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['inbox', 'mutes'],
    queryFn: ({ signal }) => client.inbox.mutes(undefined, { signal }),
    enabled: when,
  });
}
