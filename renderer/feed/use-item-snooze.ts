import { useEffect, useRef, useState } from 'react';
import type { InboxEntry } from '../../common/contract/contract.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import type { FeedActions } from './feed-actions.ts';
import type { FeedRow } from './list/threads.ts';

/** Whether somebody may write about an item's question, for which it could wait. Matches are others' questions. */
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
 * Snoozing items: `asking` has the keys of the rows whose length is being asked for. Once they have left the list the
 * person goes on with the next one, or with the last that is left.
 */
export function useItemSnooze({ items, open, keysOf, actions, cursor, onLeave }: SnoozeOptions) {
  const [asking, setAsking] = useState<readonly string[]>();
  const focusAfter = useRef<{ key: string | undefined }>(undefined);
  const { focusList } = cursor;
  // After the dialog has given the focus back to a row that is about to go.
  useEffect(() => {
    const { current: next } = focusAfter;
    focusAfter.current = undefined;
    if (asking === undefined && next) focusList(next.key);
  }, [asking, focusList]);
  const snooze = (until: ItemSnoozeLength | Date) => {
    const keys = asking ?? [];
    const stays = ({ entry }: FeedRow) => !keys.includes(entry.key);
    const at = items.findIndex((row) => !stays(row));
    const next = (items.slice(at).find(stays) ?? items.slice(0, at).at(-1))?.entry.key;
    const leaves = open !== undefined && keys.includes(open.key);
    if (leaves && next !== undefined) cursor.read(next);
    else {
      if (leaves) onLeave();
      focusAfter.current = { key: next };
    }
    if (next !== undefined) cursor.setActiveKey(next);
    actions.snooze(keys.flatMap(keysOf), until);
    setAsking(undefined);
  };
  return { asking, ask: setAsking, cancel: () => setAsking(undefined), snooze };
}
