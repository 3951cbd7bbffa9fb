import type { AppState, NetworkAccount } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { quotaWords } from '../../app/frame/status-words.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { paceWords, presenceWords, totalWords } from './polling-words.ts';

/** How often each stream of a network is asked and why, and what is left of its requests. */
function Network({ account: { network, quota, plan = [] } }: { account: NetworkAccount }) {
  const locale = useLocale();
  return (
    <>
      {quota && (
        <p>
          {quotaWords(locale, quota)}.{' '}
          {quota.reserve > 0 && locale.words('settings.polling.reserve', { count: quota.reserve })}
        </p>
      )}
      {plan.length > 0 && (
        <>
          <ul aria-label={locale.words('settings.polling.planOf', { network: network.name })}>
            {plan.map((planned) => (
              <li key={planned.stream} className="plan--stream">
                <strong>{planned.stream}</strong>
                <span>{paceWords(locale, planned)}</span>
                <span className="hint">{planned.why}</span>
              </li>
            ))}
          </ul>
          <p className="hint">{totalWords(locale, plan)}</p>
        </>
      )}
    </>
  );
}

/** What is asked how often and why, for who wonders where news stays. */
export function PollingPlan({ state: { accounts, presence } }: { state: AppState }) {
  const now = useNow(MINUTE_MS);
  const locale = useLocale();
  return (
    <details className="plan">
      <summary>{locale.words('settings.polling.plan')}</summary>
      <p>{presenceWords(locale, presence, now)}</p>
      {accounts
        .filter(({ signedIn }) => signedIn)
        .map((account) => (
          <Network key={account.id} account={account} />
        ))}
    </details>
  );
}
