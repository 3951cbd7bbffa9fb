import { IconAlert, IconAlertCircle, IconClear, IconClock, IconDownload } from '@stackoverflow/stacks-icons/icons';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AppState, Condition } from '../../../common/contract/contract.ts';
import { useAgentLink } from '../../agent/agent-context.tsx';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { useAgentMutation } from '../../agent/queries.ts';
import { usePollingActions } from '../../agent/use-polling-actions.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { goesOnWords } from './status-words.ts';

function RetryTime({ at, isWaiting = false }: { at: Date; isWaiting?: boolean | undefined }) {
  const now = useNow(1000);
  const locale = useLocale();
  if (isWaiting) return <span role="timer"> {goesOnWords(locale, { until: at }, now)}.</span>;
  const time = locale.until(at, now);
  return (
    <span role="timer">
      {' '}
      {time === undefined ? locale.words('status.banners.retryNow') : locale.words('status.banners.retryIn', { time })}
    </span>
  );
}

interface BannerProps {
  tone: 'danger' | 'warning' | 'info';
  icon: string;
  title: string;
  advice: string;
  retryAt?: Date | undefined;
  /** Nothing is tried until then: Askbell waits. */
  isWaiting?: boolean;
  /** Hides it; only for a condition that news does not depend on. */
  onDismiss?: (() => void) | undefined;
  children?: ReactNode;
}

