import { IconAlert, IconAlertCircle, IconClock } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AppState, Condition } from '../../electron/contract.ts';
import { useLink } from '../agent.tsx';
import { inElectron } from '../bridge.ts';
import { useAct } from '../queries.ts';
import { Icon } from './icon.tsx';
import { useNow } from './now.ts';
import { countdown } from './time-words.ts';

function RetryTime({ at }: { at: Date }) {
  const now = useNow(1000);
  const left = countdown(at, now);
  return <span role="timer"> {left === 'now' ? 'Trying again now.' : `Trying again in ${left}.`}</span>;
}

interface BannerProps {
  tone: 'danger' | 'warning' | 'info';
  icon: string;
  title: string;
  advice: string;
  retryAt?: Date | undefined;
  children?: ReactNode;
}

function Banner({ tone, icon, title, advice, retryAt, children }: BannerProps) {
  return (
    <div className={`s-notice s-notice__${tone} banner`}>
      <Icon svg={icon} />
      <p className="banner--words">
        <strong className="banner--title">{title}</strong>
        {advice}
        {retryAt && <RetryTime at={retryAt} />}
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
  if (state.conditions.length === 0 && !state.paused) return null;
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
        >
          <ConditionAction kind={condition.kind} />
        </Banner>
      ))}
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
