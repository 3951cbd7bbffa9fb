import { useNow } from './now.ts';
import { ageInWords, fullDate } from './time-words.ts';

/** How old something is, kept up to date; the full date on hover. */
export function Age({ of }: { of: Date }) {
  const now = useNow(20_000);
  return (
    <time className="age" dateTime={of.toISOString()} title={fullDate(of)}>
      {ageInWords(of, now)}
    </time>
  );
}
