import type { ReactNode } from 'react';
import { useWords } from '../../appearance/language.tsx';

interface Props {
  act: string;
  onAct: () => void;
  onSkip?: () => void;
  busy?: boolean;
  /** What the choice comes to, before the buttons. */
  children?: ReactNode;
}

/** The foot of a card, with the two ways on: what it is for, and past it. */
export function CardButtons({ act, onAct, onSkip, busy = false, children }: Props) {
  const words = useWords();
  return (
    <div className="first-steps--foot">
      <div className="first-steps--sum">{children}</div>
      {onSkip && (
        <button type="button" className="btn btn__big" onClick={onSkip}>
          {words('firstSteps.skip')}
        </button>
      )}
      <button type="button" className="btn btn__big btn__main" disabled={busy} onClick={onAct}>
        {act}
      </button>
    </div>
  );
}
