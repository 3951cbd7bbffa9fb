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
  if (state.snoozedUntil && state.snoozedUntil.getTime() > now) return { tone: 'resting', words: `Snoozed until ${clockTime(state.snoozedUntil, now)}` };
  const warning = state.conditions[0];
  if (warning) return { tone: 'warning', words: warning.title };
  return { tone: 'good', words: 'All well' };
}

/**
 * Today's requests. The network's count can cover more than Askbell (it counts by address), so Askbell's share is told
 * where the two differ. No promise is made about when the count starts anew (network-api "Limits": not shown).
 */
export function quotaWords(quota: NonNullable<AppState['quota']>): string {
  const used = Math.max(0, quota.max - quota.remaining);
  const whole = `${count.format(used)} of ${count.format(quota.max)} requests used today`;
  return quota.usedByAskbell < used ? `${whole} (${count.format(quota.usedByAskbell)} by Askbell)` : whole;
}

/** What is looked at next, and when ("Next: inbox in 34 s"). */
export function nextPollWords(next: NonNullable<AppState['nextPoll']>, now: number): string {
  const left = countdown(next.at, now);
  const what = next.what.charAt(0).toLowerCase() + next.what.slice(1);
  return left === 'now' ? `Next: ${what} now` : `Next: ${what} in ${left}`;
}
