import { memo, type RefObject } from 'react';
import { ItemRow } from './row/item-row.tsx';
import { RowActions, type ItemAct } from './row/row-actions.tsx';
import { countsUnread, type FeedRow } from './threads.ts';

/** What a row has its list do, by the key of its item. */
export interface RowHandlers {
  onActive: (key: string) => void;
  onOpen: (key: string) => void;
  onBrowser: (key: string) => void;
  onToggleThread: (key: string) => void;
  onAct: (act: ItemAct, key: string) => void;
  onTick: (key: string, range: boolean) => void;
}

interface Props {
  item: FeedRow;
  now: number;
  isActive: boolean;
  isOpen: boolean;
  isTicked: boolean;
  isTicking: boolean;
  isUnfolded: boolean;
  /** Those of the list as it is when something is done. */
  actions: RefObject<RowHandlers>;
}

/**
 * A row with what the list knows of it: its thread, and whether it is active or open. Drawn anew only where that has
 * changed, not whenever another row comes in.
 */
export const RowInList = memo(function RowInList({ item, isUnfolded, actions, ...shown }: Props) {
  const { entry, older, isOlder } = item;
  const { key } = entry;
  const covered = isUnfolded ? [entry] : [entry, ...older];
  const unread = covered.some((one) => one.unread);
  return (
    <ItemRow
      {...shown}
      entry={{ ...entry, unread: covered.some(countsUnread) }}
      isOlder={isOlder}
      onOpen={() => actions.current.onOpen(key)}
      onBrowser={() => actions.current.onBrowser(key)}
      onFocus={() => actions.current.onActive(key)}
      onTick={(range) => actions.current.onTick(key, range)}
      thread={
        older.length > 0
          ? { count: older.length + 1, isUnfolded, onToggle: () => actions.current.onToggleThread(key) }
          : undefined
      }
    >
      <RowActions entry={{ ...entry, unread }} onAct={(act) => actions.current.onAct(act, key)} />
    </ItemRow>
  );
});
