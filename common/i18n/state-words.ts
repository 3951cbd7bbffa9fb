import type { AppState } from '../contract/contract.ts';
import { UNTIL_REPLY_AT } from '../snooze.ts';
import type { Locale } from './locale.ts';
import type { keyring } from './locales/en/status.ts';
import type { Words } from './words.ts';

/** Result of a request to poll everything. */
export interface ToldSync {
  /** Names of what is polled now. */
  asked?: string[] | undefined;
  /** Recently polled or paused, with the time of the next poll; soonest first. */
  later?: { what: string; at: Date }[] | undefined;
  /** Why no request can be sent. */
  waiting?: { title: string; retryAt?: Date | undefined } | undefined;
}

/** Returns until when an item is snoozed: "Snoozed until 17:00". `now` in ms. */
export const snoozedWords = ({ words, clockTime }: Locale, end: Date, now: number): string =>
  end.getTime() === UNTIL_REPLY_AT
    ? words('inbox.snooze.untilReply')
    : words('status.snoozedUntil', { time: clockTime(end, now) });

/** Returns why no request can be sent, and until when. */
function blockedWords({ words, clockTime }: Locale, { title, retryAt }: { title: string; retryAt?: Date | undefined }) {
  return retryAt === undefined
    ? words('status.waiting', { title })
    : words('status.waitingUntil', { title, time: clockTime(retryAt, Date.now()) });
}

/** Maximum number of names that are listed. */
const NAMED = 3;

/** Returns what was polled, and what was not and why ("Checked a moment ago; asking again in 40 s."). */
export function syncWords(locale: Locale, { asked = [], later = [], waiting }: ToldSync, now: number): string {
  const { words, list, until } = locale;
  if (waiting) return blockedWords(locale, waiting);
  const [soonest] = later;
  if (!soonest) return words('status.checking');
  const time = until(soonest.at, now) ?? words('shortTime.now');
  if (asked.length === 0) return words('status.nextCheckIn', { time });
  const named = (all: readonly string[]) =>
    list(
      all.length <= NAMED
        ? all
        : [...all.slice(0, NAMED - 1), words('status.others', { count: all.length - NAMED + 1 })],
    );
  return words('status.checkingSome', { asked: named(asked), later: named(later.map(({ what }) => what)), time });
}

/**
 * Returns the number of held notifications and until when ("12 waiting, next at 15:18"). `now` in ms since the epoch.
 * Pure.
 */
export function waitingWords(
  { words, clockTime }: Locale,
  { count, because, until }: NonNullable<AppState['waiting']>,
  now: number,
): string {
  if (until === undefined) return words('status.heldDoNotDisturb', { count });
  const time = clockTime(until, now);
  return words(because === 'busy' ? 'status.heldBusy' : 'status.heldUntil', { count, time });
}

type Where = keyof typeof keyring.where;

/** Returns where sign-ins are stored, or why they are not and what to do about it. */
export function keyringText(
  words: Words,
  keeping:
    | { persistent: true; where: Where }
    | { persistent: false; where: Where; why: 'none' | 'locked' | 'unusable' },
): string {
  if (keeping.persistent) return words(`keyring.where.${keeping.where}`);
  if (keeping.why !== 'unusable') return words(`keyring.${keeping.why}`);
  const advice = words(`keyring.${keeping.where === 'keyring' ? 'start' : 'unlock'}`);
  return words('keyring.unusable', { where: words(`keyring.where.${keeping.where}`), advice });
}