function Banner({ tone, icon, title, advice, retryAt, isWaiting, onDismiss, children }: BannerProps) {
  const words = useWords();
  return (
    <div className={`s-notice s-notice__${tone} banner`}>
      <Icon svg={icon} />
      <p className="banner--words">
        <strong className="banner--title">{title}</strong>
        {advice}
        {retryAt && <RetryTime at={retryAt} isWaiting={isWaiting} />}
      </p>
      {children !== undefined && <div className="banner--action">{children}</div>}
      {onDismiss && (
        <button
          type="button"
          className="s-btn s-btn__muted s-btn__sm banner--action"
          aria-label={words('status.banners.dismiss', { title })}
          onClick={onDismiss}
        >
          <Icon svg={IconClear} />
        </button>
      )}
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
function ConditionAction({ kind, severity, account }: Pick<Condition, 'kind' | 'severity' | 'account'>) {
  const words = useWords();
  const [, go] = useLocation();
  const signIn = useAgentMutation((client) => client.session.signInAgain({ account }));
  const { tryNow } = usePollingActions();
  switch (kind) {
    case 'signed-out':
    case 'scope-missing':
      return (
        <ActionButton label={words('status.banners.signInAgain')} act={() => signIn.mutate()} busy={signIn.isPending} />
      );
    case 'bad-key':
      return <ActionButton label={words('status.banners.changeKey')} act={() => go('/settings/accounts')} />;
    case 'demo-network-failed':
      return <ActionButton label={words('status.banners.anotherNetwork')} act={() => go('/welcome')} />;
    case 'offline':
    case 'captive-portal':
    case 'timeout':
    case 'throttled':
    case 'blocked-by-protection':
      // A warning tells of a pause of one request, which is kept.
      return severity === 'problem' ? (
        <ActionButton label={words('status.banners.tryNow')} act={() => tryNow.mutate()} busy={tryNow.isPending} />
      ) : undefined;
    case 'notifications-failed':
      return <ActionButton label={words('status.banners.settings')} act={() => go('/settings/notifications')} />;
    case 'secrets-not-kept':
      return <ActionButton label={words('status.banners.settings')} act={() => go('/settings/accounts')} />;
    default:
      return undefined;
  }
}

/** Conditions that are hidden for good once dismissed: nothing is lost by them, and nothing about them changes. */
const DISMISSED_FOR_GOOD: readonly Condition['kind'][] = ['secrets-not-kept'];
const DISMISSED_KEY = 'askbell.dismissed';

const dismissedForGood = (): string[] => (localStorage.getItem(DISMISSED_KEY) ?? '').split('\n').filter(Boolean);

/** Views that tell a condition themselves, so that it is not told above them. */
const TOLD_THERE: Partial<Record<Condition['kind'], string>> = {
  'secrets-not-kept': '/settings/accounts',
  'signed-out': '/settings/accounts',
};

const isToldAt = (location: string, { kind, severity }: Condition): boolean =>
  // That a sign-in ends soon is a warning, which the accounts do not tell.
  TOLD_THERE[kind] === location && !(kind === 'signed-out' && severity === 'warning');

const conditionKey = ({ kind, account, siteId }: Condition): string => [kind, account, siteId].join(' ');

/** The conditions without the warnings that were dismissed; one that goes and comes back is told again. */
function useDismissals(conditions: readonly Condition[]): [readonly Condition[], (condition: Condition) => void] {
  const [location] = useLocation();
  const [forGood, setForGood] = useState(dismissedForGood);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const holding = dismissed.filter((name) => conditions.some((condition) => conditionKey(condition) === name));
  if (holding.length < dismissed.length) setDismissed(holding);
  const dismiss = (condition: Condition) => {
    if (DISMISSED_FOR_GOOD.includes(condition.kind)) {
      const all = [...forGood, condition.kind];
      setForGood(all);
      localStorage.setItem(DISMISSED_KEY, all.join('\n'));
    } else setDismissed((before) => [...before, conditionKey(condition)]);
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return [
    conditions.filter(
      (condition) =>
        !isToldAt(location, condition) &&
        (condition.severity === 'problem' ||
          !(forGood.includes(condition.kind) || dismissed.includes(conditionKey(condition)))),
    ),
    dismiss,
  ];
}

/** A newer Askbell is good news; everything else is not as it should be. */
function lookOf({ kind, severity }: Condition) {
  if (kind === 'update-available') return { tone: 'info', icon: IconDownload } as const;
  return severity === 'problem'
    ? ({ tone: 'danger', icon: IconAlertCircle } as const)
    : ({ tone: 'warning', icon: IconAlert } as const);
}

/** Everything that is not as it should be, the most pressing first. */
export function Conditions({ state }: { state: AppState }) {
  const words = useWords();
  const resume = useAgentMutation((client) => client.polling.resume());
  const waits = (kind: Condition['kind']) =>
    kind === 'quota-exhausted' || kind === 'throttled' || kind === 'blocked-by-protection';
  const [shown, dismiss] = useDismissals(state.conditions);
  if (shown.length === 0 && !state.paused) return null;
  return (
    <section className="banners" aria-label={words('status.banners.label')} aria-live="polite">
      {shown.map((condition) => (
        <Banner
          key={conditionKey(condition)}
          {...lookOf(condition)}
          title={condition.title}
          advice={condition.advice}
          retryAt={condition.retryAt}
          isWaiting={waits(condition.kind)}
          onDismiss={condition.severity === 'warning' ? () => dismiss(condition) : undefined}
        >
          <ConditionAction kind={condition.kind} severity={condition.severity} account={condition.account} />
        </Banner>
      ))}
      {state.paused && (
        <Banner
          tone="info"
          icon={IconClock}
          title={words('status.banners.paused')}
          advice={words('status.banners.pausedAdvice')}
        >
          <ActionButton label={words('status.resume')} act={() => resume.mutate()} busy={resume.isPending} />
        </Banner>
      )}
    </section>
  );
}

/** Tells whose history is read here, and leads back to signing in. */
export function SignedOut({ state, onSignIn }: { state: AppState; onSignIn: () => void }) {
  const { words, list } = useLocale();
  const network = list(state.signedOut.map((left) => left.network.name));
  return (
    <section className="banners" aria-label={words('status.banners.label')}>
      <Banner
        tone="info"
        icon={IconAlertCircle}
        title={words('welcome.signedOut', { network })}
        advice={words('welcome.historyStays')}
      >
        <ActionButton label={words('status.banners.signInAgain')} act={onSignIn} />
      </Banner>
    </section>
  );
}

/** Tells that the window has lost Askbell itself, and that it is trying to get it back. */
export function LinkLost() {
  const words = useWords();
  const { state, retryNow } = useAgentLink();
  if (state.status !== 'lost') return null;
  const advice = words(IN_ELECTRON ? 'status.banners.lostAdvice' : 'status.banners.lostAdviceBrowser');
  return (
    <section className="banners banners__lost" aria-label={words('status.banners.connection')} aria-live="assertive">
      <Banner
        tone="danger"
        icon={IconAlertCircle}
        title={words('status.banners.lost')}
        advice={advice}
        retryAt={state.retryAt === undefined ? undefined : new Date(state.retryAt)}
      >
        <ActionButton label={words('status.banners.reconnect')} act={retryNow} busy={state.retryAt === undefined} />
      </Banner>
    </section>
  );
}
