import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { useInboxActions } from '../../inbox/inbox-actions.ts';
import { usePersistentState } from '../../inbox/use-persistent-state.ts';

const MAX_FOUND_ITEMS = 8;

interface ItemSearch {
  items: { entry: InboxEntry; open: () => void }[];
  /** False while the items are still those of what was typed before. */
  settled: boolean;
}

/** The newest inbox items that hold what was typed (from two letters on), and what opens each in the inbox. */
export function useItemSearch(typed: string): ItemSearch {
  const client = useClient();
  const actions = useInboxActions();
  const [, go] = useLocation();
  const [, setOpen] = usePersistentState<InboxEntry>('inbox-open');
  const wanted = typed.length >= 2;
  const found = useQuery({
    queryKey: ['inbox', 'palette', typed],
    queryFn: ({ signal }) => client.inbox.list({ filter: { text: typed }, limit: MAX_FOUND_ITEMS }, { signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  if (!wanted) return { items: [], settled: true };
  const items = (found.data?.entries ?? []).slice(0, MAX_FOUND_ITEMS).map((entry) => ({
    entry,
    open() {
      setOpen({ ...entry, unread: false });
      if (entry.unread) actions.setRead([entry.key], true, true);
      go('/inbox');
    },
  }));
  return { items, settled: !found.isPlaceholderData && !found.isPending };
}
