/**
 * The agent's room: what the window asks of the agent over the connection. `agent-context` gives every view the client
 * and the agent's state, `agent-subscriptions` follows what the agent tells, and `queries` has what several views ask.
 */

import {
  CancelledError,
  MutationCache,
  QueryClient,
  type QueryKey,
  keepPreviousData,
  notifyManager,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Settings, WatchRule } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { useClient } from './agent-context.tsx';
import type { AgentClient } from './connection/bridge.ts';
import { useAnnounce } from '../feedback/announcements.tsx';
import type { Announceable } from '../feedback/announcements.tsx';
import type { Changed } from './agent-subscriptions.ts';
import { useWords } from '../appearance/language.tsx';

/**
 * The cache of everything that the window fetched. The agent says when something changed, so nothing goes stale by
 * itself; calls stay on this machine, so they do not wait for an internet connection.
 */
export function createQueryClient(announce: (announcement: Announceable) => void): QueryClient {
  // Changes are told before the next frame is drawn: with a timer, a switch would be seen to flip back first.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, mutation) => {
        if (mutation.meta?.['shownInPlace'] !== true) announce({ error });
      },
    }),
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
}

/**
 * Has a query fetched again; resolves when the answer is there, or could not be had. A fetch that is dropped meanwhile,
 * since newer rows were put above the list, is no answer: the one after it is waited for.
 */
async function fetchAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  // Later on it joins a fetch under way: two that wait would otherwise drop each other's for ever.
  for (let cancelRefetch = true; ; cancelRefetch = false) {
    try {
      return await queries.invalidateQueries({ queryKey, exact: true }, { throwOnError: true, cancelRefetch });
    } catch (error) {
      // The query itself has the error, and its view shows it.
      if (!(error instanceof CancelledError)) return;
    }
  }
}

/** Has every list that changed fetched again; resolves when the answers are there, or could not be had. */
export async function invalidateList(queries: QueryClient, of: Changed): Promise<void> {
  const lists = queries.getQueryCache().findAll(of === 'everything' ? {} : { queryKey: [of] });
  await Promise.all(lists.map(({ queryKey }) => fetchAgain(queries, queryKey)));
}

/** Accounts and the latest changes of reputation. */
export function useReputation() {
  const client = useClient();
  return useQuery({ queryKey: ['reputation'], queryFn: ({ signal }) => client.reputation.list(undefined, { signal }) });
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
    gcTime: MINUTE_MS,
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
    gcTime: MINUTE_MS,
  });
}

const CHANGE_SETTINGS_KEY = ['change-settings'];

/**
 * The settings as the agent told them last, with changes that are still pending laid over them. An answer from before a
 * change would otherwise show it undone.
 */
export function useSettings() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client.settings.get(undefined, { signal }),
  });
  const changes = useMutationState({
    filters: { mutationKey: CHANGE_SETTINGS_KEY, status: 'pending' },
    select: ({ state }) => state.variables as Partial<Settings>,
  });
  const { data } = query;
  return { ...query, data: data && (Object.assign({}, data, ...changes) as Settings) };
}

/** Changes a part of the settings. The change shows at once, and is undone if the agent refuses. */
export function useChangeSettings() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationKey: CHANGE_SETTINGS_KEY,
    mutationFn: (change: Partial<Settings>) => client.settings.change(change),
    onSuccess: (settings) => queries.setQueryData(['settings'], settings),
  });
}

/** The version, and the packages that Askbell is built with. They stay as they are while it runs. */
export function useAbout() {
  const client = useClient();
  return useQuery({ queryKey: ['about'], queryFn: ({ signal }) => client.about(undefined, { signal }) });
}

interface AgentMutationOptions<Argument, Answer> {
  /** The lists that change with it. */
  changes?: Changed;
  /** The announcement once it is done. */
  done?: string | ((argument: Argument, answer: Answer) => string);
  /** Undoes it; offered beside the announcement. */
  undo?: (client: AgentClient, argument: Argument, answer: Answer) => Promise<unknown>;
  /** The caller shows the error itself, beside what caused it. */
  shownInPlace?: boolean;
}

/** Something to do, with one argument: `mutate` it. Errors are announced in plain words unless shown in place. */
export function useAgentMutation<Argument = void, Answer = unknown>(
  act: (client: AgentClient, argument: Argument) => Promise<Answer>,
  options: AgentMutationOptions<Argument, Answer> = {},
) {
  const client = useClient();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const words = useWords();
  const { changes, done, undo } = options;
  const takeBack = useMutation({
    mutationFn: async (back: () => Promise<unknown>) => back(),
    onSuccess: async () => {
      announce({ kind: 'done', message: words('common.undone') });
      if (changes) await invalidateList(queries, changes);
    },
  });
  return useMutation({
    mutationFn: (argument: Argument) => act(client, argument),
    meta: { shownInPlace: options.shownInPlace === true },
    onSuccess: async (answer, argument) => {
      if (done !== undefined) {
        announce({
          kind: 'done',
          message: typeof done === 'string' ? done : done(argument, answer),
          undo: undo && (() => takeBack.mutate(() => undo(client, argument, answer))),
        });
      }
      // Under way until the list shows it, so that a switch does not flip back in between.
      if (changes) await invalidateList(queries, changes);
    },
  });
}
