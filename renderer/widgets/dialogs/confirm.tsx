import type { ReactNode } from 'react';
import { useWords } from '../../appearance/language.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  about: string;
  /** The words on the button that does it. */
  act: string;
  onAct: () => void;
  onClose: () => void;
  /** What else there is to see before one decides. */
  children?: ReactNode;
}

/** Asks before something is done that is hard to undo. */
export function Confirm({ title, about, act, onAct, onClose, children }: Props) {
  const words = useWords();
  return (
    <Dialog title={title} onClose={onClose} className="confirm">
      <p>{about}</p>
      {children}
      <div className="confirm--buttons">
        <button type="button" className="btn" onClick={onClose}>
          {words('settings.cancel')}
        </button>
        <button
          type="button"
          className="btn btn__main btn__danger"
          onClick={() => {
            onClose();
            onAct();
          }}
        >
          {act}
        </button>
      </div>
    </Dialog>
  );
}
