import { useMemo, useState } from 'react';
import type { InboxEntry, InboxFilter } from '../../common/contract/contract.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import { IN_ELECTRON } from '../agent/connection/bridge.ts';
import { isWebAddress } from '../agent/outside-link.tsx';
import { useAgentMutation, useReputation } from '../agent/queries.ts';
import { useInboxActions } from '../inbox/inbox-actions.ts';
import { useInboxList } from '../inbox/inbox-queries.ts';
import { EntryRow } from './entry-row.tsx';
import type { PanelItem } from './panel-item.ts';
import { toRows } from '../reputation/today-rows.ts';
import { ReputationRow } from './reputation-row.tsx';

/** What a tab shows: the items, or undefined while they are not there yet. */
export interface TabItems {
  items: PanelItem[] | undefined;
  error: unknown;
  again: () => void;
}

/** More than anybody takes in at a glance; a page of the inbox ends with a day and may be much longer. */
export const MAX_ROWS = 50;

/** A page in a browser opens addresses by itself. Gives whether it has done so. */
function openHere(link: string | undefined): boolean {
  if (IN_ELECTRON || !isWebAddress(link)) return false;
  window.open(link, '_blank', 'noopener,noreferrer');
  return true;
}

/** What is unread of the inbox, or of what watches found. `asking` is the key of the item whose snooze is chosen. */
export function useUnreadTab(source: 'inbox' | 'watches') {
  const actions = useInboxActions();
  const [asking, setAsking] = useState<string>();
  const filter = useMemo<InboxFilter>(() => ({ unread: true, source }), [source]);
  const list = useInboxList(filter);
  const itemOf = (entry: InboxEntry): PanelItem => {
    const { key, link, muted } = entry;
    const act = {
      open: () => actions.open(key, openHere(link)),
      markRead: () => actions.setRead([key], true),
      mute: () => actions.mute(key, !muted),
      snooze: () => setAsking(key),
    };
    return {
      key,
      ...act,
      row: (place) => <EntryRow entry={entry} {...place} {...act} onBrowser={() => actions.open(key, true)} />,
    };
  };
  const items = list.data?.pages
    .flatMap(({ entries }) => entries)
    .filter(({ unread }) => unread)
    .slice(0, MAX_ROWS)
    .map(itemOf);
  return {
    tab: { items, error: list.error, again: () => void list.refetch() } satisfies TabItems,
    asking,
    cancel: () => setAsking(undefined),
    choose(until: ItemSnoozeLength | Date) {
      if (asking !== undefined) actions.snooze(asking, until);
      setAsking(undefined);
    },
  };
}

/** What today brought, post by post, and in sum. */
export function useReputationTab(): TabItems & { today: number } {
  const reputation = useReputation();
  const openOutside = useAgentMutation((client, url: string) => client.openExternal({ url }));
  const { data } = reputation;
  const items =
    data &&
    toRows(data.today).map((post): PanelItem => {
      const key = `${post.site.id} ${post.postId ?? ''}`;
      const open = () => {
        if (isWebAddress(post.link) && !openHere(post.link)) openOutside.mutate(post.link);
      };
      return { key, open, row: (place) => <ReputationRow post={post} id={key} open={open} {...place} /> };
    });
  return {
    items,
    error: reputation.error,
    again: () => void reputation.refetch(),
    today: data?.accounts.reduce((sum, { today }) => sum + today, 0) ?? 0,
  };
}
