import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import { countActiveFilters } from './filter/filter-bar.tsx';
import { useInboxCounts, useInboxList, useSavedFilter } from './inbox-queries.ts';
import { groupByDay } from './list/group-by-day.ts';

/** Whether a filter would list the item if it were still unread. */
const listsUnlessRead = ({ site, kind, tag, snoozed, text }: InboxFilter, entry: InboxEntry): boolean =>
  (text ?? '') === '' &&
  snoozed !== true &&
  (site ?? entry.site.id) === entry.site.id &&
  (kind ?? entry.itemType) === entry.itemType &&
  (tag === undefined || entry.tags.includes(tag));

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

/** The filters and the search text, and the filter that both make together; undefined until the saved one is known. */
export function useInboxFilter() {
  const [saved, saveFilter] = useSavedFilter();
  const [text, setText] = useState('');
  const query = useDeferredValue(text).trim() === '' ? '' : text;
  const filter = useMemo<InboxFilter | undefined>(
    () => saved && { ...saved, ...(query !== '' && { text: query }) },
    [saved, query],
  );
  const inSearch = query !== '';
  const clear = () => {
    setText('');
    saveFilter({});
  };
  return {
    text,
    setText,
    saved: saved ?? {},
    saveFilter,
    filter,
    inSearch,
    isFiltered: inSearch || countActiveFilters(saved ?? {}) > 0,
    clear,
  };
}

/** The items that the filter leaves, grouped for the list, with how many there are and what asks for more of them. */
export function useInboxItems(filter: InboxFilter | undefined, inSearch: boolean, open: InboxEntry | undefined) {
  const list = useInboxList(filter);
  const counts = useInboxCounts(filter).data;
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const items = useMemo(
    () => groupByDay(withOpenEntry(data?.pages.flatMap((page) => page.entries) ?? [], open, filter ?? {}), inSearch),
    [data, open, filter, inSearch],
  );
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  return { list, counts, items, loadMore };
}
