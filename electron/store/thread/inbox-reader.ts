import { setImmediate } from 'node:timers/promises';
import { errorMessage } from '../../../common/error-message.ts';
import type { HistoryFile } from '../database/history-file.ts';
import { HistoryClosed, type HistoryThread } from './history-thread.ts';
import { askInbox, type InboxRead } from './jobs.ts';
import type { InboxFilter } from '../../../common/schemas/settings.ts';
import type { InboxOwners } from '../inbox/inbox-row.ts';
import { InboxSearch, type UnreadItem } from '../inbox/search.ts';

/** Items processed per piece: some 10 ms of work. */
const ITEMS_PER_PIECE = 100;
/** Items returned by the thread at once, because each read of a search reads all its matches. */
const ITEMS_PER_READ = 5000;

/**
 * Inbox of some profiles, read in the thread if the history is large and the filter may have to skip many items;
 * otherwise, or if the thread cannot read the file, synchronously.
 */
export class InboxReader {
  readonly #file: HistoryFile;
  readonly #thread: HistoryThread;
  readonly #owners: InboxOwners;
  readonly #here: InboxSearch;

  constructor(file: HistoryFile, thread: HistoryThread, owners: InboxOwners) {
    this.#file = file;
    this.#thread = thread;
    this.#owners = owners;
    this.#here = new InboxSearch(file, owners);
  }

  /**
   * See `InboxSearch.list`.
   * @throws the signal's reason once it is aborted
   */
  list(signal: AbortSignal | undefined, ...page: Parameters<InboxSearch['list']>) {
    return this.#read('list', page, signal);
  }

  /**
   * See `InboxSearch.counts`.
   * @throws the signal's reason once it is aborted
   */
  counts(signal: AbortSignal | undefined, filter: InboxFilter) {
    return this.#read('counts', [filter], signal);
  }

  /** Yields all unread items of a filter in pieces, newest first, with other work in between. */
  async *unread(filter: InboxFilter): AsyncGenerator<UnreadItem[]> {
    const limit = this.#isLong(filter) ? ITEMS_PER_READ : ITEMS_PER_PIECE;
    for (let before: number | undefined, more = true; more;) {
      const items: UnreadItem[] = await this.#read('unreadKeys', [filter, limit, before], undefined);
      before = items.at(-1)?.place;
      more = items.length === limit;
      for (let from = 0; from < items.length; from += ITEMS_PER_PIECE) {
        yield items.slice(from, from + ITEMS_PER_PIECE);
        await setImmediate();
      }
    }
  }

  async #read<Name extends InboxRead>(
    name: Name,
    given: Parameters<InboxSearch[Name]>,
    signal: AbortSignal | undefined,
  ): Promise<ReturnType<InboxSearch[Name]>> {
    if (this.#isLong(given[0])) {
      try {
        const answer = await this.#thread.run('inbox', [this.#file.file, this.#owners, name, given], signal);
        return answer as ReturnType<InboxSearch[Name]>;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof HistoryClosed) throw error;
        this.#file.warn(`reading the inbox in a thread: ${errorMessage(error)}`);
      }
    }
    return askInbox(this.#here, name, given);
  }

  /** Whether a filter may have to pass many items; unread ones and those set aside are found at once. */
  #isLong({ unread: _unread, state: _state, ...others }: InboxFilter): boolean {
    return this.#file.isLarge() && Object.values(others).some((value) => value !== undefined);
  }
}
