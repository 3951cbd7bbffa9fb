import { ItemRow } from './item-row.tsx';
import { ReadButton } from './read-button.tsx';
import type { FeedRow } from './threads.ts';

interface Props {
  item: FeedRow;
  now: number;
  isActive: boolean;
  openKey: string | undefined;
  withoutSite: boolean;
  unfolded: ReadonlySet<string>;
  onActive: (key: string) => void;
  onOpen: (key: string) => void;
  onBrowser: (key: string) => void;
  onToggleThread: (key: string) => void;
  onToggleRead: (key: string, read: boolean) => void;
}

/** A row with what the list knows of it: its thread, and whether it is active or open. */
export function RowInList({ item, openKey, unfolded, ...props }: Props) {
  const { entry, older } = item;
  const isUnfolded = unfolded.has(entry.key);
  const hasUnread = entry.unread || (!isUnfolded && older.some(({ unread }) => unread));
  return (
    <ItemRow
      entry={entry.unread === hasUnread ? entry : { ...entry, unread: hasUnread }}
      now={props.now}
      isActive={props.isActive}
      isOpen={entry.key === openKey}
      isOlder={item.isOlder}
      withoutSite={props.withoutSite}
      onOpen={() => props.onOpen(entry.key)}
      onBrowser={() => props.onBrowser(entry.key)}
      onFocus={() => props.onActive(entry.key)}
      {...(older.length > 0 && {
        thread: { count: older.length + 1, isUnfolded, onToggle: () => props.onToggleThread(entry.key) },
      })}
    >
      <ReadButton entry={{ ...entry, unread: hasUnread }} onToggle={() => props.onToggleRead(entry.key, hasUnread)} />
    </ItemRow>
  );
}
