import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { InboxEntry } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useSites, useWatches } from '../agent/queries.ts';
import { useLocale } from '../appearance/language.tsx';
import { useWideWindow } from '../appearance/theme.ts';
import { useFeedActions } from './feed-actions.ts';
import { useFeedKeys, type FeedKeys } from './feed-keys.ts';
import { filterParts, markReadWords } from './filter/filter-parts.ts';
import { useVisit } from './list/use-visit.ts';
import { useLeadItem } from './reading/use-lead-item.ts';
import { useFeedCursor, useOpenEntry } from './use-feed-cursor.ts';
import { useFeedItems, type FeedFilter } from './use-feed-items.ts';
import { useItemActs, type ItemAct } from './item-acts.ts';
import { useSelection, type Selected } from './list/use-selection.ts';

interface FeedOptions {
  /** The view that it stands in; the open item is remembered under this name. */
  name: 'inbox' | 'watches';
  /** Everybody whose history is listed. */
  accounts: readonly { id: string }[];
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
  const known = { sites: useSites().data, watches: useWatches().data?.watches };
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
    onLeave: () => setOpen(undefined),
  });
  const selection = useSelection(items);
  const ticked = selection.keys;
  const selected: Selected = {
    ...selection,
    tick(key, range) {
      cursor.setActiveKey(key);
      selection.tick(key, range);
    },
    clear() {
      selection.clear();
      cursor.focusList(cursor.activeEntry?.key);
    },
  };
  /** Does something with a row; without `key` with those that are ticked, or else with the one that a key is meant for. */
  const act = (what: ItemAct, key?: string) => {
    // Nobody acts on rows that what is read covers.
    const isOfTicked = key === undefined && ticked.length > 0 && !cursor.over;
    const one = key ?? cursor.target()?.key;
    const leaves = acts[what](isOfTicked ? ticked : one === undefined ? [] : [one]);
    if (isOfTicked && what !== 'snooze') {
      selection.clear();
      if (!leaves) cursor.focusList(cursor.activeEntry?.key);
    }
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
  const model = {
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
  useKeyActions(model);
  return model;
}

type FeedParts = Pick<ReturnType<typeof useFeedItems>, 'items' | 'toggle' | 'unreadOf'> & {
  name: FeedOptions['name'];
  search: FeedFilter;
  open: InboxEntry | undefined;
  leadItem: InboxEntry | undefined;
  markAll: { label: string; any: boolean; run: () => void };
  actions: ReturnType<typeof useFeedActions>;
  cursor: ReturnType<typeof useFeedCursor>;
  act: (what: ItemAct) => void;
  selected: Selected;
  field: RefObject<HTMLInputElement | null>;
};

/** Has the keys act on the feed as it is at present. */
function useKeyActions(feed: FeedParts): void {
  const { actions, act, search, open, items, cursor, selected } = feed;
  // Nobody acts on rows that what is read covers.
  const isSelecting = selected.keys.length > 0 && !cursor.over;
  const withTarget = (act: (entry: InboxEntry) => unknown) => {
    const target = cursor.target();
    if (target) act(target);
  };
  const openInBrowser = (entry: InboxEntry) => {
    if (!IN_ELECTRON && isWebAddress(entry.link)) window.open(entry.link, '_blank', 'noopener,noreferrer');
    actions.open(entry.key, !IN_ELECTRON, feed.unreadOf(entry));
  };
  const keys: FeedKeys = {
    next: () => cursor.step(1),
    previous: () => cursor.step(-1),
    open: () => withTarget(({ key }) => cursor.read(key)),
    browser: () => withTarget(openInBrowser),
    done: () => act('done'),
    save: () => act('save'),
    read: () => act('read'),
    snooze: () => act('snooze'),
    tick: () => cursor.over || withTarget(({ key }) => selected.tick(key, false)),
    mute: () => isSelecting || act('mute'),
    thread: () => withTarget(({ key }) => feed.toggle(key)),
    search: () => (isSelecting ? selected.clear() : feed.field.current?.focus()),
    markAll: feed.markAll.run,
    close: () => (isSelecting ? selected.clear() : open || search.text === '' ? cursor.close() : search.setText('')),
  };
  useFeedKeys(keys, {
    name: feed.name,
    any: items.length > 0,
    current: open === undefined || open.key === cursor.activeEntry?.key ? cursor.activeEntry?.title : undefined,
    markAll: feed.markAll.any ? feed.markAll.label : undefined,
    closes: isSelecting || open !== undefined || feed.leadItem !== undefined || search.text !== '',
  });
}

export type FeedModel = ReturnType<typeof useFeed>;
