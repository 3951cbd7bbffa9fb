import type { AppState } from '../../electron/contract.ts';
import { useLink } from '../agent.tsx';
import { useAct } from '../queries.ts';
import { Menu } from './menu.tsx';
import { useNow } from './now.ts';
import { connectionWords, goesOnWords, nextPollWords, quotaWords } from './status-words.ts';

/** How things stand, and the few switches that are always at hand. */
export function StatusLine({ state }: { state: AppState }) {
  const now = useNow(1000);
  const link = useLink();
  const lost = link.state.status === 'lost';
  const sync = useAct((client) => client.polling.syncNow(), { done: 'Asked for news.' });
  const pause = useAct((client) => client.polling.pause());
  const resume = useAct((client) => client.polling.resume());
  const snooze = useAct((client, length: '30-minutes' | '1-hour' | 'until-tomorrow') => client.polling.snooze({ for: length }));
  const endSnooze = useAct((client) => client.polling.endSnooze());
  const { tone, words } = lost ? { tone: 'bad', words: 'Reconnecting to Askbell' } : connectionWords(state, now);
  const snoozed = state.snoozedUntil !== undefined && state.snoozedUntil.getTime() > now;

  return (
    <footer className="status-line" aria-label="Status">
      <div className="status-line--facts">
        <span className="status-line--connection">
          <span className={`dot dot__${tone}`} aria-hidden="true" />
          {words}
        </span>
        {state.held && !lost && <span role="timer">{goesOnWords(state.held, now)}</span>}
        {state.nextPoll && !state.held && !state.paused && !lost && <span role="timer">{nextPollWords(state.nextPoll, now)}</span>}
        {state.quota && <span>{quotaWords(state.quota)}</span>}
      </div>
      <div className="status-line--actions">
        <button type="button" className="s-btn s-btn__sm s-btn__muted" disabled={lost || state.paused || sync.isPending} onClick={() => sync.mutate()}>
          Sync now
        </button>
        {state.paused ? (
          <button type="button" className="s-btn s-btn__sm s-btn__muted" disabled={lost} onClick={() => resume.mutate()}>
            Resume
          </button>
        ) : (
          <button type="button" className="s-btn s-btn__sm s-btn__muted" disabled={lost} onClick={() => pause.mutate()}>
            Pause
          </button>
        )}
        {snoozed ? (
          <button type="button" className="s-btn s-btn__sm s-btn__muted" disabled={lost} onClick={() => endSnooze.mutate()}>
            End snooze
          </button>
        ) : (
          <Menu
            label="Snooze"
            disabled={lost}
            choices={[
              { label: 'For 30 minutes', choose: () => snooze.mutate('30-minutes') },
              { label: 'For 1 hour', choose: () => snooze.mutate('1-hour') },
              { label: 'Until tomorrow', choose: () => snooze.mutate('until-tomorrow') },
            ]}
          />
        )}
      </div>
    </footer>
  );
}
