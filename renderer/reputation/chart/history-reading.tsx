import type { HistoryReading } from '../../../common/contract/contract.ts';
import { useLocale } from '../../appearance/language.tsx';

/** How far Askbell is with reading the history from before it, and what that costs. */
export function Reading({ reading: { state, sites, requests, withheld } }: { reading: HistoryReading }) {
  const { words, list } = useLocale();
  if (state === 'unasked' || sites.of === 0) return null;
  const goesOn = state !== 'done';
  const costs = [
    words('reputation.backfill.cost', { count: requests.spent }),
    ...(requests.left === undefined ? [] : [words('reputation.backfill.left', { count: requests.left })]),
  ];
  return (
    <div>
      {goesOn && (
        <progress
          className="progress"
          aria-label={words('reputation.backfill.progress')}
          value={sites.done}
          max={sites.of}
        />
      )}
      <p className="hint">
        {state === 'done'
          ? words('reputation.backfill.done', { count: requests.spent })
          : `${words(`reputation.backfill.${state}`, { done: sites.done, of: sites.of })} (${costs.join(', ')})`}
      </p>
      {withheld.length > 0 && (
        <p className="hint">{words('reputation.backfill.withheld', { sites: list(withheld) })}</p>
      )}
    </div>
  );
}
