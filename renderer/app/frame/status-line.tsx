import { useState } from 'react';
import type { AppState } from '../../../common/contract/contract.ts';
import { isScarce } from '../../../common/scarce-quota.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../../common/snooze.ts';
import { useAgentLink } from '../../agent/agent-context.tsx';
import { usePollingActions } from '../../agent/use-polling-actions.ts';
import { useLocale, useWords } from '../../appearance/language.tsx';
import { NewsSlot } from '../../feedback/news-slots.tsx';
import { Menu } from '../../widgets/menu.tsx';
import { UntilDialog } from '../../widgets/dialogs/later-dialogs.ts';
import { useNow } from '../../widgets/use-now.ts';
import { connectionWords, goesOnWords, quotaWords } from './status-words.ts';

/** How things stand; requests and pauses only where they are scarce, and then of each network that is concerned. */
function Facts({ state, lost, now }: { state: AppState; lost: boolean; now: number }) {
  const locale = useLocale();
  const { words } = locale;
  const status = lost
    ? { tone: 'bad' as const, words: words('status.reconnecting') }
    : connectionWords(locale, state, now);
  const scarce = state.accounts.filter(({ quota, pollingPause }) => pollingPause ?? (quota && isScarce(quota)));
  return (
    <div className="status-line--facts">
      {status && (
        <span className="status-line--connection">
          <span className={`dot dot__${status.tone}`} aria-hidden="true" />
          <span className="status-line--words">{status.words}</span>
        </span>
      )}
      {!lost &&
        scarce.map(({ id, network, quota, pollingPause }) => (
          <span key={id} className="status-line--scarce">
            {state.accounts.length > 1 && <span>{words('status.network', { network: network.name })}</span>}
            {pollingPause && !state.paused && <span role="timer">{goesOnWords(locale, pollingPause, now)}</span>}
            {quota && isScarce(quota) && <span>{quotaWords(locale, quota)}</span>}
          </span>
        ))}
    </div>
  );
}

interface ActionProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
}

function ActionButton({ label, disabled, onClick }: ActionProps) {
  return (
    <button type="button" className="s-btn s-btn__sm s-btn__muted" disabled={disabled} onClick={onClick}>
      {label}
    </button>
  );
}

/** How things stand, and the few switches that are always at hand. */
export function StatusLine({ state }: { state: AppState }) {
  const now = useNow(1000);
  const words = useWords();
  const lost = useAgentLink().state.status === 'lost';
  const { sync, pause, resume, snooze, endSnooze } = usePollingActions();
  const [isAsking, setAsking] = useState(false);
  const snoozed = state.snoozedUntil !== undefined && state.snoozedUntil.getTime() > now;
  return (
    <footer className="status-line" aria-label={words('status.label')}>
      <Facts state={state} lost={lost} now={now} />
      <NewsSlot name="line" />
      {state.phase === 'running' && (
        <div className="status-line--actions">
          <ActionButton
            label={words('status.syncNow')}
            disabled={lost || state.paused || sync.isPending}
            onClick={() => sync.mutate()}
          />
          {state.paused ? (
            <ActionButton label={words('status.resume')} disabled={lost} onClick={() => resume.mutate()} />
          ) : (
            <ActionButton label={words('status.pause')} disabled={lost} onClick={() => pause.mutate()} />
          )}
          {snoozed ? (
            <ActionButton label={words('status.endSnooze')} disabled={lost} onClick={() => endSnooze.mutate()} />
          ) : (
            <Menu
              label={words('status.snooze')}
              disabled={lost}
              choices={[
                ...lengthsOf(SNOOZE_LENGTHS).map((length) => ({
                  label: words(`status.${SNOOZE_LENGTHS[length]}`),
                  choose: () => snooze.mutate(length),
                })),
                { label: words('status.snoozeUntil'), choose: () => setAsking(true) },
              ]}
            />
          )}
        </div>
      )}
      {isAsking && <UntilDialog onChoose={(until) => snooze.mutate(until)} onClose={() => setAsking(false)} />}
    </footer>
  );
}
