import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { useClient } from '../../agent/agent-context.tsx';
import { usePersistentState } from '../../agent/use-persistent-state.ts';

const MAX_FOUND_ITEMS = 8;

interface ItemSearch {
  items: { entry: InboxEntry; open: () => void }[];
  /** False while the items are still those of what was typed before. */
  settled: boolean;
}

/** The newest inbox items that hold what was typed (from two letters on), and what opens each in the inbox. */
export function useItemSearch(typed: string): ItemSearch {
  const client = useClient();
  const [, go] = useLocation();
  const [, setOpen] = usePersistentState<InboxEntry>('inbox-open');
  const wanted = typed.length >= 2;
  const found = useQuery({
    queryKey: ['inbox', 'palette', typed],
    queryFn: ({ signal }) => client.inbox.list({ filter: { text: typed }, limit: MAX_FOUND_ITEMS }, { signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    gcTime: MINUTE_MS,
  });
  if (!wanted) return { items: [], settled: true };
  const items = (found.data?.entries ?? []).slice(0, MAX_FOUND_ITEMS).map((entry) => ({
    entry,
    open() {
      // The inbox marks it read, with all that its row there stands for.
      setOpen(entry);
      go('/inbox');
    },
  }));
  return { items, settled: !found.isPlaceholderData && !found.isPending };
}
