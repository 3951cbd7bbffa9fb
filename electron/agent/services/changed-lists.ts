import type { ListName } from '../../../common/contract/contract.ts';
import type { StreamId } from '../domain/stream-id.ts';

/**
 * The lists that the poll of a stream may have changed. What watches find is listed with the inbox, too. The sites a
 * network has name and order those of every list; the person's accounts are listed with their reputation, and come
 * first among the sites.
 */
export function listsChangedBy(stream: StreamId): readonly ListName[] {
  if (stream === 'inbox') return ['inbox'];
  if (stream === 'accounts') return ['reputation', 'sites'];
  if (stream === 'sites') return ['inbox', 'reputation', 'watches', 'sites'];
  // Badges are announced and not listed; achievements only say what else is to be polled.
  if (stream === 'achievements' || stream.startsWith('badges:')) return [];
  return stream.startsWith('reputation:') || stream.startsWith('history:') ? ['reputation'] : ['watches', 'inbox'];
}

/**
 * What is listed of the history alone, so that it stays as it is until a row there changes. Reputation also tells what
 * came today, and watches what the plan gives them.
 */
const ROWS_ONLY: readonly ListName[] = ['inbox', 'sites'];

/** Tells which lists a poll has changed: a window that is open fetches them again. */
export class ChangedLists {
  readonly #history: { version(): number };
  /** The history's version when each of them was told last. */
  readonly #told = new Map<ListName, number>();

  /** `version` is another number whenever any row of the history may have changed. */
  constructor(history: { version(): number }) {
    this.#history = history;
    for (const list of ROWS_ONLY) this.#told.set(list, history.version());
  }

  /**
   * The lists that the poll of a stream has changed, once it is recorded; with them what another poll has changed that
   * could not tell of it yet.
   */
  changedBy(stream: StreamId): readonly ListName[] {
    const version = this.#history.version();
    const lists = listsChangedBy(stream).filter((list) => this.#told.get(list) !== version);
    for (const list of lists) if (this.#told.has(list)) this.#told.set(list, version);
    return lists;
  }
}
