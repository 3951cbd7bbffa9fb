import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import { snoozedWords } from '../../common/i18n/state-words.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import { useClient } from '../agent/agent-context.tsx';
import type { AgentClient } from '../agent/connection/bridge.ts';
import { invalidateList } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { useAnnounce } from '../feedback/announcements.tsx';

interface Page {
  entries: InboxEntry[];
  hasMore: boolean;
}

/**
 * A change that is shown before the agent has answered. `update` gives the entry as it will be, or undefined if it
 * goes.
 */
interface OptimisticChange {
  covers: (entry: InboxEntry) => boolean;
  update: (entry: InboxEntry) => InboxEntry | undefined;
}

interface FeedAction {
  run: () => Promise<{ changed: number; undo?: string | undefined }>;
  /** The announcement once it is done; without it nothing is announced. */
  message?: (changed: number) => string;
  optimistic?: OptimisticChange;
}

const updateEntries = (entries: InboxEntry[], { covers, update }: OptimisticChange): InboxEntry[] =>
  entries.flatMap((entry) => (covers(entry) ? (update(entry) ?? []) : [entry]));

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
      await queries.cancelQueries({ queryKey: ['inbox', 'list'] });
      queries.setQueriesData<InfiniteData<Page>>(
        { queryKey: ['inbox', 'list'] },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => ({ ...page, entries: updateEntries(page.entries, optimistic) })),
          },
      );
    },
    onSuccess: ({ undo, changed }, { message }) => {
      if (!message) return;
      announce({
        kind: 'done',
        message: message(changed),
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

  /** Marks items read or unread. `quietly`: without an announcement, as when an item is opened. */
  setRead(keys: string[], read: boolean, quietly = false): void {
    const { words } = this.#locale;
    this.#run({
      run: () => this.#client.inbox.setRead({ keys, read }),
      optimistic: { covers: among(keys), update: (entry) => ({ ...entry, unread: !read }) },
      ...(!quietly && {
        message: (changed) => (read ? words('inbox.done.read', { count: changed }) : words('inbox.done.unread')),
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
      optimistic: { covers: among(keys), update: () => undefined },
      message: () => `${snoozedWords(this.#locale, endsAt, Date.now())}.`,
    });
  }

  /** Brings snoozed items back into the list. */
  unsnooze(keys: string[]): void {
    this.#run({
      run: () => this.#client.inbox.unsnooze({ keys }),
      message: () => this.#locale.words('inbox.done.unsnoozed'),
    });
  }

  /** Mutes the question that an item is about, or lets it be announced again. */
  mute({ key, question }: Pick<InboxEntry, 'key' | 'question'>, muted: boolean): void {
    this.#run({
      run: () => this.#client.inbox.mute({ key, muted }),
      optimistic: {
        covers: (entry) => entry.key === key || (question !== undefined && entry.question === question),
        update: (entry) => ({ ...entry, muted }),
      },
      message: () => this.#locale.words(muted ? 'inbox.done.muted' : 'inbox.done.unmuted'),
    });
  }

  /** Lets a muted question be announced again, whether or not an item of it is listed. */
  unmute(site: string, questionId: number): void {
    this.#run({
      run: () => this.#client.inbox.unmute({ site, questionId }),
      message: () => this.#locale.words('inbox.done.unmuted'),
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
      optimistic: { covers: among([key, ...others]), update: (entry) => ({ ...entry, unread: false }) },
    });
  }
}

/** What can be done with items. Each action is shown at once, announced, and can be undone. */
export function useFeedActions(): FeedActions {
  return new FeedActions(useClient(), useLocale(), useRunAction());
}
