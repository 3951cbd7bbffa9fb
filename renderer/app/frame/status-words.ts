import type { AppState, Condition, NetworkAccount } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/** How Askbell is doing, as the mark at the person's picture shows it. */
export type StatusTone = 'live' | 'waiting' | 'stopped' | 'paused';

/** Problems that pass by themselves, or with a connection: nobody need do anything about them in Askbell. */
const PASSING: readonly Condition['kind'][] = [
  'offline',
  'timeout',
  'throttled',
  'quota-exhausted',
  'server-fault',
  'bad-answer',
  'blocked-by-protection',
];

/** Conditions that are nothing wrong for every day: how sign-ins are kept, and that there is a newer Askbell. */
const CALM: readonly Condition['kind'][] = ['secrets-not-kept', 'update-available'];

/** Whether news stops until a person has done something. */
export const stopsNews = ({ kind, severity }: Condition): boolean => severity === 'problem' && !PASSING.includes(kind);

/** Returns the state in one sentence, the most pressing first. `now` in ms. */
export function statusWords(locale: Locale, state: AppState, now: number): { tone: StatusTone; words: string } {
  const { words, clockTime } = locale;
  const problem = state.conditions.find(({ severity }) => severity === 'problem');
  if (problem) return { tone: stopsNews(problem) ? 'stopped' : 'waiting', words: problem.title };
  if (!state.accounts.some(({ signedIn }) => signedIn)) return { tone: 'paused', words: words('panel.signedOut') };
  if (state.paused) return { tone: 'paused', words: words('status.paused') };
  if (state.snoozedUntil && state.snoozedUntil.getTime() > now)
    return { tone: 'paused', words: words('status.snoozedUntil', { time: clockTime(state.snoozedUntil, now) }) };
  if (state.quiet?.because === 'do-not-disturb') return { tone: 'paused', words: words('status.doNotDisturb') };
  if (state.quiet)
    return {
      tone: 'paused',
      words: state.quiet.until
        ? words('status.quietUntil', { time: clockTime(state.quiet.until, now) })
        : words('status.quiet'),
    };
  const warning = state.conditions.find(({ kind }) => !CALM.includes(kind));
  if (warning) return { tone: 'waiting', words: warning.title };
  return { tone: 'live', words: checkedWords(locale, state, now) ?? words('status.allWell') };
}

/** Below this a check was "a moment ago"; from then on seconds are told in steps of it, so that nothing ticks. */
const CHECKED_STEP_MS = 10_000;

/** When the network was asked last ("Checked 20 s ago"); of several, the one that waits longest. */
export function checkedWords({ words, age }: Locale, { accounts }: Pick<AppState, 'accounts'>, now: number) {
  const times = accounts.flatMap(({ lastPollAt, signedIn }) => (signedIn && lastPollAt ? [lastPollAt.getTime()] : []));
  if (times.length === 0) return undefined;
  const at = Math.min(...times);
  const steps = Math.floor((now - at) / CHECKED_STEP_MS);
  return steps > 0 && now - at < MINUTE_MS
    ? words('status.checkedSeconds', { seconds: (steps * CHECKED_STEP_MS) / 1000 })
    : words('status.checked', { age: age(new Date(at), now) });
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

/** When polling resumes by itself ("Goes on in 12 min"). */
export function goesOnWords({ words, until }: Locale, pause: { until: Date }, now: number): string {
  const time = until(pause.until, now);
  return time === undefined ? words('status.resumingNow') : words('status.resumesIn', { time });
}
