import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReputationRange, SiteProfile } from '../../common/contract/contract.ts';
import { useClient } from '../agent/agent-context.tsx';
import type { AgentClient } from '../agent/connection/bridge.ts';

/** How many changes are asked for at a time: the rest is a click away. */
const PAGE_SIZE = 20;

/** What changed it on a site, or on all, page after page, the newest first; renewed with the reputation. */
export function useChanges(site: string | undefined) {
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
    placeholderData: keepPreviousData,
  });
}

/** The curve of a site, or of all; renewed with the reputation. */
export function useSeries(site: string | undefined, range: ReputationRange) {
  const client = useClient();
  return useQuery({
    queryKey: ['reputation', 'series', site ?? null, range],
    queryFn: ({ signal }) => client.reputation.series(site === undefined ? { range } : { site, range }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const profileQuery = (client: AgentClient, site: string) => ({
  queryKey: ['site-profile', site],
  queryFn: () => client.reputation.siteProfile({ site }),
});

/** What was asked about a site since the window was opened; asks for nothing. */
export function useKnownProfile(site: string): SiteProfile | undefined {
  return useQuery({ ...profileQuery(useClient(), site), enabled: false }).data;
}

/**
 * Privileges and badges on a site. Not renewed with the reputation: what cannot be had is asked for by a click only.
 */
export function useSiteProfile(site: string) {
  const client = useClient();
  const queries = useQueryClient();
  const { queryKey, queryFn } = profileQuery(client, site);
  const query = useQuery({ queryKey, queryFn });
  const asked = useMutation({
    mutationFn: () => client.reputation.siteProfile({ site, again: true }),
    onSuccess: (answer) => queries.setQueryData(queryKey, answer),
  });
  return { ...query, again: () => asked.mutateAsync(), isAskedAgain: asked.isPending };
}

/** Tells the agent that the view is open: it reads the history from before Askbell, once, and finds missing titles. */
export function useReportOpened(ready: boolean): void {
  const client = useClient();
  useEffect(() => {
    // Should it fail, the next opening asks again.
    if (ready) void client.reputation.opened().catch(() => undefined);
  }, [client, ready]);
}
