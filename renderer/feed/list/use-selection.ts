import { useRef, useState } from 'react';
import type { FeedCursor } from '../use-feed-cursor.ts';
import type { FeedRow } from './threads.ts';

type Cursor = Pick<FeedCursor, 'activeEntry' | 'focusList' | 'setActiveKey'>;

const NONE: ReadonlySet<string> = new Set();

/** The rows that are ticked, for what is done with several at once. Those that leave the list are ticked no longer. */
export function useSelection(items: readonly FeedRow[], cursor: Cursor) {
  const [ticked, setTicked] = useState(NONE);
  const last = useRef<string>(undefined);
  const indexOf = (key: string | undefined) => items.findIndex(({ entry }) => entry.key === key);
  const entries = ticked === NONE ? [] : items.flatMap(({ entry }) => (ticked.has(entry.key) ? [entry] : []));
  const keys = entries.map(({ key }) => key);
  if (keys.length < ticked.size) setTicked(keys.length === 0 ? NONE : new Set(keys));
  return {
    /** What is ticked, in the order of the list. */
    entries,
    keys,
    /** Ticks a row, or takes its tick away; with `range` it ticks all rows from the last one on. */
    tick(key: string, range: boolean) {
      cursor.setActiveKey(key);
      const [from, to] = [indexOf(last.current), indexOf(key)].toSorted((one, other) => one - other) as [
        number,
        number,
      ];
      const next = new Set(ticked);
      if (range && from >= 0) for (const { entry } of items.slice(from, to + 1)) next.add(entry.key);
      else if (!next.delete(key)) next.add(key);
      last.current = key;
      setTicked(next);
    },
    /** Unticks all; the active row has the focus then, unless it is `elsewhere`. */
    clear(elsewhere = false) {
      setTicked(NONE);
      if (!elsewhere) cursor.focusList(cursor.activeEntry?.key);
    },
  };
}
