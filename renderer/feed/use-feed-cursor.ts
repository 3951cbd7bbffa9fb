import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { InboxEntry } from '../../common/contract/contract.ts';
import type { FeedActions } from './feed-actions.ts';
import type { FeedRow } from './list/threads.ts';
import type { ItemListHandle } from './list/item-list.tsx';
import { usePersistentState } from '../agent/use-persistent-state.ts';

type SetOpen = (entry: InboxEntry | undefined) => void;

/** The item that is being read. When its account signs out, it is closed. */
export function useOpenEntry(
  view: 'inbox' | 'watches',
  accounts: readonly { id: string }[],
): [InboxEntry | undefined, SetOpen] {
  const [kept, setOpen] = usePersistentState<InboxEntry>(`${view}-open`);
  return [kept && accounts.some(({ id }) => id === kept.account) ? kept : undefined, setOpen];
}

interface ReadingFocus {
  open: InboxEntry | undefined;
  over: boolean;
  rows: RefObject<ItemListHandle | null>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Moves the focus to what is opened, and back to its row once it is closed. Gives what announces either beforehand. */
function useReadingFocus({ open, over, rows, heading }: ReadingFocus) {
  const openedByHand = useRef(false);
  const closedKey = useRef<string>(undefined);
  // Who opens an item wants to read it, so the focus goes there; Escape brings it back.
  useEffect(() => {
    if (!openedByHand.current || !open) return;
    openedByHand.current = false;
    heading.current?.focus();
  }, [open, heading]);
  // In the same step as the list can have the focus again, not a frame later: the person may have gone elsewhere by
  // then.
  useLayoutEffect(() => {
    const { current: key } = closedKey;
    closedKey.current = undefined;
    if (!open && key !== undefined) rows.current?.focus(key);
  }, [open, rows]);
  // The window became so narrow that what is read lies over the list, with whatever had the focus there.
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (
      over &&
      (activeElement === null || activeElement === document.body || activeElement.closest('[inert]') !== null)
    )
      heading.current?.focus();
  }, [over, heading]);
  return {
    willOpen() {
      openedByHand.current = true;
    },
    willClose(key: string | undefined) {
      closedKey.current = key;
    },
  };
}

interface CursorOptions {
  items: readonly FeedRow[];
  open: InboxEntry | undefined;
  setOpen: SetOpen;
  /** The first unread item, where it stands beside the list. */
  leadItem: InboxEntry | undefined;
  endLeadItem: () => void;
  wide: boolean;
  actions: FeedActions;
  /** The keys of what is unread of all that an item's row stands for. */
  unreadOf: (entry: InboxEntry) => string[];
}

const isInList = () => document.activeElement?.closest('.items--list') != null;

/**
 * Where the person is in the inbox: the active row, the item that is read, and the moves between them. `over`: what is
 * read lies over the list. `target()` is what a key is meant for: the row that has the focus, or what is being read.
 */
export function useFeedCursor({ items, open, setOpen, leadItem, endLeadItem, wide, actions, unreadOf }: CursorOptions) {
  const rows = useRef<ItemListHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [activeKey, setActiveKey] = useState<string | undefined>(open?.key);
  const entryOf = (key: string | undefined) => items.find(({ entry }) => entry.key === key)?.entry;
  const activeEntry = entryOf(activeKey) ?? leadItem ?? items[0]?.entry;
  // The list has the latest state of the open item, such as its marks.
  const shown = open && (entryOf(open.key) ?? open);
  const over = shown !== undefined && !wide;
  const focus = useReadingFocus({ open, over, rows, heading });

  const show = (entry: InboxEntry) => {
    setActiveKey(entry.key);
    setOpen({ ...entry, unread: false });
    const unread = unreadOf(entry);
    // What is covered beside the item is not before one's eyes: it is said, with a way back.
    if (unread.length > 0) actions.mark(unread, 'read', unread.length < 2);
    endLeadItem();
  };
  /** Opens an item, whether or not it is listed. */
  const readEntry = (entry: InboxEntry) => {
    focus.willOpen();
    show(entry);
  };
  const read = (key: string) => {
    const entry = entryOf(key);
    if (entry) readEntry(entry);
  };
  /** Goes on with the lead item as with what was opened, the focus left where it is. */
  const readLeadItem = () => leadItem && show(leadItem);
  const close = () => {
    if (!open && leadItem) rows.current?.focus(leadItem.key);
    endLeadItem();
    focus.willClose(open?.key);
    setOpen(undefined);
  };
  const target = () => (isInList() ? activeEntry : (shown ?? activeEntry));
  const step = (by: number) => {
    const at = items.findIndex(({ entry }) => entry.key === target()?.key);
    // The first press goes to the current row; the next ones go on from there.
    const to = items[isInList() || open ? at + by : at];
    if (!to) return;
    if (open) read(to.entry.key);
    else rows.current?.focus(to.entry.key);
  };
  /** Begins anew at the top, with everything in its place and no row chosen. */
  const toTop = () => {
    if (isInList()) (document.activeElement as HTMLElement).blur();
    setActiveKey(undefined);
    rows.current?.toTop();
  };
  const focusList = useCallback((key: string | undefined) => {
    if (key === undefined) document.querySelector<HTMLElement>('main')?.focus();
    else rows.current?.focus(key);
  }, []);
  const moves = { setActiveKey, read, readEntry, readLeadItem, close, target, step, toTop, focusList };
  return { rows, heading, activeEntry, shown, over, ...moves };
}

export type FeedCursor = ReturnType<typeof useFeedCursor>;
