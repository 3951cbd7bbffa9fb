import { useState } from 'react';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useFeedActions } from '../feed/feed-actions.ts';
import { useFeedList } from '../feed/feed-queries.ts';
import type { RowThread } from '../feed/list/row/item-row.tsx';
import { foldThreads, isThreadUnfolded } from '../feed/list/threads.ts';
import { useUnfolded } from '../feed/use-feed-items.ts';

/** Row of the panel: one item, or the newest of a folded thread. */
export interface PanelItem {
  entry: InboxEntry;
  /** Of a question with several items: how many, and what folds them. */
  thread: RowThread | undefined;
  /** Whether it is one of the older ones of an unfolded thread. */
  isOlder: boolean;
  /** Keys of the items folded away under it. */
  folded: string[];
}

/** The two streams, in the order of their labels. */
export const STREAMS = ['inbox', 'watches'] as const;
export type Stream = (typeof STREAMS)[number];

const UNREAD: Record<Stream, InboxFilter> = {
  inbox: { unread: true, source: 'inbox' },
  watches: { unread: true, source: 'watches' },
};

/** Maximum number of rows of a stream: a page of the inbox ends with a day and may be much longer. */
const MAX_ROWS = 50;

/** Folds items newer than `settled` separately, so that no thread that somebody points at moves to the top. */
function foldApart(entries: readonly InboxEntry[], settled: ReadonlySet<string> | undefined) {
  const { known = [], added = [] } = Object.groupBy(entries, ({ key }) => (settled?.has(key) ? 'known' : 'added'));
  return [...foldThreads(known), ...foldThreads(added)].toSorted((a, b) => b.newest.place - a.newest.place);
}

/** Unread items of both streams, each question once with the newest on top; undefined until they were fetched. */
export function usePanelItems() {
  const lists = { inbox: useFeedList(UNREAD.inbox), watches: useFeedList(UNREAD.watches) };
  const { unfolded, toggleThread } = useUnfolded();
  const [settled, setSettled] = useState<ReadonlySet<string>>();
  const unreadOf = (stream: Stream) =>
    lists[stream].data?.pages.flatMap(({ entries }) => entries).filter((entry) => entry.unread && !entry.muted) ?? [];
  const itemsOf = (stream: Stream) =>
    foldApart(unreadOf(stream), settled)
      .slice(0, MAX_ROWS)
      .flatMap(({ newest, older }): PanelItem[] => {
        const isUnfolded = isThreadUnfolded(newest, older, unfolded);
        const thread = { count: older.length + 1, isUnfolded, onToggle: () => toggleThread(newest, older) };
        const folded = isUnfolded ? [] : older.map(({ key }) => key);
        return [
          { entry: newest, thread: older.length > 0 ? thread : undefined, isOlder: false, folded },
          ...(isUnfolded ? older : []).map((entry) => ({ entry, thread: undefined, isOlder: true, folded: [] })),
        ];
      });
  const isThere = STREAMS.every((stream) => lists[stream].data);
  return {
    items: isThere ? { inbox: itemsOf('inbox'), watches: itemsOf('watches') } : undefined,
    error: lists.inbox.error ?? lists.watches.error,
    again: () => STREAMS.forEach((stream) => void lists[stream].refetch()),
    /** Gives new items their places among the others. */
    settle() {
      const keys = STREAMS.flatMap(unreadOf).map(({ key }) => key);
      if (!keys.every((key) => settled?.has(key))) setSettled(new Set(keys));
    },
  };
}

/** Opens an address in the browser that this page is in. Returns whether it did. */
function openHere(link: string | undefined): boolean {
  if (IN_ELECTRON || !isWebAddress(link)) return false;
  window.open(link, '_blank', 'noopener,noreferrer');
  return true;
}

/** Actions on a row, each including the items folded away under it. `asking`: the row to be snoozed. */
export function usePanelActions() {
  const actions = useFeedActions();
  const [asking, setAsking] = useState<PanelItem>();
  const keysOf = ({ entry, folded }: PanelItem) => [entry.key, ...folded];
  return {
    /** `opened`: the browser has opened it by itself. */
    open: ({ entry, folded }: PanelItem, opened = false) =>
      actions.open(entry.key, opened || openHere(entry.link), folded),
    read: (item: PanelItem) => actions.mark(keysOf(item), 'read'),
    done: (item: PanelItem) => actions.mark(keysOf(item), 'done'),
    save: ({ entry }: PanelItem) => actions.mark([entry.key], entry.saved ? 'unsaved' : 'saved'),
    mute: ({ entry }: PanelItem) => actions.mute([entry], true),
    snooze: setAsking,
    markAllRead: () => actions.markAllRead({}),
    asking,
    cancelSnooze: () => setAsking(undefined),
    chooseSnooze(until: ItemSnoozeLength | Date) {
      if (asking !== undefined) actions.snooze(keysOf(asking), until);
      setAsking(undefined);
    },
  };
}

export type PanelActions = ReturnType<typeof usePanelActions>;
