import { useWords } from '../../appearance/language.tsx';

/** The two ways on from a card: what it is for, and past it. */
export function CardButtons({
  act,
  onAct,
  onSkip,
  busy = false,
}: {
  act: string;
  onAct: () => void;
  onSkip?: () => void;
  busy?: boolean;
}) {
  const words = useWords();
  return (
    <div className="settings--buttons">
      <button type="button" className="s-btn s-btn__filled" disabled={busy} onClick={onAct}>
        {act}
      </button>
      {onSkip && (
        <button type="button" className="s-btn" onClick={onSkip}>
          {words('firstSteps.skip')}
        </button>
      )}
    </div>
  );
}
