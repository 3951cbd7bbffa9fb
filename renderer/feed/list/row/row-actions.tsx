import {
  IconApprove,
  IconBell,
  IconClock,
  IconInbox,
  IconMail,
  IconMailOpen,
  IconNotInterested,
  IconStar,
  IconStarUnfilled,
} from '@stackoverflow/stacks-icons/icons';
import type { InboxEntry } from '../../../../common/contract/contract.ts';
import { useWords } from '../../../appearance/language.tsx';
import { IconButton } from '../../../widgets/icon.tsx';

/** What can be done with a row, by key or button; a second time takes it back. */
export const ITEM_ACTS = ['done', 'save', 'read', 'snooze', 'mute'] as const;
export type ItemAct = (typeof ITEM_ACTS)[number];

type Marks = Pick<InboxEntry, 'done' | 'saved' | 'unread' | 'snoozedUntil' | 'muted'>;

const ICONS = {
  done: IconApprove,
  listed: IconInbox,
  save: IconStarUnfilled,
  unsave: IconStar,
  read: IconMailOpen,
  unread: IconMail,
  snooze: IconClock,
  unsnooze: IconClock,
  mute: IconNotInterested,
  unmute: IconBell,
};

/** What each act is called where an item is marked like this. */
const namesOf = ({ done, saved, unread, snoozedUntil, muted }: Marks): Record<ItemAct, keyof typeof ICONS> => ({
  done: done ? 'listed' : 'done',
  save: saved ? 'unsave' : 'save',
  read: unread ? 'read' : 'unread',
  snooze: snoozedUntil ? 'unsnooze' : 'snooze',
  mute: muted ? 'unmute' : 'mute',
});

interface Props {
  /** How the item is marked, or all of several. */
  marks: Marks;
  acts: readonly ItemAct[];
  /** The title of the item, where many have these buttons. */
  title?: string | undefined;
  onAct: (act: ItemAct) => void;
}

/** What can be done with an item, or with several. */
export function ItemActions({ marks, acts, title, onAct }: Props) {
  const words = useWords();
  const names = namesOf(marks);
  return acts.map((act) => {
    const name = names[act];
    const label = words(`inbox.actions.${name}`);
    // A list has many of these, so the item's title is read out as well.
    const full = title === undefined ? label : words('inbox.actions.ofItem', { action: label, title });
    return <IconButton key={act} label={full} title={label} icon={ICONS[name]} onClick={() => onAct(act)} />;
  });
}

/** What can be done with an item in place. A question can be muted only where the item is about one. */
export function RowActions({ entry, onAct }: { entry: InboxEntry; onAct: (act: ItemAct) => void }) {
  const acts = ['done', 'read', 'snooze', 'mute'] as const;
  const able = entry.question === undefined ? acts.slice(0, -1) : acts;
  return <ItemActions marks={entry} acts={able} title={entry.title} onAct={onAct} />;
}
