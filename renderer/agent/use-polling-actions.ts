import type { SnoozeLength } from '../../common/snooze.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import type { AgentClient } from './connection/bridge.ts';
import { useLocale } from '../appearance/language.tsx';
import { useAgentMutation } from './queries.ts';

type SyncAnswer = Awaited<ReturnType<AgentClient['polling']['syncNow']>>;

/** Why nothing is asked now although somebody wants it, and when it is. */
function waitingWords({ words, clockTime }: Locale, { title, retryAt }: { title: string; retryAt?: Date | undefined }) {
  return retryAt === undefined
    ? words('status.waiting', { title })
    : words('status.waitingUntil', { title, time: clockTime(retryAt, Date.now()) });
}

/** Nobody asks the same again within it (docs/api.md, "Throttling"); what waits longer rests for another reason. */
const MINUTE_MS = 60_000;

/** So many things are named one by one. */
const NAMED = 3;

/** What was asked just now, and what was not and why ("Checked a moment ago; asking again in 40 s."). */
export function syncWords(locale: Locale, { asked = [], later = [], waiting }: SyncAnswer, now: number): string {
  const { words, list, until } = locale;
  if (waiting) return waitingWords(locale, waiting);
  const [soonest] = later;
  if (!soonest) return words('status.checking');
  const time = until(soonest.at, now) ?? words('tray.now');
  if (asked.length === 0)
    return words(soonest.at.getTime() - now > MINUTE_MS ? 'status.restsUntil' : 'status.checkedAlready', { time });
  const named = (all: readonly string[]) =>
    list(
      all.length <= NAMED
        ? all
        : [...all.slice(0, NAMED - 1), words('status.others', { count: all.length - NAMED + 1 })],
    );
  return words('status.checkingSome', { asked: named(asked), later: named(later.map(({ what }) => what)), time });
}

/** What can be done with polling and notifications as a whole, from the status line and the command palette alike. */
export function usePollingActions() {
  const locale = useLocale();
  return {
    sync: useAgentMutation((client) => client.polling.syncNow(), {
      done: (_, answer) => syncWords(locale, answer, Date.now()),
    }),
    pause: useAgentMutation((client) => client.polling.pause()),
    resume: useAgentMutation((client) => client.polling.resume()),
    snooze: useAgentMutation((client, until: SnoozeLength | Date) => client.polling.snooze({ for: until })),
    endSnooze: useAgentMutation((client) => client.polling.endSnooze()),
  };
}
