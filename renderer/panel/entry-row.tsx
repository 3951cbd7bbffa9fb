import { IconClock, IconMailOpen, IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import type { InboxEntry } from '../../common/contract/contract.ts';
import { useWords } from '../appearance/language.tsx';
import { ItemRow, type RowThread } from '../feed/list/item-row.tsx';
import { Icon } from '../widgets/icon.tsx';
import type { PanelItem, RowPlace } from './panel-item.ts';

function ActionButton({ icon, label, title, act }: { icon: string; label: string; title: string; act: () => void }) {
  return (
    <button
      type="button"
      className="s-btn s-btn__muted s-btn__sm"
      tabIndex={-1}
      aria-label={label}
      title={title}
      onClick={act}
    >
      <Icon svg={icon} />
    </button>
  );
}

interface Props extends RowPlace, Pick<PanelItem, 'mute'>, Required<Pick<PanelItem, 'open' | 'markRead' | 'snooze'>> {
  entry: InboxEntry;
  thread: RowThread | undefined;
  /** It is one of the older ones of a thread that is unfolded. */
  isOlder: boolean;
  /** The browser has opened it by itself. */
  onBrowser: () => void;
}

/** A row as the inbox has it, with what can be done in place; each has a key as well, so Tab need not stop here. */
export function EntryRow({
  entry,
  thread,
  isOlder,
  now,
  isActive,
  onFocus,
  open,
  onBrowser,
  markRead,
  mute,
  snooze,
}: Props) {
  const words = useWords();
  const { title } = entry;
  return (
    <ItemRow
      entry={entry}
      thread={thread}
      isOlder={isOlder}
      now={now}
      isActive={isActive}
      isOpen={false}
      onOpen={open}
      onBrowser={onBrowser}
      onFocus={onFocus}
    >
      <ActionButton
        icon={IconMailOpen}
        label={words('panel.row.readThis', { title })}
        title={words('panel.row.read')}
        act={markRead}
      />
      {mute && (
        <ActionButton
          icon={IconNotInterested}
          label={words('panel.row.muteThis', { title })}
          title={words('panel.row.mute')}
          act={mute}
        />
      )}
      <ActionButton
        icon={IconClock}
        label={words('panel.row.snoozeThis', { title })}
        title={words('panel.row.snooze')}
        act={snooze}
      />
    </ItemRow>
  );
}
