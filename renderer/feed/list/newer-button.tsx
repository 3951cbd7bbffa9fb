import { useWords } from '../../appearance/language.tsx';

/** More are not counted one by one. */
export const MOST_COUNTED = 100;

/** How many items have come in above what is in sight; leads there. */
export function NewerButton({ count, onClick }: { count: number; onClick: () => void }) {
  const words = useWords();
  return (
    <button type="button" className="btn btn__main items--newer" onClick={onClick}>
      ↑ {count < MOST_COUNTED ? words('inbox.newer', { count }) : words('inbox.newerMany', { count: MOST_COUNTED })}
    </button>
  );
}
