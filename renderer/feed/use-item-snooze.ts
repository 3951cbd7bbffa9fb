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
 * Snoozing items: `asking` has the keys of those whose length is being asked for, with all that their rows stood for
 * when it was asked. Once they have left the list the person goes on with the next one, or with the last that is left.
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
    const goes = ({ entry, older }: FeedRow) => [entry, ...older].some(({ key }) => keys.includes(key));
    const at = items.findIndex(goes);
    const rest = at < 0 ? items[0] : (items.slice(at).find((row) => !goes(row)) ?? items.slice(0, at).at(-1));
    const next = rest?.entry.key;
    const leaves = open !== undefined && keys.includes(open.key);
    // What is open may have no row, as where a search leaves it out: then nothing comes after it.
    if (leaves && at >= 0 && next !== undefined) cursor.read(next);
    else {
      if (leaves) onLeave();
      focusAfter.current = { key: next };
    }
    if (next !== undefined) cursor.setActiveKey(next);
    actions.snooze([...keys], until);
    setAsking(undefined);
  };
  const asked = [...items.flatMap(({ entry, older }) => [entry, ...older]), ...(open ? [open] : [])];
  return {
    asking,
    /** Whether somebody may write about each of them. */
    awaitsReply: asking?.every((key) => asked.some((entry) => entry.key === key && hasReplies(entry))) ?? false,
    ask: (rows: readonly string[]) => setAsking(rows.flatMap(keysOf)),
    cancel: () => setAsking(undefined),
    snooze,
  };
}
