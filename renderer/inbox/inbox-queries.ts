import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import { useClient } from '../agent/agent-context.tsx';
import { useAnnounce } from '../feedback/announcements.tsx';
import { invalidateList } from '../agent/queries.ts';
import { useSpeech } from '../appearance/language.tsx';

const PAGE_SIZE = 50;

interface Page {
  entries: InboxEntry[];
  hasMore: boolean;
}

/** The inbox as a filter leaves it, page after page, newest first. What was shown stays until the next answer is there. */
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

/** Something that stays while the window is open, whichever view is shown. */
export function usePersistentState<T>(name: string): [T | undefined, (value: T | undefined) => void] {
  const queries = useQueryClient();
  const key = ['staying', name];
  const { data } = useQuery<T | null>({
    queryKey: key,
    queryFn: () => null,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const set = useCallback(
    (value: T | undefined) => void queries.setQueryData<T | null>(['staying', name], value ?? null),
    [queries, name],
  );
  return [data ?? undefined, set];
}

const FILTER_KEY = ['inbox', 'filter'];

/** The filter as it was left, also in the run before; the agent keeps it, and takes out what holds no more. */
export function useSavedFilter(): [InboxFilter | undefined, (filter: InboxFilter) => void] {
  const client = useClient();
  const queries = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: FILTER_KEY,
    queryFn: ({ signal }) => client.inbox.keptFilter(undefined, { signal }),
    gcTime: Infinity,
  });
  const keep = useCallback(
    (filter: InboxFilter) => {
      // An answer from before would put the old filter back.
      void queries.cancelQueries({ queryKey: FILTER_KEY });
      queries.setQueryData(FILTER_KEY, filter);
      // Where it cannot be kept it still holds in this window.
      client.inbox.keepFilter(filter).catch(() => undefined);
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

export function useMutedQuestions(when: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: ['inbox', 'mutes'],
    queryFn: ({ signal }) => client.inbox.mutes(undefined, { signal }),
    enabled: when,
  });
}

interface InboxAction {
  run: () => Promise<{ changed: number; undo?: string | undefined }>;
  /** What is said once it is done; nothing where it is left out. */
  said?: (changed: number) => string;
  /** How the entries look at once, before the agent has answered. */
  now?: { keys: string[]; become: (entry: InboxEntry) => InboxEntry | undefined };
}

/** What can be done with items. Each is shown at once, said, and can be undone. */
export function useInboxActions() {
  const client = useClient();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { words, clockTime } = useSpeech();

  const { mutate } = useMutation({
    mutationFn: ({ run }: InboxAction) => run(),
    onMutate: async ({ now }) => {
      if (!now) return;
      await queries.cancelQueries({ queryKey: ['inbox', 'list'] });
      queries.setQueriesData<InfiniteData<Page>>(
        { queryKey: ['inbox', 'list'] },
        (data) =>
          data && { ...data, pages: data.pages.map((page) => ({ ...page, entries: become(page.entries, now) })) },
      );
    },
    onSuccess: ({ undo, changed }, { said }) => {
      if (!said) return;
      const takeBack = async () => {
        await client.inbox.undo({ undo: undo ?? '' });
        await invalidateList(queries, 'inbox');
        announce({ kind: 'done', message: words('common.undone') });
      };
      announce({
        kind: 'done',
        message: said(changed),
        ...(undo !== undefined && { undo: () => void takeBack().catch((error: unknown) => announce({ error })) }),
      });
    },
    onSettled: async () => {
      await Promise.all([invalidateList(queries, 'inbox'), queries.invalidateQueries({ queryKey: ['reading'] })]);
    },
  });

  return {
    setRead(keys: string[], read: boolean, quietly = false): void {
      mutate({
        run: () => client.inbox.setRead({ keys, read }),
        now: { keys, become: (entry) => ({ ...entry, unread: !read }) },
        ...(!quietly && {
          said: (changed) => (read ? words('inbox.done.read', { count: changed }) : words('inbox.done.unread')),
        }),
      });
    },
    markAllRead(filter: InboxFilter): void {
      mutate({
        run: () => client.inbox.markAllRead({ filter }),
        said: (changed) =>
          changed === 0 ? words('inbox.done.nothingUnread') : words('inbox.done.read', { count: changed }),
      });
    },
    snooze(key: string, until: ItemSnoozeLength): void {
      let back = new Date();
      mutate({
        run: async () => {
          const done = await client.inbox.snooze({ keys: [key], until });
          back = done.until;
          return done;
        },
        now: { keys: [key], become: () => undefined },
        said: () => words('inbox.done.snoozed', { time: clockTime(back, Date.now()) }),
      });
    },
    unsnooze: (key: string) =>
      mutate({ run: () => client.inbox.unsnooze({ keys: [key] }), said: () => words('inbox.done.unsnoozed') }),
    mute(key: string, muted: boolean): void {
      mutate({
        run: () => client.inbox.mute({ key, muted }),
        now: { keys: [key], become: (entry) => ({ ...entry, muted }) },
        said: () => words(muted ? 'inbox.done.muted' : 'inbox.done.unmuted'),
      });
    },
    unmute: (site: string, questionId: number) =>
      mutate({ run: () => client.inbox.unmute({ site, questionId }), said: () => words('inbox.done.unmuted') }),
    /** Opens it in the browser. `opened`: the browser that this page is in has done so already. */
    open(key: string, opened: boolean): void {
      mutate({
        run: async () => {
          await client.inbox.open({ key, opened });
          return { changed: 0 };
        },
        now: { keys: [key], become: (entry) => ({ ...entry, unread: false }) },
      });
    },
  };
}

export type InboxActions = ReturnType<typeof useInboxActions>;

const become = (entries: InboxEntry[], { keys, become: change }: NonNullable<InboxAction['now']>): InboxEntry[] =>
  entries.flatMap((entry) => (keys.includes(entry.key) ? (change(entry) ?? []) : [entry]));
