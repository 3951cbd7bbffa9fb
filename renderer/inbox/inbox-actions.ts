import { useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
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
  keys: string[];
  update: (entry: InboxEntry) => InboxEntry | undefined;
}

interface InboxAction {
  run: () => Promise<{ changed: number; undo?: string | undefined }>;
  /** The announcement once it is done; without it nothing is announced. */
  message?: (changed: number) => string;
  optimistic?: OptimisticChange;
}

const updateEntries = (entries: InboxEntry[], { keys, update }: OptimisticChange): InboxEntry[] =>
  entries.flatMap((entry) => (keys.includes(entry.key) ? (update(entry) ?? []) : [entry]));

/** Runs actions: shows the change at once, announces the end with a way back, and has everything asked for again. */
function useRunAction(): (action: InboxAction) => void {
  const client = useClient();
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { words } = useLocale();
  const undoAction = async (undo: string) => {
    await client.inbox.undo({ undo });
    await invalidateList(queries, 'inbox');
    announce({ kind: 'done', message: words('common.undone') });
  };
  const { mutate } = useMutation({
    mutationFn: ({ run }: InboxAction) => run(),
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
        ...(undo !== undefined && { undo: () => void undoAction(undo).catch((error: unknown) => announce({ error })) }),
      });
    },
    onSettled: async () => {
      await Promise.all([invalidateList(queries, 'inbox'), queries.invalidateQueries({ queryKey: ['reading'] })]);
    },
  });
  return mutate;
}

/** Everything that can be done with items. */
export class InboxActions {
  readonly #client: AgentClient;
  readonly #locale: Locale;
  readonly #run: (action: InboxAction) => void;

  constructor(client: AgentClient, locale: Locale, run: (action: InboxAction) => void) {
    this.#client = client;
    this.#locale = locale;
    this.#run = run;
  }

  /** Marks items read or unread. `quietly`: without an announcement, as when an item is opened. */
  setRead(keys: string[], read: boolean, quietly = false): void {
    const { words } = this.#locale;
    this.#run({
      run: () => this.#client.inbox.setRead({ keys, read }),
      optimistic: { keys, update: (entry) => ({ ...entry, unread: !read }) },
      ...(!quietly && {
        message: (changed) => (read ? words('inbox.done.read', { count: changed }) : words('inbox.done.unread')),
      }),
    });
  }

  /** Marks everything read that the filter leaves; `counted`: of it only what the numbers count as unread. */
  markAllRead(filter: InboxFilter, counted = false): void {
    const { words } = this.#locale;
    this.#run({
      run: () => this.#client.inbox.markAllRead({ filter, ...(counted && { counted }) }),
      message: (changed) =>
        changed === 0 ? words('inbox.done.nothingUnread') : words('inbox.done.read', { count: changed }),
    });
  }

  /** Takes an item out of the list until a later time. */
  snooze(key: string, until: ItemSnoozeLength | Date): void {
    const { words, clockTime } = this.#locale;
    let endsAt = new Date();
    this.#run({
      run: async () => {
        const answer = await this.#client.inbox.snooze({ keys: [key], until });
        endsAt = answer.until;
        return answer;
      },
      optimistic: { keys: [key], update: () => undefined },
      message: () => words('inbox.done.snoozed', { time: clockTime(endsAt, Date.now()) }),
    });
  }

  /** Brings a snoozed item back into the list. */
  unsnooze(key: string): void {
    this.#run({
      run: () => this.#client.inbox.unsnooze({ keys: [key] }),
      message: () => this.#locale.words('inbox.done.unsnoozed'),
    });
  }

  /** Mutes the question that an item is about, or lets it be announced again. */
  mute(key: string, muted: boolean): void {
    this.#run({
      run: () => this.#client.inbox.mute({ key, muted }),
      optimistic: { keys: [key], update: (entry) => ({ ...entry, muted }) },
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
   * Opens an item in the browser and marks it read. `opened`: the browser that this page is in has opened it already.
   */
  open(key: string, opened: boolean): void {
    this.#run({
      run: async () => {
        await this.#client.inbox.open({ key, opened });
        return { changed: 0 };
      },
      optimistic: { keys: [key], update: (entry) => ({ ...entry, unread: false }) },
    });
  }
}

/** What can be done with items. Each action is shown at once, announced, and can be undone. */
export function useInboxActions(): InboxActions {
  return new InboxActions(useClient(), useLocale(), useRunAction());
}
