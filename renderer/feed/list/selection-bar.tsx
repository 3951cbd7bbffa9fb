import { IconClear, IconClock, IconMail, IconMailOpen } from '@stackoverflow/stacks-icons/icons';
import { useWords } from '../../appearance/language.tsx';
import { Action } from './row/row-actions.tsx';
import type { Selected } from './use-selection.ts';

/** How many rows are ticked, and what can be done with all of them. */
export function SelectionBar({ selected }: { selected: Selected }) {
  const words = useWords();
  const actions = [
    ['inbox.actions.read', IconMailOpen, () => selected.setRead(true)],
    ['inbox.actions.unread', IconMail, () => selected.setRead(false)],
    ['inbox.actions.snooze', IconClock, selected.snooze],
    ['inbox.selection.clear', IconClear, selected.clear],
  ] as const;
  return (
    <>
      <p className="head--selected" aria-hidden="true">
        {words('inbox.selection.count', { count: selected.keys.length })}
      </p>
      {actions.map(([label, icon, run]) => (
        <Action key={label} label={words(label)} full={words(label)} icon={icon} run={run} />
      ))}
    </>
  );
}
