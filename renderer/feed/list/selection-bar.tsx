import { IconClear } from '@stackoverflow/stacks-icons/icons';
import type { InboxEntry } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { IconButton } from '../../widgets/icon.tsx';
import { ITEM_ACTS, ItemActions, type ItemAct } from './row/row-actions.tsx';

interface Props {
  /** What is ticked. */
  entries: readonly InboxEntry[];
  onAct: (act: ItemAct) => void;
  onClear: () => void;
}

/** How many rows are ticked, and what can be done with all of them. */
export function SelectionBar({ entries, onAct, onClear }: Props) {
  const words = useWords();
  const marks = {
    done: entries.every(({ done }) => done),
    saved: entries.every(({ saved }) => saved),
    unread: entries.some(({ unread }) => unread),
    snoozedUntil: entries.every(({ snoozedUntil }) => snoozedUntil) ? entries[0]?.snoozedUntil : undefined,
    muted: entries.every(({ muted, question }) => muted || question === undefined),
  };
  return (
    <>
      <p className="head--selected" aria-hidden="true">
        {words('inbox.selectionCount', { count: entries.length })}
      </p>
      <ItemActions
        marks={marks}
        acts={entries.some(({ question }) => question) ? ITEM_ACTS : ITEM_ACTS.slice(0, -1)}
        onAct={onAct}
      />
      <IconButton label={words('inbox.selectionClear')} icon={IconClear} onClick={onClear} />
    </>
  );
}
