import type { SnoozeLength } from '../../common/snooze.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import { useLocale } from '../appearance/language.tsx';
import { useAgentMutation } from './queries.ts';

/** Why nothing is asked now although somebody wants it, and when it is. */
function waitingWords({ words, clockTime }: Locale, { title, retryAt }: { title: string; retryAt?: Date | undefined }) {
  return retryAt === undefined
    ? words('status.waiting', { title })
    : words('status.waitingUntil', { title, time: clockTime(retryAt, Date.now()) });
}

/** What can be done with polling and notifications as a whole, from the status line and the command palette alike. */
export function usePollingActions() {
  const locale = useLocale();
  const { words } = locale;
  return {
    sync: useAgentMutation((client) => client.polling.syncNow(), {
      done: (_, { waiting }) => (waiting ? waitingWords(locale, waiting) : words('status.checking')),
    }),
    pause: useAgentMutation((client) => client.polling.pause()),
    resume: useAgentMutation((client) => client.polling.resume()),
    snooze: useAgentMutation((client, until: SnoozeLength | Date) => client.polling.snooze({ for: until })),
    endSnooze: useAgentMutation((client) => client.polling.endSnooze()),
  };
}
