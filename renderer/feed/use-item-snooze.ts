import { useEffect, useRef, useState } from 'react';
import type { InboxEntry } from '../../common/contract/contract.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import type { FeedActions } from './feed-actions.ts';
import type { FeedRow } from './list/threads.ts';

/** Whether somebody may write about what an item is of, so that it could wait for that. Matches are others' questions. */
export const hasReplies = ({ question, watchIds }: InboxEntry): boolean =>
  question !== undefined && watchIds === undefined;

interface SnoozeOptions {
  items: readonly FeedRow[];
  open: InboxEntry | undefined;
  /** The keys of all that an item's row stands for. */
  keysOf: (key: string) => string[];
  actions: FeedActions;
  cursor: {
    read: (key: string) => void;
    setActiveKey: (key: string) => void;
    focusList: (key: string | undefined) => void;
  };
  /** Closes what is read without giving the focus back to its row. */
  onLeave: () => void;
}

/**
 * Snoozing an item: `asking` is the key of the one whose length is being asked for. Once it has left the list the
 * person goes on with the next one, or with the last that is left.
 */
export function useItemSnooze({ items, open, keysOf, actions, cursor, onLeave }: SnoozeOptions) {
  const [asking, setAsking] = useState<string>();
  const focusAfter = useRef<{ key: string | undefined }>(undefined);
  const { focusList } = cursor;
  // After the dialog has given the focus back to a row that is about to go.
  useEffect(() => {
    const { current: next } = focusAfter;
    focusAfter.current = undefined;
    if (asking === undefined && next) focusList(next.key);
  }, [asking, focusList]);
  const snooze = (key: string, until: ItemSnoozeLength | Date) => {
    const at = items.findIndex(({ entry }) => entry.key === key);
    const next = (items[at + 1] ?? items[at - 1])?.entry.key;
    if (open?.key === key && next !== undefined) cursor.read(next);
    else {
      if (open?.key === key) onLeave();
      focusAfter.current = { key: next };
    }
    if (next !== undefined) cursor.setActiveKey(next);
    actions.snooze(keysOf(key), until);
    setAsking(undefined);
  };
  return { asking, ask: setAsking, cancel: () => setAsking(undefined), snooze };
}
