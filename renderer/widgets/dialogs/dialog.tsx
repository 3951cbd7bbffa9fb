/** The room of widgets: parts that know nothing of Askbell's subjects and serve every view. */

import { IconClear } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { useWords } from '../../appearance/language.tsx';
import { IconButton } from '../icon.tsx';

interface Props {
  title: string;
  onClose: () => void;
  /** Leaves the title to those who hear it, for a dialog that speaks for itself. */
  bare?: boolean;
  className?: string;
  children: ReactNode;
}

/** A dialog over the window: it keeps the focus, closes with Escape or a click beside it, and gives the focus back. */
export function Dialog({ title, onClose, bare = false, className = '', children }: Props) {
  const words = useWords();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    // The dialog itself, so that its name is read first; where there is a field, Chromium has gone there.
    if (!(document.activeElement instanceof HTMLInputElement)) element?.focus();
    return () => {
      element?.close();
      // Chromium gives the focus back to what had it, unless the dialog is taken from the page at the same time.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const beside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // A click beside the dialog is one more way to close it; Escape and the button are there for the keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`dialog ${className}`}
      tabIndex={-1}
      aria-labelledby={id}
      onClick={beside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog--inside">
        {/* No header: outside the view, as in the status line, that would be the page's banner. */}
        <div className={bare ? 'visually-hidden' : 'dialog--head'}>
          <h2 id={id}>{title}</h2>
          {!bare && <IconButton label={words('common.close')} icon={IconClear} onClick={onClose} />}
        </div>
        {children}
      </div>
    </dialog>
  );
}
