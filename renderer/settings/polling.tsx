import type { AppState } from '../../electron/contract.ts';
import { useNow } from '../components/now.ts';
import { goesOnWords, nextPollWords, quotaWords } from '../components/status-words.ts';
import { paceWords, presenceWords, reserveWords, totalWords } from './polling-words.ts';
import { Section } from './section.tsx';

function NextLook({ state }: { state: AppState }) {
  const now = useNow(1000);
  if (state.paused) return <p>Paused: nothing is asked until you resume.</p>;
  if (state.held) return <p role="timer">{goesOnWords(state.held, now)}.</p>;
  return state.nextPoll ? <p role="timer">Next look: {nextPollWords(state.nextPoll, now)}.</p> : null;
}

function Plan({ plan }: { plan: NonNullable<AppState['plan']> }) {
  return (
    <>
      <ul className="plan" aria-label="How often each is asked">
        {plan.map((planned) => (
          <li key={planned.stream} className="plan--stream">
            <strong className="plan--name">{planned.stream}</strong>
            <span className="plan--pace">{paceWords(planned)}</span>
            <span className="hint plan--why">{planned.why}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{totalWords(plan)}</p>
    </>
  );
}

/** What is asked how often and why, what is left of the requests, and whether somebody is there to be told. */
export function Polling({ state }: { state: AppState }) {
  const now = useNow(60_000);
  const { quota, plan, presence } = state;
  return (
    <Section title="Polling">
      {quota && (
        <div className="quota">
          <p>{quotaWords(quota)}.</p>
          <progress className="quota--bar" max={quota.max} value={Math.min(quota.max, quota.remaining)} aria-label="Requests left" />
          <p className="hint">{reserveWords(quota)}</p>
        </div>
      )}
      <NextLook state={state} />
      <p>{presenceWords(presence, now)}</p>
      {plan && plan.length > 0 && <Plan plan={plan} />}
    </Section>
  );
}
