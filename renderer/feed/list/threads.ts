import type { InboxEntry } from '../../../common/contract/contract.ts';

/** What happened on one question, or one thing alone. */
export interface Thread {
  newest: InboxEntry;
  /** Newest first. */
  older: readonly InboxEntry[];
}

/**
 * One row of the list, with the headings that stand above it. Every object has all fields, also where one is undefined:
 * engines read many objects of one shape faster.
 */
export interface FeedRow {
  /**
   * A number that stands for the entry's key from one list to the next. The virtual list looks up every row of a
   * changed list, and finds numbers in half the time that texts take.
   */
  row: number;
  entry: InboxEntry;
  /** The first row of a group (today, this week …) carries a time in it; its heading stands above. */
  group: Date | undefined;
  /** The first row of a site within a day carries the site; its heading stands above. */
  site: InboxEntry['site'] | undefined;
  /** What else happened on its question, folded away under it. */
  older: readonly InboxEntry[];
  /** It is one of those that were folded away. */
  isOlder: boolean;
  /** The first of those that came in while the list was looked at; their heading stands above. */
  isNewer: boolean;
}

const NONE: readonly InboxEntry[] = [];
let nextRow = 0;

/** @param number the number that stood for the entry in the list before */
export const newRow = ({ newest, older }: Thread, number?: number): FeedRow => ({
  row: number ?? nextRow++,
  entry: newest,
  group: undefined,
  site: undefined,
  older,
  isOlder: false,
  isNewer: false,
});

/** The row of the list before, where nothing about it has changed: it need not be drawn anew. */
export const keepSameRow = (before: FeedRow | undefined, now: FeedRow): FeedRow =>
  before?.entry === now.entry &&
  before.group?.getTime() === now.group?.getTime() &&
  before.site?.id === now.site?.id &&
  before.older.length === now.older.length &&
  countSameAtEnd(before.older, now.older) === now.older.length
    ? before
    : now;

/** How many entries are the same at the end of both lists. */
export function countSameAtEnd(before: readonly InboxEntry[], now: readonly InboxEntry[]): number {
  const shorter = Math.min(before.length, now.length);
  let count = 0;
  while (count < shorter && before[before.length - 1 - count] === now[now.length - 1 - count]) count++;
  return count;
}

const nameOf = (entry: InboxEntry): string => entry.question ?? entry.key;

/** Whether an item looks unread, and counts as such: what is muted does neither. */
export const countsUnread = ({ unread, muted }: InboxEntry): boolean => unread && !muted;

/**
 * Whether a thread is unfolded. `unfolded` holds the keys of all that threads had when they were: the newest of one may
 * have left since, or have been replaced.
 */
export const isThreadUnfolded = (
  newest: InboxEntry,
  older: readonly InboxEntry[],
  unfolded: ReadonlySet<string>,
): boolean => [newest, ...older].some(({ key }) => unfolded.has(key));

/** Takes entries, newest first; gives their threads, the one with the newest first. */
export function foldThreads(entries: readonly InboxEntry[]): Thread[] {
  const threads = new Map<string, { newest: InboxEntry; older: InboxEntry[] | typeof NONE }>();
  for (const newest of entries) {
    const thread = threads.get(nameOf(newest));
    if (!thread) threads.set(nameOf(newest), { newest, older: NONE });
    else if (thread.older === NONE) thread.older = [newest];
    else (thread.older as InboxEntry[]).push(newest);
  }
  return [...threads.values()];
}

/**
 * The threads of a whole list, a row for each. Starts from the list before where only newer entries have come: that
 * costs next to nothing, even among a hundred thousand.
 */
export class FoldedQuestions {
  #entries: readonly InboxEntry[] = [];
  #rows: readonly FeedRow[] = [];
  #byName = new Map<string, FeedRow>();

  update(entries: readonly InboxEntry[]): readonly FeedRow[] {
    const added = entries.length - this.#entries.length;
    const isSameBelow = countSameAtEnd(this.#entries, entries) === this.#entries.length;
    if (!isSameBelow || added > entries.length / 8) this.#foldAll(entries);
    else if (added > 0) this.#putAbove(entries.slice(0, added));
    this.#entries = entries;
    return this.#rows;
  }

  #foldAll(entries: readonly InboxEntry[]): void {
    const before = this.#byName;
    this.#byName = new Map();
    this.#rows = foldThreads(entries).map((thread) => {
      const known = before.get(nameOf(thread.newest));
      const row = newRow(thread, known?.entry.key === thread.newest.key ? known.row : undefined);
      this.#byName.set(nameOf(thread.newest), row);
      return row;
    });
  }

  #putAbove(newer: readonly InboxEntry[]): void {
    const gone = new Set<FeedRow>();
    const above = foldThreads(newer).map(({ newest, older }) => {
      const before = this.#byName.get(nameOf(newest));
      if (before) gone.add(before);
      const row = newRow({ newest, older: before ? [...older, before.entry, ...before.older] : older });
      this.#byName.set(nameOf(newest), row);
      return row;
    });
    const rest = gone.size === 0 ? this.#rows : this.#rows.filter((row) => !gone.has(row));
    this.#rows = above.concat(rest);
  }
}
