import type { AppState } from '../contract/contract.ts';
import type { Locale } from './locale.ts';

/**
 * Returns the number of held notifications and until when ("12 waiting, next at 15:18"). `now` in ms since the epoch.
 * Pure.
 */
export function waitingWords(
  { words, clockTime }: Locale,
  { count, because, until }: NonNullable<AppState['waiting']>,
  now: number,
): string {
  if (until === undefined) return words('status.held.doNotDisturb', { count });
  const time = clockTime(until, now);
  return words(because === 'busy' ? 'status.held.busy' : 'status.held.until', { count, time });
}
