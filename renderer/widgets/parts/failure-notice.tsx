import { useWords } from '../../appearance/language.tsx';

interface Props {
  message: string;
  advice: string;
  /** Tries again; without it there is nothing to click. */
  again?: () => void;
}

/** What was clicked may stand far below. */
const showNotice = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/** What failed, what to do about it, and a button that tries again. */
export function FailureNotice({ message, advice, again }: Props) {
  const words = useWords();
  return (
    <div ref={showNotice} className="notice notice__danger failed" role="alert">
      <p>
        <strong>{message}</strong> {advice}
      </p>
      {again && (
        <button type="button" className="btn btn__line" onClick={again}>
          {words('common.tryAgain')}
        </button>
      )}
    </div>
  );
}
