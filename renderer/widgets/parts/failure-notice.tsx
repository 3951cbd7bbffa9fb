import { useWords } from '../../appearance/language.tsx';

interface Props {
  message: string;
  advice: string;
  /** Tries again; without it there is nothing to click. */
  again?: () => void;
}

/** What failed, what to do about it, and a button that tries again. */
export function FailureNotice({ message, advice, again }: Props) {
  const words = useWords();
  return (
    <div className="notice notice__danger failed" role="alert">
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
