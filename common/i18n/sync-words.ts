import { MINUTE_MS } from '../durations.ts';
import type { Locale } from './locale.ts';

/** The answer to a wish to poll everything. */
export interface ToldSync {
  /** Names of what is asked now. */
  asked?: string[] | undefined;
  /** What was asked a moment ago or rests, and when it is asked; the soonest first. */
  later?: { what: string; at: Date }[] | undefined;
  /** Why nothing at all can be asked. */
  waiting?: { title: string; retryAt?: Date | undefined } | undefined;
}

/** Why nothing is asked now although somebody wants it, and when it is. */
function waitingWords({ words, clockTime }: Locale, { title, retryAt }: { title: string; retryAt?: Date | undefined }) {
  return retryAt === undefined
    ? words('status.waiting', { title })
    : words('status.waitingUntil', { title, time: clockTime(retryAt, Date.now()) });
}

/** Nobody asks the same again within this time (docs/api.md, "Throttling"); a longer wait has another reason. */
const SAME_REQUEST_MS = MINUTE_MS;

/** How many things are named one by one. */
const NAMED = 3;

/** What was asked just now, and what was not and why ("Checked a moment ago; asking again in 40 s."). */
export function syncWords(locale: Locale, { asked = [], later = [], waiting }: ToldSync, now: number): string {
  const { words, list, until } = locale;
  if (waiting) return waitingWords(locale, waiting);
  const [soonest] = later;
  if (!soonest) return words('status.checking');
  const time = until(soonest.at, now) ?? words('shortTime.now');
  if (asked.length === 0)
    return words(soonest.at.getTime() - now > SAME_REQUEST_MS ? 'status.restsUntil' : 'status.checkedAlready', {
      time,
    });
  const named = (all: readonly string[]) =>
    list(
      all.length <= NAMED
        ? all
        : [...all.slice(0, NAMED - 1), words('status.others', { count: all.length - NAMED + 1 })],
    );
  return words('status.checkingSome', { asked: named(asked), later: named(later.map(({ what }) => what)), time });
}
