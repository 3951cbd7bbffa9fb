import { useId } from 'react';
import type { AppState, NetworkAccount, Settings } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import { useChangeSettings } from '../../agent/queries.ts';
import { Switch } from '../../widgets/switch.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { goesOnWords, quotaWords } from '../../app/frame/status-words.ts';
import { useLocale } from '../../appearance/language.tsx';
import { paceWords, presenceWords, reserveWords, totalWords } from './polling-words.ts';
import { Section } from '../section.tsx';
import { PollingWeights } from './polling-weights.tsx';

/** What there is to tell of the polling at one network. */
type Polled = Pick<NetworkAccount, 'quota' | 'plan' | 'pollingPause' | 'nextPoll'> &
  Partial<Pick<NetworkAccount, 'conditions'>>;

function NextPoll({ pollingPause, nextPoll, conditions = [], paused }: Polled & { paused: boolean }) {
  const now = useNow(1000);
  const locale = useLocale();
  const { words, until } = locale;
  if (paused) return <p>{words('settings.polling.paused')}</p>;
  if (pollingPause) return <p role="timer">{goesOnWords(locale, pollingPause, now)}.</p>;
  // While it waits to try again, that comes before any planned poll.
  const retryAt = conditions.find((condition) => condition.severity === 'problem' && condition.retryAt)?.retryAt;
  const wait = retryAt && until(retryAt, now);
  if (wait !== undefined) return <p role="timer">{words('status.banners.retryIn', { time: wait })}</p>;
  if (!nextPoll) return null;
  const { what, at } = nextPoll;
  const time = until(at, now);
  return (
    <p role="timer">
      {time === undefined
        ? words('settings.polling.nextCheckNow', { what })
        : words('settings.polling.nextCheck', { what, time })}
    </p>
  );
}

function Plan({ plan, label }: { plan: NonNullable<NetworkAccount['plan']>; label: string }) {
  const locale = useLocale();
  const id = useId();
  return (
    <>
      <h3 className="plan--title" id={id}>
        {label}
      </h3>
      <ul className="plan" aria-labelledby={id}>
        {plan.map((planned) => (
          <li key={planned.stream} className="plan--stream">
            <strong className="plan--name">{planned.stream}</strong>
            <span className="plan--pace">{paceWords(locale, planned)}</span>
            <span className="hint plan--why">{planned.why}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{totalWords(locale, plan)}</p>
    </>
  );
}

function Network({ polled, name, paused }: { polled: Polled; name: string | undefined; paused: boolean }) {
  const locale = useLocale();
  const { words } = locale;
  const { quota, plan } = polled;
  return (
    <>
      {name !== undefined && <h3 className="polling--network">{name}</h3>}
      {quota && (
        <div className="quota">
          <p>{quotaWords(locale, quota)}.</p>
          <progress
            className="quota--bar"
            max={quota.max}
            value={Math.min(quota.max, quota.remaining)}
            aria-label={words('settings.polling.left')}
          />
          {quota.reserve > 0 && <p className="hint">{reserveWords(locale, quota)}</p>}
        </div>
      )}
      <NextPoll {...polled} paused={paused} />
      {plan && plan.length > 0 && (
        <Plan
          plan={plan}
          label={
            name === undefined ? words('settings.polling.plan') : words('settings.polling.planOf', { network: name })
          }
        />
      )}
    </>
  );
}

/** What is asked how often and why, what is left of the requests, whether somebody is there, and what matters more. */
export function Polling({ state, settings }: { state: AppState; settings: Settings }) {
  const now = useNow(MINUTE_MS);
  const locale = useLocale();
  const { words } = locale;
  const change = useChangeSettings();
  const { accounts, paused, presence } = state;
  const several = accounts.filter((account) => account.signedIn);
  return (
    <Section id="polling">
      <p>{presenceWords(locale, presence, now)}</p>
      {several.length > 1 ? (
        several.map((account) => (
          <Network key={account.id} polled={account} name={account.network.name} paused={paused} />
        ))
      ) : (
        <Network polled={accounts[0] ?? {}} name={undefined} paused={paused} />
      )}
      <Switch
        label={words('settings.polling.push')}
        hint={words('settings.polling.pushHint')}
        checked={settings.push}
        onChange={(push) => change.mutate({ push })}
      />
      <PollingWeights weights={settings.pollingWeights} />
    </Section>
  );
}
