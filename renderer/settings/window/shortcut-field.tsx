import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Abilities } from '../../../common/contract/contract.ts';
import { useWords } from '../../appearance/language.tsx';
import { Keys } from '../../commands/shortcuts.tsx';
import { IconButton } from '../../widgets/icon.tsx';
import { Row } from '../setting-row.tsx';
import { acceleratorOf, asKeys } from './accelerator.ts';

interface Props {
  label: string;
  shortcut: string;
  ability: Abilities['shortcut'];
  onChange: (shortcut: string) => void;
}

/**
 * The keys that open something from anywhere: pressed to choose them, where Escape and Tab keep what there is. Says
 * when they could not be had.
 */
export function ShortcutField({ label, shortcut, ability: { state, why }, onChange }: Props) {
  const words = useWords();
  const [recording, setRecording] = useState(false);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      setRecording(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const chosen = acceleratorOf(event);
    if (chosen !== undefined) onChange(chosen);
    if (chosen !== undefined || event.key === 'Escape') setRecording(false);
  });
  useEffect(() => {
    if (!recording) return undefined;
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [recording]);
  const button = useRef<HTMLButtonElement>(null);
  const isRefused = state === 'refused' && shortcut !== '' && !recording;
  const said = recording
    ? words('settings.application.shortcutRecording')
    : isRefused
      ? (why ?? words('settings.application.shortcutRefused'))
      : state === 'registered' && shortcut !== ''
        ? words('settings.application.shortcutWorks')
        : undefined;
  return (
    <Row
      label={label}
      hint={
        <p className={isRefused ? 'field--problem' : ''} role="status">
          {said}
        </p>
      }
    >
      <button
        type="button"
        ref={button}
        className="btn btn__line"
        aria-pressed={recording}
        title={words('settings.application.shortcutRecord')}
        onClick={() => setRecording(!recording)}
      >
        {recording ? (
          words('settings.application.shortcutListening')
        ) : shortcut === '' ? (
          words('settings.application.shortcutRecord')
        ) : (
          <>
            <span className="visually-hidden">{words('settings.application.shortcutRecord')}: </span>
            <Keys of={asKeys(shortcut)} />
          </>
        )}
      </button>
      {shortcut !== '' && !recording && (
        <IconButton
          label={words('settings.application.shortcutClear')}
          icon={IconClear}
          onClick={() => {
            onChange('');
            button.current?.focus();
          }}
        />
      )}
    </Row>
  );
}
