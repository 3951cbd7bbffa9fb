import type { AppState, NetworkAccount } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';

/** How well things are, for the dot beside the words. */
export type StatusTone = 'good' | 'warning' | 'bad' | 'resting';

/** The connection in a few words, the most pressing first. */
export function connectionWords(
  { words, clockTime }: Locale,
  state: AppState,
  now: number,
): { tone: StatusTone; words: string } {
  const problem = state.conditions.find((condition) => condition.severity === 'problem');
  if (problem) return { tone: 'bad', words: problem.title };
  if (state.paused) return { tone: 'resting', words: words('status.paused') };
  if (state.snoozedUntil && state.snoozedUntil.getTime() > now)
    return { tone: 'resting', words: words('status.snoozedUntil', { time: clockTime(state.snoozedUntil, now) }) };
  if (state.quiet?.because === 'do-not-disturb') return { tone: 'resting', words: words('status.doNotDisturb') };
  if (state.quiet)
    return {
      tone: 'resting',
      words: state.quiet.until
        ? words('status.quietUntil', { time: clockTime(state.quiet.until, now) })
        : words('status.quiet'),
    };
  const warning = state.conditions[0];
  if (warning) return { tone: 'warning', words: warning.title };
  return { tone: 'good', words: words('status.allWell') };
}

type Quota = NonNullable<NetworkAccount['quota']>;

/**
 * What is left of the requests. The network's count can cover more than Askbell (it counts by address), so Askbell's
 * share is told where the two differ. No promise is made about when the count starts anew (docs/api.md, "Quota").
 */
export function quotaWords(
  { words, number }: Locale,
  quota: Pick<Quota, 'max' | 'remaining' | 'usedByAskbell'>,
): string {
  const left = Math.min(quota.max, quota.remaining);
  const used = quota.max - left;
  const shown = { left: number(left), max: number(quota.max) };
  return quota.usedByAskbell < used
    ? words('status.requestsLeftShared', { ...shown, used: number(used), own: number(quota.usedByAskbell) })
    : words('status.requestsLeft', shown);
}

/** When polling goes on by itself ("Goes on in 12 min"). */
export function goesOnWords({ words, until }: Locale, pause: { until: Date }, now: number): string {
  const time = until(pause.until, now);
  return time === undefined ? words('status.resumingNow') : words('status.resumesIn', { time });
}

/** What is looked at next, and when ("Next: Inbox in 34 s"). */
export function nextPollWords(
  { words, until }: Locale,
  { what, at }: NonNullable<NetworkAccount['nextPoll']>,
  now: number,
): string {
  const time = until(at, now);
  return time === undefined ? words('status.nextCheckNow', { what }) : words('status.nextCheck', { what, time });
}
