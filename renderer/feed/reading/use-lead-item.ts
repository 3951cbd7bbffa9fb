import { useState, useSyncExternalStore } from 'react';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { countsUnread, type FeedRow } from '../list/threads.ts';

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

const isVisible = () => document.visibilityState === 'visible';

interface LeadItemOptions {
  rows: readonly FeedRow[];
  /** The rows are those of the present filter. */
  isReady: boolean;
  isOpen: boolean;
  wide: boolean;
  /** Each time the window is brought back another number. */
  visit: number;
}

/**
 * The first unread item, which stands beside the list from the beginning of a visit until something else is read there.
 * Seeing it does not mark it read. It is chosen once: nothing changes by itself under the eyes of who reads it.
 */
export function useLeadItem({ rows, isReady, isOpen, wide, visit }: LeadItemOptions) {
  const visible = useSyncExternalStore(onVisibilityChange, isVisible);
  const [chosen, setChosen] = useState<{ visit: number; key: string | undefined }>();
  if (isReady && visible && chosen?.visit !== visit)
    setChosen({ visit, key: isOpen ? undefined : rows.find(({ entry }) => countsUnread(entry))?.entry.key });
  const key = wide && !isOpen && chosen?.visit === visit ? chosen.key : undefined;
  const leadItem: InboxEntry | undefined =
    key === undefined ? undefined : rows.find(({ entry }) => entry.key === key)?.entry;
  return { leadItem, endLeadItem: () => setChosen({ visit, key: undefined }) };
}
