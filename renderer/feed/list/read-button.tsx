import { IconMail, IconMailOpen } from '@stackoverflow/stacks-icons/icons';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { Icon } from '../../widgets/icon.tsx';

/** Marks an item read, or unread again. */
export function ReadButton({ entry: { unread, title }, onToggle }: { entry: InboxEntry; onToggle: () => void }) {
  const words = useWords();
  return (
    <button
      type="button"
      className="s-btn s-btn__muted s-btn__sm item--mark"
      aria-label={words(unread ? 'inbox.actions.readThis' : 'inbox.actions.unreadThis', { title })}
      title={words(unread ? 'inbox.actions.read' : 'inbox.actions.unread')}
      onClick={onToggle}
    >
      <Icon svg={unread ? IconMailOpen : IconMail} />
    </button>
  );
}
