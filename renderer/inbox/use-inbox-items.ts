import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { InboxEntry, InboxFilter, InboxView } from '../../common/contract/contract.ts';
import { countActiveFilters } from './filter/filter-bar.tsx';
import { useInboxCounts, useInboxList, useSavedFilter } from './inbox-queries.ts';
import { FeedRows, type ListOrder } from './list/feed-rows.ts';
import type { FeedRow } from './list/threads.ts';

/** Whether a filter would list the item if it were still unread. */
const listsUnlessRead = (filter: InboxFilter, entry: InboxEntry): boolean => {
  const { source, watch, site, kind, tag, snoozed, text } = filter;
  return (
    (text ?? '') === '' &&
    snoozed !== true &&
    (source === undefined || (source === 'watches') === (entry.watchIds !== undefined)) &&
    (watch === undefined || entry.watchIds?.includes(watch) === true) &&
    (site ?? entry.site.id) === entry.site.id &&
    (kind ?? entry.itemType) === entry.itemType &&
    (tag === undefined || entry.tags.includes(tag))
  );
};

/** Keeps the open item in its place where only unread items are listed: opening it has marked it read. */
function withOpenEntry(
  entries: readonly InboxEntry[],
  open: InboxEntry | undefined,
  filter: InboxFilter,
): readonly InboxEntry[] {
  if (!open || filter.unread !== true || !listsUnlessRead(filter, open) || entries.some(({ key }) => key === open.key))
    return entries;
  const at = entries.findIndex(({ place }) => place < open.place);
  return at === -1 ? [...entries, open] : entries.toSpliced(at, 0, open);
}

const filterOf = ({ grouping: _order, ...filter }: InboxView, text: string): InboxFilter => ({
  ...filter,
  ...(text !== '' && { text }),
});

/** The filters and the search text, and the filter that both make together; undefined until the saved one is known. */
export function useInboxFilter() {
  const [saved, saveFilter] = useSavedFilter();
  const [text, setText] = useState('');
  const query = useDeferredValue(text).trim() === '' ? '' : text;
  const filter = useMemo<InboxFilter | undefined>(() => (saved ? filterOf(saved, query) : undefined), [saved, query]);
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
    saveFilter,
    filter,
    order,
    isFiltered: inSearch || countActiveFilters(saved ?? {}) > 0,
    clear,
  };
}

/** Up to which item all have their places in the order; of one view (filter and order) only. */
interface Settled {
  view: string;
  place: number;
}

/** The threads that are unfolded, by the keys of their newest items. */
function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = (key: string) => {
    const others = new Set(unfolded);
    if (!others.delete(key)) others.add(key);
    setUnfolded(others);
  };
  return { unfolded, toggle };
}

/** The rows of what the filter leaves, with how many items there are and what asks for more of them. */
export function useInboxItems(filter: InboxFilter | undefined, order: ListOrder, open: InboxEntry | undefined) {
  const list = useInboxList(filter);
  const counts = useInboxCounts(filter).data;
  const [rows] = useState(() => new FeedRows());
  const { unfolded, toggle } = useUnfolded();
  const [kept, setSettled] = useState<Settled>();
  // By value: while a search is typed, the same filter comes as several objects.
  const view = JSON.stringify([filter, order]);
  const settled = kept?.view === view ? kept.place : undefined;
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const entries = useMemo(
    () => withOpenEntry(data?.pages.flatMap((page) => page.entries) ?? [], open, filter ?? {}),
    [data, open, filter],
  );
  const items = useMemo(
    () => rows.update(entries, { order, settled, unfolded }),
    [rows, entries, order, settled, unfolded],
  );
  // What another filter left is in sight until the answer is there.
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
  return { list, counts, total, items, loadMore, unfolded, toggle, settled, settle };
}

/** What a row stands for: with a thread that is folded all of it. */
export function keysOf(items: readonly FeedRow[], key: string, unfolded: ReadonlySet<string>): string[] {
  const older = unfolded.has(key) ? undefined : items.find(({ entry }) => entry.key === key)?.older;
  return [key, ...(older ?? []).map((entry) => entry.key)];
}
