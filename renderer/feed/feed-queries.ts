import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { InboxEntry, InboxFilter, InboxView, ReadingPart } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { useClient } from '../agent/agent-context.tsx';
import type { AgentClient } from '../agent/connection/bridge.ts';

/** How many items are asked for at a time. */
const PAGE_SIZE = 50;

export const LISTS_KEY = ['inbox', 'list'];

interface Pages {
  pages: readonly { entries: InboxEntry[]; hasMore: boolean }[];
}

/** All entries, and after those of each page whether there are more. */
const flat = ({ pages }: Pages) => pages.flatMap(({ entries, hasMore }) => [...entries, hasMore]);

/** Unchanged entries stay the same objects, so that only changed ones are sorted and drawn anew. */
function keepSameEntries(before: Pages | undefined, now: Pages): Pages {
  if (!before) return now;
  const was = flat(before);
  const known = new Map(before.pages.flatMap(({ entries }) => entries.map((entry) => [entry.key, entry])));
  const same = (entry: InboxEntry): InboxEntry => {
    const former = known.get(entry.key);
    return former === entry || JSON.stringify(former) === JSON.stringify(entry) ? former! : entry;
  };
  const kept = { ...now, pages: now.pages.map((page) => ({ ...page, entries: page.entries.map(same) })) };
  const is = flat(kept);
  // Unchanged pages must stay the same object, too: another object counts as a change and is asked for again.
  return was.length === is.length && was.every((one, at) => one === is[at]) ? before : kept;
}

/**
 * The items that a filter leaves, newest first, page after page. The old ones stay in sight until the new ones are
 * there.
 */
export function useFeedList(filter: InboxFilter | undefined) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [...LISTS_KEY, filter],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.inbox.list(
        { filter: filter ?? {}, limit: PAGE_SIZE, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.place : undefined),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
    structuralSharing: keepSameEntries as (before: unknown, now: unknown) => unknown,
  });
}

/**
 * Puts what is newer than a list that is shown above it, and asks for nothing else of it. What has changed below, such
 * as marks, comes with the whole list. One that is being fetched meanwhile may not have the newer items yet: it is
 * dropped, and has to be asked for again.
 */
export async function putNewerAbove(queries: QueryClient, client: AgentClient): Promise<void> {
  const cache = queries.getQueryCache();
  for (const query of cache.findAll({ queryKey: LISTS_KEY, type: 'active' })) {
    const before = (query.state.data ?? { pages: [] }) as Pages;
    const [first, ...others] = before.pages;
    const after = first?.entries[0]?.place;
    if (after === undefined) continue;
    const { entries, hasMore } = await client.inbox.list({ filter: query.queryKey[2] as InboxFilter, after });
    const known = flat(before).map((entry) => typeof entry === 'object' && entry.key);
    // What is listed already has another place now, and what changed meanwhile comes with the whole list, too.
    if (entries.length === 0 || hasMore || entries.some(({ key }) => known.includes(key))) continue;
    // Somebody scrolls, and waits for the next page.
    if (query.state.fetchStatus !== 'idle' && query.state.fetchMeta?.fetchMore) continue;
    await queries.cancelQueries({ queryKey: query.queryKey, exact: true }, { silent: true });
    if (query.state.data !== before) continue;
    const pages = [{ hasMore: first!.hasMore, entries: [...entries, ...first!.entries] }, ...others];
    queries.setQueryData(query.queryKey, { ...before, pages });
  }
}

/** How many items each choice of the filters would leave. */
export function useFeedCounts(filter: InboxFilter | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['inbox', 'counts', filter],
    queryFn: ({ signal }) => client.inbox.counts({ filter: filter ?? {} }, { signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  });
}

const FILTER_KEY = ['inbox', 'filter'];

/** Resolves once the agent has stored the filter chosen last, or could not. Until then it answers with an old one. */
let filterSaved: Promise<unknown> = Promise.resolve();

/** The filter as it was left, also by an earlier run. The agent stores it, and drops what no longer exists. */
export function useSavedFilter(): [InboxView | undefined, (filter: InboxView) => void] {
  const client = useClient();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: FILTER_KEY,
    queryFn: () => filterSaved.then(() => client.inbox.savedFilter()),
    gcTime: Infinity,
  });
  const keep = useCallback(
    (filter: InboxView) => {
      // An earlier answer would put the old filter back.
      void queries.cancelQueries({ queryKey: FILTER_KEY });
      queries.setQueryData(FILTER_KEY, filter);
      // If it cannot be stored, it still holds in this window.
      filterSaved = client.inbox.saveFilter(filter).catch(() => undefined);
    },
    [client, queries],
  );
  return [data ?? (isError ? {} : undefined), keep];
}

/** The filters that the person saved under a name. */
export function useSavedViews() {
  const client = useClient();
  return useQuery({ queryKey: ['inbox', 'views'], queryFn: ({ signal }) => client.inbox.views(undefined, { signal }) });
}

/** What is behind an item: the post itself, or its question. */
export function useReading(key: string | undefined, part: ReadingPart) {
  const client = useClient();
  return useQuery({
    queryKey: ['reading', key, part],
    queryFn: ({ signal }) => client.inbox.read({ key: key ?? '', part }, { signal }),
    enabled: key !== undefined,
    staleTime: MINUTE_MS,
    gcTime: 10 * MINUTE_MS,
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
