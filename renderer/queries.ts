import { MutationCache, QueryClient, keepPreviousData, notifyManager, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings, WatchRule } from '../electron/contract.ts';
import { useClient } from './agent.tsx';
import type { AgentClient } from './bridge.ts';
import { useAnnounce } from './components/announcements.tsx';
import type { Announcement } from './components/announcements.tsx';
import { plainError } from './components/plain-error.ts';
import type { Changed } from './live.ts';

const pageLength = 50;

/**
 * What the window has asked for. The agent says when something changed, so nothing goes stale by itself; calls stay on
 * this machine, so the state of the internet connection does not hold them back.
 */
export function createQueries(announce: (announcement: Announcement) => void): QueryClient {
  // Told before the next frame is drawn: a switch that waits for a timer would be seen to flip back first.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.['shownInPlace'] !== true) announce({ kind: 'failed', ...plainError(error) });
      },
    }),
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Has everything asked for again that the change concerns; resolves when the answers are there (or could not be had). */
export function refresh(queries: QueryClient, of: Changed): Promise<void> {
  return queries.invalidateQueries(of === 'everything' ? {} : { queryKey: [of] });
}

type Before = NonNullable<Parameters<AgentClient['inbox']['list']>[0]['before']>;

/** The inbox, page after page, newest first. */
export function useInbox() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: ['inbox'],
    initialPageParam: undefined as Before | undefined,
    queryFn: ({ pageParam, signal }) => client.inbox.list({ limit: pageLength, ...(pageParam && { before: pageParam }) }, { signal }),
    getNextPageParam: (page) => {
      const last = page.entries.at(-1);
      return page.hasMore && last ? { createdAt: last.createdAt, key: last.key } : undefined;
    },
  });
}

/** Accounts and the latest changes of reputation. */
export function useReputation() {
  const client = useClient();
  return useQuery({ queryKey: ['reputation'], queryFn: ({ signal }) => client.reputation.list({}, { signal }) });
}

/** Watched tags and the latest questions that match. */
export function useWatches() {
  const client = useClient();
  return useQuery({ queryKey: ['watches'], queryFn: ({ signal }) => client.watches.list(undefined, { signal }) });
}

/** Sites to choose from, the person's own first. */
export function useSites() {
  const client = useClient();
  return useQuery({ queryKey: ['sites'], queryFn: ({ signal }) => client.watches.sites(undefined, { signal }) });
}

/** Tags of a site whose name contains the text. */
export function useTagCompletion(site: string, text: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['tags', site, text],
    queryFn: ({ signal }) => client.watches.completeTag({ site, text }, { signal }),
    enabled: site !== '' && text !== '',
    gcTime: 60_000,
  });
}

/** What a watch would find and cost. Each new rule may cost a request, so it is asked for when the person pauses. */
export function useWatchPreview(asked: { site: string; rule: WatchRule; id?: string | undefined } | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['preview', asked],
    queryFn: ({ signal }) => {
      if (!asked) throw new Error('There is nothing to preview.');
      const { id, ...wanted } = asked;
      return client.watches.preview(id === undefined ? wanted : { ...wanted, id }, { signal });
    },
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

export function useSettings() {
  const client = useClient();
  return useQuery({ queryKey: ['settings'], queryFn: ({ signal }) => client.settings.get(undefined, { signal }) });
}

/** Changes a part of the settings; shows the change at once and takes it back if the agent refuses. */
export function useChangeSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: Partial<Settings>) => client.settings.change(change),
    onMutate: (change) => {
      const before = queries.getQueryData<Settings>(['settings']);
      if (before) queries.setQueryData<Settings>(['settings'], { ...before, ...change });
      return before;
    },
    onSuccess: (settings) => queries.setQueryData(['settings'], settings),
    onError: (_error, _change, before) => {
      if (before) queries.setQueryData(['settings'], before);
    },
  });
}

interface Doing {
  /** The lists that change with it. */
  changes?: Changed;
  /** Said once it is done. */
  done?: string;
  /** The caller shows the error itself, beside what caused it. */
  shownInPlace?: boolean;
}

/** Something to do, with one argument: `mutate` it. Errors are announced in plain words unless shown in place. */
export function useAct<Argument = void, Answer = unknown>(act: (client: AgentClient, argument: Argument) => Promise<Answer>, doing: Doing = {}) {
  const client = useClient();
  const queries = useQueryClient();
  const announce = useAnnounce();
  return useMutation({
    mutationFn: (argument: Argument) => act(client, argument),
    meta: { shownInPlace: doing.shownInPlace === true },
    onSuccess: async () => {
      if (doing.done !== undefined) announce({ kind: 'done', message: doing.done });
      // Under way until the list shows it, so that a switch does not flip back in between.
      if (doing.changes) await refresh(queries, doing.changes);
    },
  });
}
