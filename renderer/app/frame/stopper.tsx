import { IconAlertCircle, IconClock } from '@stackoverflow/stacks-icons/icons';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AppState } from '../../../common/contract/contract.ts';
import { useAgentLink } from '../../agent/agent-context.tsx';
import { IN_ELECTRON } from '../../agent/connection/bridge.ts';
import { usePollingActions } from '../../agent/use-polling-actions.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { ActionButton, ConditionAction } from './condition-action.tsx';
import { stopsNews } from './status-words.ts';

interface LineProps {
  /** `bad`: a person can mend it. */
  tone: 'bad' | 'waiting' | 'calm';
  title: string;
  advice: ReactNode;
  children: ReactNode;
}

/** One line above a view: what keeps news from coming, and what helps. */
function Line({ tone, title, advice, children }: LineProps) {
  return (
    <div className={`stopper stopper__${tone}`}>
      <Icon svg={tone === 'calm' ? IconClock : IconAlertCircle} />
      <p className="stopper--words">
        <strong>{title}</strong> {advice}
      </p>
      {children}
    </div>
  );
}

/** What stops news, a line for each; everything else is told by the mark at the person's picture. */
export function Stoppers({ state }: { state: AppState }) {
  const words = useWords();
  const [location] = useLocation();
  const { resume } = usePollingActions();
  // The page of the accounts tells of each whether it is signed in.
  const isToldHere = (kind: string) => kind === 'signed-out' && location === '/settings/accounts';
  const shown = state.conditions.filter((condition) => stopsNews(condition) && !isToldHere(condition.kind));
  if (shown.length === 0 && !state.paused) return null;
  return (
    <section aria-label={words('status.banners.label')} aria-live="polite">
      {shown.map((condition) => (
        <Line
          key={[condition.kind, condition.account, condition.siteId].join(' ')}
          tone="bad"
          title={condition.title}
          advice={condition.advice}
        >
          <ConditionAction kind={condition.kind} severity={condition.severity} account={condition.account} />
        </Line>
      ))}
      {state.paused && (
        <Line tone="calm" title={words('status.banners.paused')} advice={words('status.banners.pausedAdvice')}>
          <ActionButton label={words('status.resume')} act={() => resume.mutate()} busy={resume.isPending} />
        </Line>
      )}
    </section>
  );
}

/** Tells whose history is read here, and leads back to signing in. */
export function SignedOut({ state, onSignIn }: { state: AppState; onSignIn: () => void }) {
  const { words, list } = useLocale();
  const network = list(state.signedOut.map((left) => left.network.name));
  return (
    <section aria-label={words('status.banners.label')}>
      <Line tone="calm" title={words('welcome.signedOut', { network })} advice={words('welcome.historyStays')}>
        <ActionButton label={words('settings.accounts.signInAgain')} act={onSignIn} />
      </Line>
    </section>
  );
}

/** When the connection is tried again. */
function RetryTime({ at }: { at: number }) {
  const now = useNow(1000);
  const { until, words } = useLocale();
  const time = until(new Date(at), now);
  return (
    <span role="timer">
      {time === undefined ? words('status.banners.retryNow') : words('status.banners.retryIn', { time })}
    </span>
  );
}

/** Tells that the window has lost Askbell itself, and that it is trying to get it back. */
export function LinkLost() {
  const words = useWords();
  const { state, retryNow } = useAgentLink();
  if (state.status !== 'lost') return null;
  return (
    <section aria-label={words('status.banners.connection')} aria-live="assertive">
      <Line
        tone="waiting"
        title={words('failures.lost')}
        advice={
          <>
            {words(IN_ELECTRON ? 'status.banners.lostAdvice' : 'status.banners.lostAdviceBrowser')}{' '}
            {state.retryAt !== undefined && <RetryTime at={state.retryAt} />}
          </>
        }
      >
        <ActionButton label={words('status.banners.reconnect')} act={retryNow} busy={state.retryAt === undefined} />
      </Line>
    </section>
  );
}
