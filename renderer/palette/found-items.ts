import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { InboxEntry } from '../../common/contract/contract.ts';
import { useClient } from '../agent.tsx';
import { useDeeds, useStaying } from '../inbox/inbox-queries.ts';

const most = 8;

interface FoundItems {
  items: { entry: InboxEntry; open: () => void }[];
  /** False while the items are still those of what was typed before. */
  settled: boolean;
}

/** The newest inbox items that hold what was typed (from two letters on), and what opens each in the inbox. */
export function useFoundItems(typed: string): FoundItems {
  const client = useClient();
  const deeds = useDeeds();
  const [, go] = useLocation();
  const [, setOpen] = useStaying<InboxEntry>('inbox-open');
  const wanted = typed.length >= 2;
  const found = useQuery({
    queryKey: ['inbox', 'palette', typed],
    queryFn: ({ signal }) => client.inbox.list({ filter: { text: typed }, limit: most }, { signal }),
    enabled: wanted,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  if (!wanted) return { items: [], settled: true };
  const items = (found.data?.entries ?? []).slice(0, most).map((entry) => ({
    entry,
    open() {
      setOpen({ ...entry, unread: false });
      if (entry.unread) deeds.setRead([entry.key], true, true);
      go('/inbox');
    },
  }));
  return { items, settled: !found.isPlaceholderData && !found.isPending };
}
