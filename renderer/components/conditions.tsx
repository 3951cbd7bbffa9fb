import { IconAlert, IconAlertCircle, IconClock } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AppState, Condition } from '../../electron/contract.ts';
import { useLink } from '../agent.tsx';
import { inElectron } from '../bridge.ts';
import { useAct } from '../queries.ts';
import { Icon } from './icon.tsx';
import { useNow } from './now.ts';
import { goesOnWords } from './status-words.ts';
import { countdown } from './time-words.ts';

function RetryTime({ at, held = false }: { at: Date; held?: boolean | undefined }) {
  const now = useNow(1000);
  if (held) return <span role="timer"> {goesOnWords({ until: at }, now)}.</span>;
  const left = countdown(at, now);
  return <span role="timer"> {left === 'now' ? 'Trying again now.' : `Trying again in ${left}.`}</span>;
}

interface BannerProps {
  tone: 'danger' | 'warning' | 'info';
  icon: string;
  title: string;
  advice: string;
  retryAt?: Date | undefined;
  /** Nothing is tried until then: Askbell waits. */
  held?: boolean;
  children?: ReactNode;
}

function Banner({ tone, icon, title, advice, retryAt, held, children }: BannerProps) {
  return (
    <div className={`s-notice s-notice__${tone} banner`}>
      <Icon svg={icon} />
      <p className="banner--words">
        <strong className="banner--title">{title}</strong>
        {advice}
        {retryAt && <RetryTime at={retryAt} held={held} />}
      </p>
      {children !== undefined && <div className="banner--action">{children}</div>}
    </div>
  );
}

function ActionButton({ label, act, busy = false }: { label: string; act: () => void; busy?: boolean }) {
  return (
    <button type="button" className="s-btn s-btn__outlined s-btn__sm" disabled={busy} onClick={act}>
      {label}
    </button>
  );
}

/** The one thing that helps, where a button can do it. */
function ConditionAction({ kind }: { kind: Condition['kind'] }) {
  const [, go] = useLocation();
  const signIn = useAct((client) => client.session.signInAgain());
  const sync = useAct((client) => client.polling.syncNow());
  switch (kind) {
    case 'signed-out':
    case 'scope-missing':
      return <ActionButton label="Sign in again" act={() => signIn.mutate()} busy={signIn.isPending} />;
    case 'bad-key':
    case 'demo-network-failed':
      return <ActionButton label="Use another network" act={() => go('/welcome')} />;
    case 'offline':
    case 'timeout':
      return <ActionButton label="Try now" act={() => sync.mutate()} busy={sync.isPending} />;
    case 'notifications-failed':
    case 'secrets-not-kept':
      return <ActionButton label="Settings" act={() => go('/settings')} />;
    default:
      return undefined;
  }
}

/** Everything that is not as it should be, the most pressing first. */
export function Conditions({ state }: { state: AppState }) {
  const resume = useAct((client) => client.polling.resume());
  const { held } = state;
  const waits = (kind: Condition['kind']) => kind === 'quota-exhausted' || kind === 'throttled';
  // What is kept for clicks is not asked for: no request failed, so no condition tells of it.
  const onReserve = held?.why === 'quota' && !state.conditions.some(({ kind }) => waits(kind));
  if (state.conditions.length === 0 && !state.paused && !onReserve) return null;
  return (
    <section className="banners" aria-label="What needs attention" aria-live="polite">
      {state.conditions.map((condition) => (
        <Banner
          key={condition.kind}
          tone={condition.severity === 'problem' ? 'danger' : 'warning'}
          icon={condition.severity === 'problem' ? IconAlertCircle : IconAlert}
          title={condition.title}
          advice={condition.advice}
          retryAt={condition.retryAt}
          held={waits(condition.kind)}
        >
          <ConditionAction kind={condition.kind} />
        </Banner>
      ))}
      {held && onReserve && (
        <Banner
          tone="info"
          icon={IconClock}
          title="The day’s requests are used up."
          advice={state.quota && state.quota.remaining > 0 ? `The last ${state.quota.remaining} are kept for what you ask for yourself.` : 'Askbell waits until the network counts anew.'}
          retryAt={held.until}
          held
        />
      )}
      {state.paused && (
        <Banner tone="info" icon={IconClock} title="Askbell is paused." advice="Nothing new is fetched until you resume.">
          <ActionButton label="Resume" act={() => resume.mutate()} busy={resume.isPending} />
        </Banner>
      )}
    </section>
  );
}

/** Tells that the window has lost Askbell itself, and that it is trying to get it back. */
export function LinkLost() {
  const { state, retryNow } = useLink();
  if (state.status !== 'lost') return null;
  const advice = inElectron
    ? 'Reconnecting. What you see may be out of date.'
    : 'Reconnecting. What you see may be out of date. If Askbell was started anew, open the address it printed.';
  return (
    <section className="banners" aria-label="Connection" aria-live="assertive">
      <Banner
        tone="danger"
        icon={IconAlertCircle}
        title="The connection to Askbell is lost."
        advice={advice}
        retryAt={state.retryAt === undefined ? undefined : new Date(state.retryAt)}
      >
        <ActionButton label="Reconnect now" act={retryNow} busy={state.retryAt === undefined} />
      </Banner>
    </section>
  );
}
