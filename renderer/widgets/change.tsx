import { useLocale } from '../appearance/language.tsx';

/** A change of reputation with its sign; the colour says the same once more. */
export function Change({ change }: { change: number }) {
  const { signed, number } = useLocale();
  const tone = change > 0 ? 'up' : change < 0 ? 'down' : 'none';
  return <span className={`change change__${tone}`}>{change === 0 ? number(0) : signed(change)}</span>;
}
