import { useState } from 'react';
import type { AppState } from '../../common/contract/contract.ts';
import { lengthsOf, SNOOZE_LENGTHS } from '../../common/snooze.ts';
import { useAgentLink } from '../agent/agent-context.tsx';
import { usePollingActions } from '../agent/use-polling-actions.ts';
import { useLocale, useWords } from '../appearance/language.tsx';
import { Menu } from '../widgets/menu.tsx';
import { UntilDialog } from '../widgets/until-form.tsx';
import { useNow } from '../widgets/use-now.ts';
import { connectionWords, goesOnWords, nextPollWords, quotaWords } from './status-words.ts';

/** The connection, the next poll and the quota. With several networks, poll and quota are those of the first. */
function Facts({ state, lost, now }: { state: AppState; lost: boolean; now: number }) {
  const locale = useLocale();
  const { words } = locale;
  const status = lost ? { tone: 'bad', words: words('status.reconnecting') } : connectionWords(locale, state, now);
  const [first] = state.accounts;
  const network = state.accounts.length > 1 ? first?.network.name : undefined;
  return (
    <div className="status-line--facts">
      <span className="status-line--connection">
        <span className={`dot dot__${status.tone}`} aria-hidden="true" />
        {status.words}
      </span>
      {network !== undefined && !lost && (
        <span className="status-line--network">{words('status.network', { network })}</span>
      )}
      {first?.pollingPause && !lost && <span role="timer">{goesOnWords(locale, first.pollingPause, now)}</span>}
      {first?.nextPoll && !first.pollingPause && !state.paused && !lost && (
        <span role="timer">{nextPollWords(locale, first.nextPoll, now)}</span>
      )}
      {first?.quota && <span>{quotaWords(locale, first.quota)}</span>}
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
      {isAsking && <UntilDialog onChoose={(until) => snooze.mutate(until)} onClose={() => setAsking(false)} />}
    </footer>
  );
}
