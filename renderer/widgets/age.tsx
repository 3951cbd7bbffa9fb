import { useLocale } from '../appearance/language.tsx';
import { useNow } from './use-now.ts';

/** How old something is, kept up to date; the full date on hover. */
export function Age({ of }: { of: Date }) {
  const now = useNow(20_000);
  const { age, fullDate } = useLocale();
  return (
    <time className="age" dateTime={of.toISOString()} title={fullDate(of)}>
      {age(of, now)}
    </time>
  );
}
