import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { InboxFilter } from '../../common/contract/contract.ts';
import { useClient } from '../agent/agent-context.tsx';

/** So many items are asked for at a time. */
const PAGE_SIZE = 50;

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
export function useSavedFilter(): [InboxFilter | undefined, (filter: InboxFilter) => void] {
  const client = useClient();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: FILTER_KEY,
    queryFn: ({ signal }) => client.inbox.savedFilter(undefined, { signal }),
    gcTime: Infinity,
  });
  const keep = useCallback(
    (filter: InboxFilter) => {
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
