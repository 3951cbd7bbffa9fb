import { IconBell, IconBellSm, IconPlay, IconRefresh } from '@stackoverflow/stacks-icons/icons';
import { useEffect, useState } from 'react';
import type { AppState, Condition } from '../../../common/contract/contract.ts';
import { isScarce } from '../../../common/scarce-quota.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../../common/snooze.ts';
import { useAgentLink } from '../../agent/agent-context.tsx';
import { usePollingActions } from '../../agent/use-polling-actions.ts';
import { useLocale } from '../../appearance/language.tsx';
import { useAnnounce } from '../../feedback/announcements.tsx';
import { UntilDialog } from '../../widgets/dialogs/later-dialogs.ts';
import { Icon } from '../../widgets/icon.tsx';
import { Popover } from '../../widgets/popover.tsx';
import { SiteIcon } from '../../widgets/site-icon.tsx';
import { useNow } from '../../widgets/use-now.ts';
import { ConditionAction } from './condition-action.tsx';
import { goesOnWords, quotaWords, statusWords, type StatusTone } from './status-words.ts';

/** How Askbell is doing, kept up to date; a lost connection to the agent before all else. */
function useStatus(state: AppState, everyMs: number): { tone: StatusTone; words: string; isLost: boolean } {
  const now = useNow(everyMs);
  const locale = useLocale();
  const isLost = useAgentLink().state.status === 'lost';
  return isLost
    ? { tone: 'waiting', words: locale.words('status.reconnecting'), isLost }
    : { ...statusWords(locale, state, now), isLost };
}

/** Requests and pauses where they are scarce, of each network that is concerned. */
function Scarce({ state }: { state: AppState }) {
  const now = useNow(1000);
  const locale = useLocale();
  const scarce = state.accounts.filter(({ quota, pollingPause }) => pollingPause ?? (quota && isScarce(quota)));
  return scarce.map(({ id, network, quota, pollingPause }) => (
    <p key={id} className="status--fact">
      {state.accounts.length > 1 && <span>{locale.words('status.network', { network: network.name })} </span>}
      {pollingPause && !state.paused && <span role="timer">{goesOnWords(locale, pollingPause, now)}</span>}{' '}
      {quota && isScarce(quota) && <span>{quotaWords(locale, quota)}</span>}
    </p>
  ));
}

/** Nothing is tried before their time: Askbell waits. */
const WAITED_FOR: readonly Condition['kind'][] = ['quota-exhausted', 'throttled', 'blocked-by-protection'];

function StandingCondition({ condition }: { condition: Condition }) {
  const now = useNow(1000);
  const locale = useLocale();
  const { title, advice, retryAt, kind } = condition;
  const time = retryAt && locale.until(retryAt, now);
  const next =
    retryAt &&
    (WAITED_FOR.includes(kind)
      ? `${goesOnWords(locale, { until: retryAt }, now)}.`
      : time === undefined
        ? locale.words('status.banners.retryNow')
        : locale.words('status.banners.retryIn', { time }));
  return (
    <li className="status--condition">
      <p>
        <strong>{title}</strong> {advice} {next !== undefined && <span role="timer">{next}</span>}
      </p>
      <ConditionAction {...condition} />
    </li>
  );
}

interface ContentProps {
  state: AppState;
  onUntil: () => void;
  onDone: () => void;
}

