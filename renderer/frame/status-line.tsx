import type { AppState } from '../../common/contract/contract.ts';
import { lengthsOf, SNOOZE_LENGTHS, type SnoozeLength } from '../../common/snooze.ts';
import { useAgentLink } from '../agent/agent-context.tsx';
import { useAgentMutation } from '../agent/queries.ts';
import { useSpeech } from '../appearance/language.tsx';
import { Menu } from '../widgets/menu.tsx';
import { useNow } from '../widgets/use-now.ts';
import { connectionWords, goesOnWords, nextPollWords, quotaWords } from './status-words.ts';

/** How things stand, and the few switches that are always at hand. */
export function StatusLine({ state }: { state: AppState }) {
  const now = useNow(1000);
  const speech = useSpeech();
  const { words: say } = speech;
  const link = useAgentLink();
  const lost = link.state.status === 'lost';
  const sync = useAgentMutation((client) => client.polling.syncNow(), { done: say('status.checking') });
  const pause = useAgentMutation((client) => client.polling.pause());
  const resume = useAgentMutation((client) => client.polling.resume());
  const snooze = useAgentMutation((client, length: SnoozeLength) => client.polling.snooze({ for: length }));
  const endSnooze = useAgentMutation((client) => client.polling.endSnooze());
  const { tone, words } = lost
    ? { tone: 'bad', words: say('status.reconnecting') }
    : connectionWords(speech, state, now);
  // What follows is of the first of several networks.
  const [first] = state.accounts;
  const network = state.accounts.length > 1 ? first?.network.name : undefined;
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
        {first?.held && !lost && <span role="timer">{goesOnWords(speech, first.held, now)}</span>}
        {first?.nextPoll && !first.held && !state.paused && !lost && (
          <span role="timer">{nextPollWords(speech, first.nextPoll, now)}</span>
        )}
        {first?.quota && <span>{quotaWords(speech, first.quota)}</span>}
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
            choices={lengthsOf(SNOOZE_LENGTHS).map((length) => ({
              label: say(`status.${SNOOZE_LENGTHS[length]}`),
              choose: () => snooze.mutate(length),
            }))}
          />
        )}
      </div>
    </footer>
  );
}
