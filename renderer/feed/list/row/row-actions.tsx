import { IconBell, IconClock, IconMail, IconMailOpen, IconNotInterested } from '@stackoverflow/stacks-icons/icons';
import type { InboxEntry } from '../../../../common/contract/contract.ts';
import { useWords } from '../../../appearance/language.tsx';
import { Icon } from '../../../widgets/icon.tsx';

interface ActionProps {
  label: string;
  /** The label with the title of the item, since a list has many of these. */
  full: string;
  icon: string;
  run: () => void;
}

/** A button of an icon, by a row or above the list. */
export function Action({ label, full, icon, run }: ActionProps) {
  return (
    <button type="button" className="btn btn__icon" aria-label={full} title={label} onClick={run}>
      <Icon svg={icon} />
    </button>
  );
}

interface Props {
  entry: InboxEntry;
  onToggleRead: () => void;
  onSnooze: () => void;
  onMute: () => void;
}

/** What can be done with an item in place: read or unread, snooze, mute. */
export function RowActions({ entry, onToggleRead, onSnooze, onMute }: Props) {
  const words = useWords();
  const { unread, muted, title } = entry;
  return (
    <>
      <Action
        label={words(unread ? 'inbox.actions.read' : 'inbox.actions.unread')}
        full={words(unread ? 'inbox.actions.readThis' : 'inbox.actions.unreadThis', { title })}
        icon={unread ? IconMailOpen : IconMail}
        run={onToggleRead}
      />
      {!entry.snoozedUntil && (
        <Action
          label={words('inbox.actions.snooze')}
          full={words('panel.row.snoozeThis', { title })}
          icon={IconClock}
          run={onSnooze}
        />
      )}
      {entry.question !== undefined && (
        <Action
          label={words(muted ? 'inbox.actions.unmute' : 'inbox.actions.mute')}
          full={muted ? words('inbox.mutedList.unmuteThis', { title }) : words('panel.row.muteThis', { title })}
          icon={muted ? IconBell : IconNotInterested}
          run={onMute}
        />
      )}
    </>
  );
}
