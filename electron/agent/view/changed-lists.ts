import type { ListName } from '../../../common/contract/contract.ts';
import type { StreamId } from '../stream-id.ts';

/**
 * Returns the lists that a poll of a stream may have changed. Matches of watches are listed with the inbox, too. The
 * sites of a network name and order those of every list; accounts are listed with their reputation and come first among
 * the sites.
 */
export function listsChangedBy(stream: StreamId): readonly ListName[] {
  if (stream === 'inbox') return ['inbox'];
  if (stream === 'accounts') return ['reputation', 'sites'];
  if (stream === 'sites') return ['inbox', 'reputation', 'watches', 'sites'];
  // Badges are announced and not listed; achievements only decide which other streams are polled.
  if (stream === 'achievements' || stream.startsWith('badges:')) return [];
  return stream.startsWith('reputation:') || stream.startsWith('history:') ? ['reputation'] : ['watches', 'inbox'];
}

/** Lists that depend on history rows alone. Reputation also depends on the day, watches on the poll plan. */
const ROWS_ONLY: readonly ListName[] = ['inbox', 'sites'];

/** Tracker of the lists that polls have changed, so that an open window fetches them again. */
export class ChangedLists {
  readonly #history: { version(): number };
  /** Version of the history when each list was last reported as changed. */
  readonly #told = new Map<ListName, number>();

  /** @param history its version must change whenever any row of the history may have changed */
  constructor(history: { version(): number }) {
    this.#history = history;
    for (const list of ROWS_ONLY) this.#told.set(list, history.version());
  }

  /** Returns the lists changed by a recorded poll, including changes of earlier polls not reported yet. */
  changedBy(stream: StreamId): readonly ListName[] {
    const version = this.#history.version();
    const lists = listsChangedBy(stream).filter((list) => this.#told.get(list) !== version);
    for (const list of lists) if (this.#told.has(list)) this.#told.set(list, version);
    return lists;
  }
}
