import type { SnoozeLength } from '../../common/snooze.ts';
import { useWords } from '../appearance/language.tsx';
import { useAgentMutation } from './queries.ts';

/** What can be done with polling and notifications as a whole, from the status line and the command palette alike. */
export function usePollingActions() {
  const words = useWords();
  return {
    sync: useAgentMutation((client) => client.polling.syncNow(), { done: words('status.checking') }),
    pause: useAgentMutation((client) => client.polling.pause()),
    resume: useAgentMutation((client) => client.polling.resume()),
    snooze: useAgentMutation((client, length: SnoozeLength) => client.polling.snooze({ for: length })),
    endSnooze: useAgentMutation((client) => client.polling.endSnooze()),
  };
}
