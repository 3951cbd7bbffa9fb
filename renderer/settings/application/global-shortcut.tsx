import { useEffect, useId, useRef, useState } from 'react';
import type { Abilities } from '../../../common/contract/contract.ts';
import { Keys } from '../../commands/shortcuts.tsx';
import { useWords } from '../../appearance/language.tsx';
import { acceleratorOf, asKeys } from './accelerator.ts';

interface Props {
  label: string;
  shortcut: string;
  ability: Abilities['shortcut'];
  onChange: (shortcut: string) => void;
}

/** The keys that open something from anywhere: pressed to choose them; says when they could not be had. */
export function GlobalShortcut({ label, shortcut, ability, onChange }: Props) {
  const words = useWords();
  const id = useId();
  const [recording, setRecording] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!recording) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Tab') {
        setRecording(false);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
      const chosen = acceleratorOf(event);
      if (chosen !== undefined) onChange(chosen);
      if (chosen !== undefined || event.key === 'Escape') setRecording(false);
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [recording, onChange]);
  const said = recording
    ? words('settings.application.shortcutRecording')
    : shortcut === ''
      ? undefined
      : ability.state === 'registered'
        ? words('settings.application.shortcutWorks')
        : ability.state === 'refused'
          ? (ability.why ?? words('settings.application.shortcutRefused'))
          : undefined;
  return (
    <div className="setting" role="group" aria-labelledby={id}>
      <div className="setting--words">
        <span id={id}>{label}</span>
        <p
          className={
            ability.state === 'refused' && !recording && shortcut !== '' ? 's-input-message has-refused' : 'hint'
          }
          role="status"
        >
          {said}
        </p>
      </div>
      <div className="settings--buttons">
        <span className="shortcut--now">
          {shortcut === '' ? words('settings.application.shortcutNone') : <Keys of={asKeys(shortcut)} />}
        </span>
        <button
          type="button"
          ref={button}
          className="s-btn s-btn__outlined s-btn__sm"
          aria-pressed={recording}
          onClick={() => setRecording(!recording)}
        >
          {words(recording ? 'settings.application.shortcutListening' : 'settings.application.shortcutRecord')}
        </button>
        {shortcut !== '' && !recording && (
          <button
            type="button"
            className="s-btn s-btn__sm"
            onClick={() => {
              onChange('');
              button.current?.focus();
            }}
          >
            {words('settings.application.shortcutClear')}
          </button>
        )}
      </div>
    </div>
  );
}
