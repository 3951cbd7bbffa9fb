import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { InboxEntry, InboxFilter, InboxView } from '../../common/contract/contract.ts';
import { useWatches } from '../agent/queries.ts';
import { useNow } from '../widgets/use-now.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import { countActiveFilters, isListed } from './filter/filter-parts.ts';
import { useFeedCounts, useFeedList } from './feed-queries.ts';
import { FeedRows, type ListOrder } from './list/feed-rows.ts';
import { startOfDay } from './list/groups.ts';
import { isThreadUnfolded, type FeedRow } from './list/threads.ts';

/** Keeps the open item in its place where only unread items are listed: opening it has marked it read. */
function withOpenEntry(
  entries: readonly InboxEntry[],
  open: InboxEntry | undefined,
  filter: InboxFilter,
): readonly InboxEntry[] {
  const { unread, text = '' } = filter;
  if (!open || unread !== true || text !== '' || !isListed(open, filter) || entries.some(({ key }) => key === open.key))
    return entries;
  const at = entries.findIndex(({ place }) => place < open.place);
  return at === -1 ? [...entries, open] : entries.toSpliced(at, 0, open);
}

const filterOf = ({ grouping: _order, ...filter }: InboxView, text: string): InboxFilter => ({
  ...filter,
  ...(text !== '' && { text }),
});

/** What a feed can be narrowed to: the inbox is of no watch, and one that was removed would leave nothing. */
function withoutWatchGone(
  kept: InboxView | undefined,
  source: 'inbox' | 'watches',
  watches: readonly { id: string }[] | undefined,
): InboxView | undefined {
  if (!kept) return undefined;
  const isGone = kept.watch !== undefined && watches?.every(({ id }) => id !== kept.watch) === true;
  return { ...kept, source: undefined, ...((isGone || source === 'inbox') && { watch: undefined }) };
}

/**
 * The filters and the search text, and the filter that both make together; undefined until the saved one is known.
 * `source`: the one that this feed lists, whatever else is chosen.
 */
export function useFeedFilter(
  kept: InboxView | undefined,
  saveFilter: (view: InboxView) => void,
  source: 'inbox' | 'watches',
) {
  const [text, setText] = useState('');
  const watches = useWatches().data?.watches;
  const saved = useMemo(() => withoutWatchGone(kept, source, watches), [kept, source, watches]);
  const query = useDeferredValue(text).trim() === '' ? '' : text;
  const filter = useMemo<InboxFilter | undefined>(
    () => (saved ? filterOf({ ...saved, source }, query) : undefined),
    [saved, query, source],
  );
  const inSearch = query !== '';
  const order: ListOrder = inSearch ? 'search' : (saved?.grouping ?? 'time');
  const clear = () => {
    setText('');
    saveFilter({ grouping: saved?.grouping });
  };
  const drop = (field: keyof InboxView) => {
    if (field === 'text') setText('');
    else saveFilter({ ...saved, [field]: undefined });
  };
  return {
    text,
    setText,
    drop,
    saved: saved ?? {},
    source,
    saveFilter,
    filter,
    order,
    isFiltered: inSearch || countActiveFilters(saved ?? {}) > 0,
    clear,
  };
}

export type FeedFilter = ReturnType<typeof useFeedFilter>;

/** Up to which item all are sorted in; of one view (filter and order) only. */
interface Settled {
  view: string;
  place: number;
}

/** The threads that are unfolded, by the keys of all that they had then: they stay so when their newest leaves. */
export function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set());
  const toggleThread = (newest: InboxEntry, older: readonly InboxEntry[]) => {
    const others = new Set(unfolded);
    const change = isThreadUnfolded(newest, older, unfolded) ? 'delete' : 'add';
    for (const { key } of [newest, ...older]) others[change](key);
    setUnfolded(others);
  };
  return { unfolded, toggleThread };
}

/** What an item's row stands for: of a folded thread all of it, the newest first, whichever of it is meant. */
function entriesOf(items: readonly FeedRow[], key: string, unfolded: ReadonlySet<string>): readonly InboxEntry[] {
  const row =
    items.find(({ entry }) => entry.key === key) ?? items.find(({ older }) => older.some((one) => one.key === key));
  if (!row) return [];
  return isThreadUnfolded(row.entry, row.older, unfolded) ? [row.entry] : [row.entry, ...row.older];
}

/** The rows of what the filter leaves, with how many items there are and what asks for more of them. */
export function useFeedItems(filter: InboxFilter | undefined, order: ListOrder, open: InboxEntry | undefined) {
  const list = useFeedList(filter);
  const counts = useFeedCounts(filter).data;
  const [rows] = useState(() => new FeedRows());
  const { unfolded, toggleThread } = useUnfolded();
  const [kept, setSettled] = useState<Settled>();
  // Compared by value: while a search is typed, the same filter comes as several objects.
  const view = JSON.stringify([filter, order]);
  const settled = kept?.view === view ? kept.place : undefined;
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const entries = useMemo(
    () => withOpenEntry(data?.pages.flatMap((page) => page.entries) ?? [], open, filter ?? {}),
    [data, open, filter],
  );
  const today = startOfDay(useNow(MINUTE_MS));
  const items = useMemo(
    () => rows.update(entries, { order, settled, unfolded, today }),
    [rows, entries, order, settled, unfolded, today],
  );
  // The items of the last filter stay in sight until the answer is there.
  const newest = isPlaceholderData ? undefined : entries[0]?.place;
  /** Gives everything its place in the order. */
  const settle = useCallback(() => {
    if (newest !== undefined && newest !== settled) setSettled({ view, place: newest });
  }, [view, newest, settled]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const hidden = entries.length - items.length;
  const total = counts && Math.max(items.length, counts.total - hidden);
  /** The keys of all that an item's row stands for; of an item that has no row its own. */
  const keysOf = (key: string): string[] => {
    const keys = entriesOf(items, key, unfolded).map((entry) => entry.key);
    return keys.length === 0 ? [key] : keys;
  };
  const toggle = (key: string) => {
    for (const { entry, older } of items) if (entry.key === key) toggleThread(entry, older);
  };
  const unreadOf = (entry: InboxEntry): string[] => {
    const all = entriesOf(items, entry.key, unfolded);
    return (all.length === 0 ? [entry] : all).flatMap(({ unread, key }) => (unread ? [key] : []));
  };
  return { list, counts, total, items, loadMore, unfolded, toggle, settled, settle, keysOf, unreadOf };
}