/** What can be done with polling and notifications as a whole. */
function Actions({ state, isLost, onUntil, onDone }: ContentProps & { isLost: boolean }) {
  const { words } = useLocale();
  const { sync, pause, resume, snooze, endSnooze } = usePollingActions();
  const now = useNow(1000);
  const snoozed = state.snoozedUntil !== undefined && state.snoozedUntil.getTime() > now;
  const action = (label: string, icon: string, run: () => void, isOff = isLost) => (
    <button
      type="button"
      className="option"
      disabled={isOff}
      onClick={() => {
        run();
        onDone();
      }}
    >
      <Icon svg={icon} /> {label}
    </button>
  );
  return (
    <>
      {action(words('status.syncNow'), IconRefresh, () => sync.mutate(), isLost || state.paused || sync.isPending)}
      {state.paused
        ? action(words('status.resume'), IconPlay, () => resume.mutate())
        : action(words('status.pause'), IconBellSm, () => pause.mutate())}
      {snoozed ? (
        action(words('status.endSnooze'), IconBell, () => endSnooze.mutate())
      ) : (
        <div className="status--snooze" role="group" aria-label={words('inbox.actions.snooze')}>
          <p className="hint">{words('inbox.actions.snooze')}</p>
          <div className="segments">
            {lengthsOf(SNOOZE_LENGTHS).map((length) => (
              <button
                key={length}
                type="button"
                disabled={isLost}
                onClick={() => {
                  snooze.mutate(length);
                  onDone();
                }}
              >
                {words(`status.${SNOOZE_LENGTHS[length]}`)}
              </button>
            ))}
            <button type="button" disabled={isLost} onClick={onUntil}>
              {words('status.snoozeUntil')}
            </button>
          </div>
        </div>
      )}
    </>
  );
}

function Content(props: ContentProps) {
  const { state } = props;
  const { words } = useLocale();
  const status = useStatus(state, 1000);
  return (
    <>
      <p className="status--now">
        <span className={`mark mark__${status.tone}`} aria-hidden="true" /> {status.words}
      </p>
      {!status.isLost && <Scarce state={state} />}
      {!status.isLost && state.conditions.length > 0 && (
        <ul aria-label={words('status.banners.label')}>
          {state.conditions.map((condition) => (
            <StandingCondition
              key={[condition.kind, condition.account, condition.siteId].join(' ')}
              condition={condition}
            />
          ))}
        </ul>
      )}
      {state.phase === 'running' && <Actions {...props} isLost={status.isLost} />}
    </>
  );
}

const KEYRING_TOLD_KEY = 'askbell.told-keyring';

/** Says once, and then only here and in Settings, that a restart ends the sign-in. */
function useKeyringToldOnce({ conditions }: AppState): void {
  const announce = useAnnounce();
  const condition = conditions.find(({ kind, severity }) => kind === 'secrets-not-kept' && severity === 'warning');
  const { title, advice } = condition ?? {};
  useEffect(() => {
    if (title === undefined || localStorage.getItem(KEYRING_TOLD_KEY) !== null) return;
    localStorage.setItem(KEYRING_TOLD_KEY, 'yes');
    announce({ kind: 'done', message: title, ...(advice !== undefined && { advice }) });
  }, [announce, title, advice]);
}

/** Everybody whose news is shown, with the mark of how Askbell is doing; opens what there is to say and do about it. */
export function StatusButton({ state }: { state: AppState }) {
  const { words, list } = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { snooze } = usePollingActions();
  const status = useStatus(state, 10_000);
  useKeyringToldOnce(state);
  const people = [...state.accounts, ...state.signedOut];
  const [first] = people;
  const names = [...new Set(people.map(({ person }) => person.displayName))];
  return (
    <div className="me">
      <button
        type="button"
        className="me--button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={status.words}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="me--picture">
          <SiteIcon site={{ name: first?.person.displayName ?? '', iconUrl: first?.person.profileImage }} />
          <span className={`mark mark__${status.tone}`} />
        </span>
        <span className="me--names">
          <span className="me--name">{list(names)}</span>{' '}
          <span className="hint">{list(people.map(({ network }) => network.name))}</span>
        </span>
        <span className="visually-hidden">{words('status.label')}: </span>
        <span className="visually-hidden">{status.words}</span>
      </button>
      {isOpen && (
        <Popover label={words('status.label')} className="status" onClose={() => setOpen(false)}>
          <Content
            state={state}
            onDone={() => setOpen(false)}
            onUntil={() => {
              setOpen(false);
              setAsking(true);
            }}
          />
        </Popover>
      )}
      {isAsking && <UntilDialog onChoose={(until) => snooze.mutate(until)} onClose={() => setAsking(false)} />}
    </div>
  );
}
