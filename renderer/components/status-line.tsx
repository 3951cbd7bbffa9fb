import type { AppState } from '../../common/contract/contract.ts';
import { useLink } from '../agent.tsx';
import { useAct } from '../queries.ts';
import { useSpeech } from '../words.tsx';
import { Menu } from './menu.tsx';
import { useNow } from './now.ts';
import { connectionWords, goesOnWords, nextPollWords, quotaWords } from './status-words.ts';

/** How things stand, and the few switches that are always at hand. */
export function StatusLine({ state }: { state: AppState }) {
  const now = useNow(1000);
  const speech = useSpeech();
  const { words: say } = speech;
  const link = useLink();
  const lost = link.state.status === 'lost';
  const sync = useAct((client) => client.polling.syncNow(), { done: say('status.asked') });
  const pause = useAct((client) => client.polling.pause());
  const resume = useAct((client) => client.polling.resume());
  const snooze = useAct((client, length: '30-minutes' | '1-hour' | 'until-tomorrow') =>
    client.polling.snooze({ for: length }),
  );
  const endSnooze = useAct((client) => client.polling.endSnooze());
  const { tone, words } = lost
    ? { tone: 'bad', words: say('status.reconnecting') }
    : connectionWords(speech, state, now);
  // What follows is of the first of several networks.
  const network = state.accounts.length > 1 ? state.accounts[0]?.network.name : undefined;
  const snoozed = state.snoozedUntil !== undefined && state.snoozedUntil.getTime() > now;

  return (
    <footer className="status-line" aria-label={say('status.label')}>
      <div className="status-line--facts">
        <span className="status-line--connection">
          <span className={`dot dot__${tone}`} aria-hidden="true" />
          {words}
        </span>
        {network !== undefined && !lost && (
          <span className="status-line--network">{say('status.network', { network })}</span>
        )}
        {state.held && !lost && <span role="timer">{goesOnWords(speech, state.held, now)}</span>}
        {state.nextPoll && !state.held && !state.paused && !lost && (
          <span role="timer">{nextPollWords(speech, state.nextPoll, now)}</span>
        )}
        {state.quota && <span>{quotaWords(speech, state.quota)}</span>}
      </div>
      <div className="status-line--actions">
        <button
          type="button"
          className="s-btn s-btn__sm s-btn__muted"
          disabled={lost || state.paused || sync.isPending}
          onClick={() => sync.mutate()}
        >
          {say('status.syncNow')}
        </button>
        {state.paused ? (
          <button
            type="button"
            className="s-btn s-btn__sm s-btn__muted"
            disabled={lost}
            onClick={() => resume.mutate()}
          >
            {say('status.resume')}
          </button>
        ) : (
          <button type="button" className="s-btn s-btn__sm s-btn__muted" disabled={lost} onClick={() => pause.mutate()}>
            {say('status.pause')}
          </button>
        )}
        {snoozed ? (
          <button
            type="button"
            className="s-btn s-btn__sm s-btn__muted"
            disabled={lost}
            onClick={() => endSnooze.mutate()}
          >
            {say('status.endSnooze')}
          </button>
        ) : (
          <Menu
            label={say('status.snooze')}
            disabled={lost}
            choices={[
              { label: say('status.snooze30'), choose: () => snooze.mutate('30-minutes') },
              { label: say('status.snooze60'), choose: () => snooze.mutate('1-hour') },
              { label: say('status.snoozeTomorrow'), choose: () => snooze.mutate('until-tomorrow') },
            ]}
          />
        )}
      </div>
    </footer>
  );
}
