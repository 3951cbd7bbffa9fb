import type { AppState } from '../../electron/contract.ts';
import { clockTime, countdown } from './time-words.ts';

const count = new Intl.NumberFormat('en');

/** How well things are, for the dot beside the words. */
export type StatusTone = 'good' | 'warning' | 'bad' | 'resting';

/** The connection in a few words, the most pressing first. */
export function connectionWords(state: AppState, now: number): { tone: StatusTone; words: string } {
  const problem = state.conditions.find((condition) => condition.severity === 'problem');
  if (problem) return { tone: 'bad', words: problem.title };
  if (state.paused) return { tone: 'resting', words: 'Paused' };
  if (state.held) return { tone: 'resting', words: state.held.why === 'quota' ? 'The day’s requests are used up' : 'The network asked for a pause' };
  if (state.snoozedUntil && state.snoozedUntil.getTime() > now) return { tone: 'resting', words: `Snoozed until ${clockTime(state.snoozedUntil, now)}` };
  if (state.quiet?.because === 'do-not-disturb') return { tone: 'resting', words: 'Quiet: do not disturb' };
  if (state.quiet) return { tone: 'resting', words: state.quiet.until ? `Quiet until ${clockTime(state.quiet.until, now)}` : 'Quiet' };
  const warning = state.conditions[0];
  if (warning) return { tone: 'warning', words: warning.title };
  return { tone: 'good', words: 'All well' };
}

type Quota = NonNullable<AppState['quota']>;

/**
 * What is left of the requests. The network's count can cover more than Askbell (it counts by address), so Askbell's
 * share is told where the two differ. No promise is made about when the count starts anew (network-api "Limits": not shown).
 */
export function quotaWords(quota: Pick<Quota, 'max' | 'remaining' | 'usedByAskbell'>): string {
  const left = Math.min(quota.max, quota.remaining);
  const used = quota.max - left;
  const whole = `${count.format(left)} of ${count.format(quota.max)} requests left`;
  return quota.usedByAskbell < used ? `${whole} (${count.format(used)} used, ${count.format(quota.usedByAskbell)} by Askbell)` : whole;
}

/** When polling goes on by itself ("Goes on in 12 min"). */
export function goesOnWords({ until }: { until: Date }, now: number): string {
  const left = countdown(until, now);
  return left === 'now' ? 'Goes on now' : `Goes on in ${left}`;
}

/** What is looked at next, and when ("Next: inbox in 34 s"). */
export function nextPollWords(next: NonNullable<AppState['nextPoll']>, now: number): string {
  const left = countdown(next.at, now);
  const what = next.what.charAt(0).toLowerCase() + next.what.slice(1);
  return left === 'now' ? `Next: ${what} now` : `Next: ${what} in ${left}`;
}
