import { useEffect, useEffectEvent, useRef } from 'react';
import { useSites, useWatches } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { useWideWindow } from '../appearance/theme.ts';
import { useFeedActions } from './feed-actions.ts';
import { filterParts, markReadWords } from './filter/filter-parts.ts';
import { useVisit } from './list/use-visit.ts';
import { useLeadItem } from './reading/use-lead-item.ts';
import { useFeedCursor, useOpenEntry } from './use-feed-cursor.ts';
import { useFeedItems, type FeedFilter } from './use-feed-items.ts';
import { useItemActs } from './item-acts.ts';
import type { ItemAct } from './list/row/row-actions.tsx';
import { useSelection } from './list/use-selection.ts';

interface FeedOptions {
  /** The view that it stands in; the open item is remembered under this name. */
  name: 'inbox' | 'watches';
  /** Everybody whose history is listed. */
  accounts: readonly { id: string; network: { name: string } }[];
  search: FeedFilter;
  /** The first unread item stands beside the list before anything is opened. */
  hasLeadItem: boolean;
}

/** All that the parts of a feed share: its rows, where the person is among them, and what can be done with them. */
export function useFeed({ name, accounts, search, hasLeadItem }: FeedOptions) {
  const wide = useWideWindow();
  const actions = useFeedActions();
  const [open, setOpen] = useOpenEntry(name, accounts);
  const feed = useFeedItems(search.filter, search.order, open);
  const { items, counts, list, keysOf, unreadOf } = feed;
  const locale = useLocale();
  const known = { accounts, sites: useSites().data, watches: useWatches().data?.watches };
  const unread = counts?.unread ?? 0;
  const parts = filterParts(search.saved, search.text, locale, known);
  /** Marking read covers what the list shows, and says so. */
  const markAll = {
    label: markReadWords(unread, parts, locale),
    any: unread > 0,
    run: () => actions.markAllRead(search.filter ?? {}),
  };
  const visit = useVisit();
  const { leadItem, endLeadItem } = useLeadItem({
    rows: items,
    wide: wide && hasLeadItem,
    visit,
    isReady: list.isSuccess && !list.isPlaceholderData,
    isOpen: open !== undefined,
  });
  const cursor = useFeedCursor({ items, open, setOpen, leadItem, endLeadItem, wide, actions, unreadOf });
  const acts = useItemActs({
    items,
    open: cursor.shown,
    filter: search.filter ?? {},
    keysOf,
    unreadOf,
    actions,
    cursor,
    setOpen,
  });
  const selected = useSelection(items, cursor);
  /** Does something with a row; without `key` with those that are ticked, or else with the one that a key is for. */
  const act = (what: ItemAct, key?: string) => {
    // Nobody acts on rows that what is read covers.
    const isOfTicked = key === undefined && selected.keys.length > 0 && !cursor.over;
    const one = key ?? cursor.target()?.key;
    const leaves = acts[what](isOfTicked ? selected.keys : one === undefined ? [] : [one]);
    // Who is asked when a snooze ends may think better of it.
    if (isOfTicked && what !== 'snooze') selected.clear(leaves);
  };
  const field = useRef<HTMLInputElement>(null);
  const beginAtTop = useEffectEvent(() => open ?? cursor.toTop());
  useEffect(() => {
    if (visit > 0) beginAtTop();
  }, [visit]);
  const readOpened = useEffectEvent(() => open && cursor.readEntry(open));
  const isOpenedElsewhere = open?.unread && !list.isPending;
  useEffect(() => {
    if (isOpenedElsewhere) readOpened();
  }, [isOpenedElsewhere]);
  return {
    ...feed,
    name,
    parts,
    markAll,
    wide,
    actions,
    search,
    open,
    leadItem,
    visit,
    cursor,
    acts,
    act,
    selected,
    field,
  };
}

export type FeedModel = ReturnType<typeof useFeed>;
