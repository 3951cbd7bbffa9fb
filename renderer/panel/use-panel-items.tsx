import { useEffect, useMemo, useState } from 'react';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import { isWebAddress } from '../../common/safe-text.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { useClient } from '../agent/agent-context.tsx';
import { useAgentMutation, useReputation } from '../agent/queries.ts';
import { useFeedActions } from '../feed/feed-actions.ts';
import { foldThreads, isThreadUnfolded } from '../feed/list/threads.ts';
import { useUnfolded } from '../feed/use-feed-items.ts';
import { useFeedList } from '../feed/feed-queries.ts';
import { EntryRow } from './entry-row.tsx';
import type { PanelItem } from './panel-item.ts';
import { toRows, type TodayRow } from '../reputation/today-rows.ts';
import { ReputationRow } from './reputation-row.tsx';

/** What a tab shows: the items, or undefined while they are not there yet. */
export interface TabItems {
  items: PanelItem[] | undefined;
  error: unknown;
  again: () => void;
  /** Gives what is new its place among the others. */
  settle: (order: string) => void;
  /** The keys in the order in which they stand once settled, where known rows can change places. */
  order?: string | undefined;
}

/**
 * How many rows a tab shows: more than anybody takes in at a glance. A page of the inbox ends with a day and may be
 * much longer.
 */
export const MAX_ROWS = 50;

/** A page in a browser opens addresses by itself. Gives whether it has done so. */
function openHere(link: string | undefined): boolean {
  if (IN_ELECTRON || !isWebAddress(link)) return false;
  window.open(link, '_blank', 'noopener,noreferrer');
  return true;
}

/** What a tab lists. */
const unreadOf = (source: 'inbox' | 'watches'): InboxFilter => ({ unread: true, source });

/** Folds items newer than `settled` separately, so that no thread that somebody points at moves to the top. */
function foldApart(entries: readonly InboxEntry[], settled: ReadonlySet<string> | undefined) {
  const { known = [], added = [] } = Object.groupBy(entries, ({ key }) => (settled?.has(key) ? 'known' : 'added'));
  return [...foldThreads(known), ...foldThreads(added)].toSorted((a, b) => b.newest.place - a.newest.place);
}

/**
 * What is unread of the inbox, or of what watches found, each question once with the newest on top. `asking`: the
 * items whose snooze is chosen, by their keys.
 */
export function useUnreadTab(source: 'inbox' | 'watches') {
  const actions = useFeedActions();
  const [asking, setAsking] = useState<string[]>();
  const filter = useMemo(() => unreadOf(source), [source]);
  const list = useFeedList(filter);
  const { unfolded, toggleThread } = useUnfolded();
  const unread = list.data?.pages.flatMap(({ entries }) => entries).filter((entry) => entry.unread && !entry.muted);
  const [settled, setSettled] = useState<ReadonlySet<string>>();
  const settle = () => {
    if (unread && !unread.every(({ key }) => settled?.has(key))) setSettled(new Set(unread.map(({ key }) => key)));
  };
  const itemOf = (entry: InboxEntry, older: readonly InboxEntry[], isOlder = false): PanelItem => {
    const { key, link, question } = entry;
    const isUnfolded = isThreadUnfolded(entry, older, unfolded);
    const thread =
      older.length === 0
        ? undefined
        : { count: older.length + 1, isUnfolded, onToggle: () => toggleThread(entry, older) };
    // Folded items are included.
    const folded = isUnfolded ? [] : older.map((one) => one.key);
    const act = {
      open: () => actions.open(key, openHere(link), folded),
      markRead: () => actions.setRead([key, ...folded], true),
      ...(question !== undefined && { mute: () => actions.mute(entry, true) }),
      snooze: () => setAsking([key, ...folded]),
    };
    return {
      key,
      ...act,
      ...(thread && { thread, folded }),
      row: (place) => (
        <EntryRow
          entry={entry}
          thread={thread}
          isOlder={isOlder}
          {...place}
          {...act}
          onBrowser={() => actions.open(key, true, folded)}
        />
      ),
    };
  };
  const items =
    unread &&
    foldApart(unread, settled)
      .slice(0, MAX_ROWS)
      .flatMap(({ newest, older }) => [
        itemOf(newest, older),
        ...(isThreadUnfolded(newest, older, unfolded) ? older.map((entry) => itemOf(entry, [], true)) : []),
      ]);
  return {
    tab: { items, error: list.error, again: () => void list.refetch(), settle } satisfies TabItems,
    asking,
    cancel: () => setAsking(undefined),
    choose(until: ItemSnoozeLength | Date) {
      if (asking !== undefined) actions.snooze(asking, until);
      setAsking(undefined);
    },
  };
}

const keyOf = ({ site, postId, untitled }: TodayRow): string =>
  `${site.id} ${untitled === undefined ? (postId ?? '') : 'untitled'}`;

/** Rows that have their place keep it, so that none that somebody points at moves to the top; others stand above. */
function keepOrder(rows: readonly TodayRow[], settled: readonly string[]): TodayRow[] {
  const places = new Map(settled.map((key, index) => [key, index]));
  const placeOf = (row: TodayRow) => places.get(keyOf(row)) ?? -1;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What today brought, post by post, and in sum. Titles that are missing are asked for once it is shown. */
export function useReputationTab(isShown: boolean): TabItems & { today: number } {
  const client = useClient();
  const reputation = useReputation();
  const openOutside = useAgentMutation((agent, url: string) => agent.openExternal({ url }));
  const { data } = reputation;
  const isUntitled = isShown && data?.today.some(({ title, postId }) => title === undefined && postId !== undefined);
  useEffect(() => {
    // Should it fail, the next look asks again.
    if (isUntitled) void client.reputation.opened({ only: 'titles' }).catch(() => undefined);
  }, [client, isUntitled]);
  const [settled, setSettled] = useState<readonly string[]>([]);
  const rows = data && toRows(data.today);
  const items =
    rows &&
    keepOrder(rows, settled).map((post): PanelItem => {
      const key = keyOf(post);
      const open = () => {
        if (isWebAddress(post.link) && !openHere(post.link)) openOutside.mutate(post.link);
      };
      return { key, open, row: (place) => <ReputationRow post={post} id={key} open={open} {...place} /> };
    });
  return {
    items,
    error: reputation.error,
    again: () => void reputation.refetch(),
    settle(order) {
      if (order !== settled.join('\n')) setSettled(order.split('\n'));
    },
    order: rows?.map(keyOf).join('\n'),
    today: data?.accounts.reduce((sum, { today }) => sum + today, 0) ?? 0,
  };
}
