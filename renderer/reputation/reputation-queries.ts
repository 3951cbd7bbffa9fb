import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReputationRange } from '../../common/contract/contract.ts';
import { useClient } from '../agent/agent-context.tsx';

/** How many changes are asked for at a time: the rest is a click away. */
const PAGE_SIZE = 20;

/** What changed it on a site, or on all, page after page, the newest first; renewed with the reputation. */
export function useChanges(site: string | undefined, enabled: boolean) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['reputation', 'changes', site ?? null],
    initialPageParam: undefined as { onDate: Date; id: number } | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.reputation.changes(
        { limit: PAGE_SIZE, ...(site !== undefined && { site }), ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ hasMore, entries }) => {
      const last = entries.at(-1);
      return hasMore && last ? { onDate: last.onDate, id: last.id } : undefined;
    },
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** The curve of a site, or of all; renewed with the reputation. */
export function useSeries(site: string | undefined, range: ReputationRange, enabled: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['reputation', 'series', site ?? null, range],
    queryFn: ({ signal }) => client.reputation.series(site === undefined ? { range } : { site, range }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/**
 * Privileges and badges on a site. Not renewed with the reputation: what cannot be had is asked for by a click only.
 */
export function useSiteProfile(site: string) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = ['site-profile', site];
  const query = useQuery({ queryKey, queryFn: () => client.reputation.siteProfile({ site }) });
  return {
    ...query,
    again: async () => {
      const answer = await client.reputation.siteProfile({ site, again: true });
      queries.setQueryData(queryKey, answer);
    },
  };
}

/** Tells the agent that the view is open: it reads the history from before Askbell, once, and finds missing titles. */
export function useReportOpened(ready: boolean): void {
  const client = useClient();
  useEffect(() => {
    // Should it fail, the next opening asks again.
    if (ready) void client.reputation.opened().catch(() => undefined);
  }, [client, ready]);
}
