import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { InboxEntry, InboxFilter, ItemMark } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import { snoozedWords } from '../../common/i18n/state-words.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import { useClient } from '../agent/agent-context.tsx';
import type { AgentClient } from '../agent/connection/bridge.ts';
import { invalidateList } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { useAnnounce } from '../feedback/announcements.tsx';
import { LISTS_KEY } from './feed-queries.ts';
import { isListed } from './filter/filter-parts.ts';

interface Page {
  entries: InboxEntry[];
  hasMore: boolean;
}

/** A change that is shown before the agent has answered; what a list does not list any more leaves it. */
interface OptimisticChange {
  covers: (entry: InboxEntry) => boolean;
  change: Partial<InboxEntry>;
}

/** What a mark changes in an entry. */
export const MARKED: Record<ItemMark, Partial<InboxEntry>> = {
  read: { unread: false },
  unread: { unread: true, done: undefined },
  done: { done: true, unread: false, snoozedUntil: undefined },
  listed: { done: undefined, snoozedUntil: undefined },
  saved: { saved: true },
  unsaved: { saved: undefined },
};

interface FeedAction {
  run: () => Promise<{ changed: number; undo?: string | undefined }>;
  /** Returns the announcement once it is done; without one nothing is announced. */
  message?: (changed: number) => string | undefined;
  optimistic?: OptimisticChange;
}

const updateEntries = (
  entries: InboxEntry[],
  { covers, change }: OptimisticChange,
  filter: InboxFilter = {},
): InboxEntry[] =>
  entries
    .map((entry) => (covers(entry) ? { ...entry, ...change } : entry))
    .filter((entry) => !covers(entry) || isListed(entry, filter));

const among =
  (keys: readonly string[]) =>
  ({ key }: InboxEntry): boolean =>
    keys.includes(key);

/** Runs actions: shows the change at once, announces the end with a way back, and has everything asked for again. */
function useRunAction(): (action: FeedAction) => void {
  const client = useClient();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { words } = useLocale();
  const { mutate: undoAction } = useMutation({
    mutationFn: async (undo: string) => {
      await client.inbox.undo({ undo });
      await invalidateList(queries, 'inbox');
    },
    onSuccess: () => announce({ kind: 'done', message: words('common.undone') }),
  });
  const { mutate } = useMutation({
    mutationFn: ({ run }: FeedAction) => run(),
    onMutate: async ({ optimistic }) => {
      if (!optimistic) return;
      await queries.cancelQueries({ queryKey: LISTS_KEY });
      for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: LISTS_KEY })) {
        const update = (page: Page): Page => ({
          ...page,
          entries: updateEntries(page.entries, optimistic, queryKey[2] as InboxFilter | undefined),
        });
        queries.setQueryData<InfiniteData<Page>>(
          queryKey,
          (data) => data && { ...data, pages: data.pages.map(update) },
        );
      }
    },
    onSuccess: ({ undo, changed }, { message }) => {
      const said = message?.(changed);
      if (said === undefined) return;
      announce({
        kind: 'done',
        message: said,
        ...(undo !== undefined && { undo: () => undoAction(undo) }),
      });
    },
    onSettled: async () => {
      await Promise.all([invalidateList(queries, 'inbox'), queries.invalidateQueries({ queryKey: ['reading'] })]);
    },
  });
  return mutate;
}

/** Everything that can be done with items. */
export class FeedActions {
  readonly #client: AgentClient;
  readonly #locale: Locale;
  readonly #run: (action: FeedAction) => void;

  constructor(client: AgentClient, locale: Locale, run: (action: FeedAction) => void) {
    this.#client = client;
    this.#locale = locale;
    this.#run = run;
  }

  /** Marks items. `quietly`: without an announcement, as when an item is opened. */
  mark(keys: string[], as: ItemMark, quietly = false): void {
    this.#run({
      run: () => this.#client.inbox.mark({ keys, as }),
      optimistic: { covers: among(keys), change: MARKED[as] },
      ...(!quietly && {
        message: (count) => (count > 0 ? this.#locale.words(`inbox.done.${as}`, { count }) : undefined),
      }),
    });
  }

  /** Marks read what counts as unread of what the filter leaves. */
  markAllRead(filter: InboxFilter): void {
    const { words } = this.#locale;
    this.#run({
      run: () => this.#client.inbox.markAllRead({ filter }),
      message: (changed) =>
        changed === 0 ? words('inbox.done.nothingUnread') : words('inbox.done.read', { count: changed }),
    });
  }

  /** Takes items out of the list until a later time. */
  snooze(keys: string[], until: ItemSnoozeLength | Date): void {
    let endsAt = new Date();
    this.#run({
      run: async () => {
        const answer = await this.#client.inbox.snooze({ keys, until });
        endsAt = answer.until;
        return answer;
      },
      optimistic: { covers: among(keys), change: { ...MARKED.listed, snoozedUntil: endsAt, unread: false } },
      message: () => `${snoozedWords(this.#locale, endsAt, Date.now())}.`,
    });
  }

  /** Mutes the questions that items are about, or lets them be announced again. */
  mute(items: readonly Pick<InboxEntry, 'key' | 'question'>[], muted: boolean): void {
    const isOf = ({ key, question }: InboxEntry) =>
      items.some((item) => item.key === key || (question !== undefined && item.question === question));
    this.#run({
      run: () => this.#client.inbox.mute({ keys: items.map(({ key }) => key), muted }),
      optimistic: { covers: isOf, change: { muted } },
      message: (count) => this.#locale.words(muted ? 'inbox.done.muted' : 'inbox.done.unmuted', { count }),
    });
  }

  /** Lets a muted question be announced again, whether or not an item of it is listed. */
  unmute(site: string, questionId: number): void {
    this.#run({
      run: () => this.#client.inbox.unmute({ site, questionId }),
      message: (count) => this.#locale.words('inbox.done.unmuted', { count }),
    });
  }

  /**
   * Opens an item in the browser and marks it read, with the whole `thread` (keys) where it is folded. `opened`: the
   * browser that this page is in has opened it already.
   */
  open(key: string, opened: boolean, thread: readonly string[] = []): void {
    const others = thread.filter((other) => other !== key);
    this.#run({
      run: async () => {
        await this.#client.inbox.open({ key, opened, ...(others.length > 0 && { others }) });
        return { changed: 0 };
      },
      optimistic: { covers: among([key, ...others]), change: MARKED.read },
    });
  }
}

/** What can be done with items. Each action is shown at once, announced, and can be undone. */
export function useFeedActions(): FeedActions {
  return new FeedActions(useClient(), useLocale(), useRunAction());
}
