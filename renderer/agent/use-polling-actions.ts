import type { SnoozeLength } from '../../common/snooze.ts';
import { syncWords } from '../../common/i18n/state-words.ts';
import { useLocale } from '../appearance/language.tsx';
import { useAgentMutation } from './queries.ts';

/** What can be done with polling and notifications as a whole, from the status and the command palette alike. */
export function usePollingActions() {
  const locale = useLocale();
  return {
    sync: useAgentMutation((client) => client.polling.syncNow(), {
      done: (_, answer) => syncWords(locale, answer, Date.now()),
    }),
    /** Asks once even where the network asked to be left alone. */
    tryNow: useAgentMutation((client) => client.polling.syncNow({ evenIfHeld: true }), {
      done: (_, answer) => syncWords(locale, answer, Date.now()),
    }),
    pause: useAgentMutation((client) => client.polling.pause()),
    resume: useAgentMutation((client) => client.polling.resume()),
    snooze: useAgentMutation((client, until: SnoozeLength | Date) => client.polling.snooze({ for: until })),
    endSnooze: useAgentMutation((client) => client.polling.endSnooze()),
  };
}
