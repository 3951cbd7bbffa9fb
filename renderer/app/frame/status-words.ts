import type { AppState, NetworkAccount } from '../../../common/contract/contract.ts';
import { MINUTE_MS } from '../../../common/durations.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/** How well things are, for the dot beside the words. */
export type StatusTone = 'good' | 'warning' | 'bad' | 'resting';

/**
 * The connection in a few words, the most pressing first; undefined where nobody is signed in, as the banner says that.
 */
export function connectionWords(
  locale: Locale,
  state: AppState,
  now: number,
): { tone: StatusTone; words: string } | undefined {
  const { words, clockTime } = locale;
  const problem = state.conditions.find(({ kind, severity }) => severity === 'problem' && kind !== 'signed-out');
  if (problem) return { tone: 'bad', words: problem.title };
  if (!state.accounts.some(({ signedIn }) => signedIn)) return undefined;
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
  // The keyring has its own place, since it is no news for every day. A newer Askbell is nothing wrong.
  const warning = state.conditions.find(
    ({ kind, severity }) => severity === 'warning' && kind !== 'secrets-not-kept' && kind !== 'update-available',
  );
  if (warning) return { tone: 'warning', words: warning.title };
  return { tone: 'good', words: checkedWords(locale, state, now) ?? words('status.allWell') };
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
