import type { Grouping, InboxEntry } from '../../../common/contract/contract.ts';
import { groupStart } from './groups.ts';
import {
  countSameAtEnd,
  FoldedQuestions,
  foldThreads,
  isThreadUnfolded,
  keepSameRow,
  newRow,
  type FeedRow,
  type Thread,
} from './threads.ts';

/** How a list is put in order: in a search as it is found, without threads, so that everything found is seen. */
export type ListOrder = Grouping | 'search';

/** How many are the same at the beginning of both. */
function countSameAtStart(before: readonly InboxEntry[], now: readonly InboxEntry[]): number {
  const shorter = Math.min(before.length, now.length);
  let count = 0;
  while (count < shorter && before[count] === now[count]) count++;
  return count;
}

/** Where the group ends that begins at `from`: the index of the first entry of the next. */
function endOfGroup(entries: readonly InboxEntry[], from: number, today: number): number {
  const start = groupStart(entries[from]!.listedAt.getTime(), today);
  let to = from;
  while (to < entries.length && entries[to]!.listedAt.getTime() >= start) to++;
  // At least one entry, or the caller would never advance: an invalid date is later than nothing, not even itself.
  return Math.max(to, from + 1);
}

/** The entries under one heading (today, this week …), and what is shown of them. */
interface Group {
  size: number;
  rows: readonly FeedRow[];
}

/** Rows by the keys of their entries. */
type RowsByKey = ReadonlyMap<string, FeedRow>;

const countRows = (groups: readonly Group[]): number => groups.reduce((sum, { rows }) => sum + rows.length, 0);

/**
 * The groups of a list, kept from one list to the next: a new or changed item changes only its own group, and with a
 * hundred thousand items those before and after need not be made anew.
 */
class Groups {
  #entries: readonly InboxEntry[] = [];
  #groups: readonly Group[] = [];
  #rows: readonly FeedRow[] = [];
  #order: ListOrder = 'time';
  #today = 0;

  /** @param today the midnight with which today begins, in ms */
  update(entries: readonly InboxEntry[], order: ListOrder, today: number): readonly FeedRow[] {
    const isAlike = this.#order === order && this.#today === today;
    const before = this.#entries;
    const atStart = isAlike ? countSameAtStart(before, entries) : 0;
    if (isAlike && atStart === entries.length && atStart === before.length) return this.#rows;
    const atEnd = isAlike ? countSameAtEnd(before, entries) : 0;
    const groups: Group[] = [];
    let from = 0;
    // A group that ends where the difference begins may go on differently.
    for (let group = this.#groups[0]; group && from + group.size < atStart; group = this.#groups[groups.length]) {
      groups.push(group);
      from += group.size;
    }
    const head = groups.length;
    let tail = this.#groups.length;
    const { known, beginnings } = this.#after(head, from, before.length - atEnd);
    while (from < entries.length) {
      const same = from >= entries.length - atEnd ? beginnings.get(from + before.length - entries.length) : undefined;
      if (same !== undefined) {
        tail = same;
        break;
      }
      const to = endOfGroup(entries, from, today);
      groups.push({ size: to - from, rows: rowsOf(entries.slice(from, to), order, known) });
      from = to;
    }
    const changed = groups.slice(head).flatMap(({ rows }) => rows);
    const below = this.#rows.slice(countRows(this.#groups.slice(0, tail)));
    this.#rows = this.#rows.slice(0, countRows(groups.slice(0, head))).concat(changed, below);
    this.#entries = entries;
    this.#order = order;
    this.#today = today;
    this.#groups = groups.concat(this.#groups.slice(tail));
    return this.#rows;
  }

  /**
   * What the list had from entry `from` on, where the group number `first` begins: the rows before the entry
   * `sameFrom`, and the groups that begin at it or later, by the index of their first entry.
   */
  #after(first: number, from: number, sameFrom: number): { known: RowsByKey; beginnings: Map<number, number> } {
    const known = new Map<string, FeedRow>();
    const beginnings = new Map<number, number>();
    let at = from;
    for (const [index, { size, rows }] of this.#groups.entries()) {
      if (index < first) continue;
      // The first of these may begin earlier now.
      if (at < sameFrom || beginnings.size === 0) for (const row of rows) known.set(row.entry.key, row);
      if (at >= sameFrom) beginnings.set(at, index);
      at += size;
    }
    return { known, beginnings };
  }
}

function rowsOf(entries: readonly InboxEntry[], order: ListOrder, known: RowsByKey): readonly FeedRow[] {
  const threads = order === 'search' ? entries.map((newest): Thread => ({ newest, older: [] })) : foldThreads(entries);
  const groups = order === 'site' ? [...Map.groupBy(threads, ({ newest }) => newest.site.id).values()] : [threads];
  const rows = groups.flatMap((group) =>
    group.map((thread, index) => {
      const row = newRow(thread, known.get(thread.newest.key)?.row);
      if (order === 'site' && index === 0) row.site = thread.newest.site;
      return row;
    }),
  );
  rows[0]!.group = entries[0]!.listedAt;
  return rows.map((row) => keepSameRow(known.get(row.entry.key), row));
}

interface View {
  order: ListOrder;
  /**
   * The place of the newest item that is already sorted in; newer ones stand above everything else, so that nothing
   * moves while somebody looks. Undefined: all are sorted in.
   */
  settled: number | undefined;
  /** The keys of what the threads had that were unfolded. */
  unfolded: ReadonlySet<string>;
  /** The midnight with which today begins, in ms. */
  today: number;
}

/**
 * The rows of a list: in time, by site within each group (today, this week …), or by question, one row for each.
 * Several events of one question fold into a thread: by question all there are, else those of a group.
 */
export class FeedRows {
  readonly #groups = new Groups();
  readonly #newerGroups = new Groups();
  readonly #questions = new FoldedQuestions();
  readonly #newerQuestions = new FoldedQuestions();
  readonly #olderRows = new Map<string, FeedRow>();

  /** Takes entries, newest first. The same entries as the time before should be the same objects. */
  update(entries: readonly InboxEntry[], { order, settled = Infinity, unfolded, today }: View): readonly FeedRow[] {
    const end = entries.findIndex(({ place }) => place <= settled);
    const count = settled === Infinity ? 0 : end === -1 ? entries.length : end;
    const rest = count === 0 ? entries : entries.slice(count);
    const rows = order === 'question' ? this.#questions.update(rest) : this.#groups.update(rest, order, today);
    if (count === 0) return this.#unfold(rows, unfolded);
    const newest = entries.slice(0, count);
    const above =
      order === 'question'
        ? this.#newerQuestions.update(newest)
        : // Those of yesterday stand there too, until the list is put in order anew.
          this.#newerGroups
            .update(newest, order, today)
            .map((row, index) => ({ ...row, group: undefined, isNewer: index === 0 }));
    return this.#unfold(above.concat(rows), unfolded);
  }

  #unfold(rows: readonly FeedRow[], unfolded: ReadonlySet<string>): readonly FeedRow[] {
    if (unfolded.size === 0) return rows;
    const all: FeedRow[] = [];
    for (const row of rows) {
      all.push(row);
      if (isThreadUnfolded(row.entry, row.older, unfolded))
        for (const entry of row.older) all.push(this.#olderRow(entry));
    }
    return all;
  }

  #olderRow(entry: InboxEntry): FeedRow {
    const known = this.#olderRows.get(entry.key);
    if (known?.entry === entry) return known;
    const row = { ...newRow({ newest: entry, older: [] }, known?.row), isOlder: true };
    this.#olderRows.set(entry.key, row);
    return row;
  }
}
