import { useEffect, useRef, useState } from 'react';
import type { InboxEntry, InboxFilter, ItemMark } from '../../common/contract/contract.ts';
import type { ItemSnoozeLength } from '../../common/snooze.ts';
import { MARKED, type FeedActions } from './feed-actions.ts';
import { isListed } from './filter/filter-parts.ts';
import type { FeedRow } from './list/threads.ts';
import type { FeedCursor } from './use-feed-cursor.ts';

/** Whether somebody may write about an item's question, for which it could wait. Matches are others' questions. */
export const hasReplies = ({ question, watchIds }: InboxEntry): boolean =>
  question !== undefined && watchIds === undefined;

/** A snoozed entry; when it returns does not matter here. */
const SNOOZED: Partial<InboxEntry> = { done: undefined, snoozedUntil: new Date(0) };

interface ActsOptions {
  items: readonly FeedRow[];
  open: InboxEntry | undefined;
  filter: InboxFilter;
  /** The keys of all that an item's row stands for, and of what is unread of it. */
  keysOf: (key: string) => string[];
  unreadOf: (entry: InboxEntry) => string[];
  actions: FeedActions;
  cursor: Pick<FeedCursor, 'focusList' | 'read' | 'setActiveKey'>;
  /** Shows another state of what is read, or closes it without giving the focus back to its row. */
  setOpen: (entry: InboxEntry | undefined) => void;
}

/**
 * What can be done with rows, several at once. Where they leave the list the person goes on with the next one, or with
 * the last that is left. `asking` has the keys of those whose snooze is being asked for, with all that their rows stood
 * for when it was asked.
 */
export function useItemActs({ items, open, filter, keysOf, unreadOf, actions, cursor, setOpen }: ActsOptions) {
  const [asking, setAsking] = useState<readonly string[]>();
  const focusAfter = useRef<{ key: string | undefined }>(undefined);
  const { focusList } = cursor;
  // After the dialog has given the focus back to a row that is about to go.
  useEffect(() => {
    const { current: next } = focusAfter;
    focusAfter.current = undefined;
    if (asking === undefined && next) focusList(next.key);
  }, [asking, focusList]);
  const entriesOf = (keys: readonly string[]): InboxEntry[] =>
    [...items.flatMap(({ entry, older }) => [entry, ...older]), ...(open ? [open] : [])].filter(({ key }) =>
      keys.includes(key),
    );
  /** Goes on reading where what is read leaves; returns the row that is to have the focus otherwise. */
  const goOn = (keys: readonly string[]) => {
    const goes = ({ entry, older }: FeedRow) => [entry, ...older].some(({ key }) => keys.includes(key));
    const at = items.findIndex(goes);
    const rest = at < 0 ? items[0] : (items.slice(at).find((row) => !goes(row)) ?? items.slice(0, at).at(-1));
    const next = rest?.entry.key;
    const leaves = open !== undefined && keys.includes(open.key);
    // What is open may have no row, as where a search leaves it out: then nothing comes after it.
    if (leaves && at >= 0 && next !== undefined) return cursor.read(next);
    if (leaves) setOpen(undefined);
    if (next !== undefined) cursor.setActiveKey(next);
    return { key: next };
  };
  const anyLeaves = (keys: readonly string[], change: Partial<InboxEntry>) =>
    entriesOf(keys).some((entry) => !isListed({ ...entry, ...change }, filter));
  /** Marks items; returns whether any of them leaves the list. */
  const mark = (keys: readonly string[], as: ItemMark): boolean => {
    const leaves = anyLeaves(keys, MARKED[as]);
    // It may have no row that would tell.
    if (!leaves && open && keys.includes(open.key)) setOpen({ ...open, ...MARKED[as] });
    // Before they leave, so that the focus is never lost.
    const next = leaves ? goOn(keys) : undefined;
    if (next) focusList(next.key);
    actions.mark([...keys], as);
    return leaves;
  };
  const all = (rows: readonly string[], is: (entry: InboxEntry) => unknown) => entriesOf(rows).every(is);
  return {
    done: (rows: readonly string[]) => mark(rows.flatMap(keysOf), all(rows, ({ done }) => done) ? 'listed' : 'done'),
    save: (rows: readonly string[]) => mark(rows, all(rows, ({ saved }) => saved) ? 'unsaved' : 'saved'),
    /** A folded thread is read as a whole, and becomes unread by its newest. */
    read(rows: readonly string[]) {
      const unread = [...new Set(entriesOf(rows).flatMap(unreadOf))];
      return unread.length > 0 ? mark(unread, 'read') : mark(rows, 'unread');
    },
    snooze(rows: readonly string[]) {
      const keys = rows.flatMap(keysOf);
      if (all(rows, ({ snoozedUntil }) => snoozedUntil)) return mark(keys, 'listed');
      setAsking(keys);
      return true;
    },
    /** Where several are meant, those that are about no question are left out. */
    mute(rows: readonly string[]) {
      const entries = entriesOf(rows);
      const about = entries.filter(({ question }) => question !== undefined);
      const meant = about.length > 0 ? about : entries;
      actions.mute(meant, !meant.every(({ muted }) => muted));
      return false;
    },
    asking,
    /** Whether somebody may write about each of them. */
    awaitsReply: asking !== undefined && all(asking, hasReplies),
    cancelSnooze: () => setAsking(undefined),
    chooseSnooze(until: ItemSnoozeLength | Date) {
      const keys = asking ?? [];
      if (anyLeaves(keys, SNOOZED)) focusAfter.current = goOn(keys) ?? undefined;
      actions.snooze([...keys], until);
      setAsking(undefined);
    },
  };
}
