import type { WatchAlert, WatchPreview } from '../../common/contract/contract.ts';
import { HOUR_MS } from '../../common/durations.ts';
import { rateWords } from '../../common/i18n/rule-words.ts';
import type { Words } from '../../common/i18n/words.ts';

/** What the last seven days brought; the least of it where not all of them were looked at. */
export function weekWords(
  { thisWeek: count, atLeast }: Pick<WatchPreview, 'thisWeek' | 'atLeast'>,
  words: Words,
): string {
  if (count === 0) return words('watches.preview.weekNone');
  return words(atLeast ? 'watches.preview.weekAtLeast' : 'watches.preview.weekCount', { count });
}

/** The time since a moment in whole hours, and in whole days from two of them on. */
function spanSince(since: Date, now: number): { hours: number; days?: number } {
  const hours = Math.max(1, Math.round((now - since.getTime()) / HOUR_MS));
  return hours < 48 ? { hours } : { hours, days: Math.round(hours / 24) };
}

/** How often a rule would find something; what was not found in a part of the week says so. */
export function findsWords(
  { perDay, thisWeek, matches, lookedAt }: Pick<WatchPreview, 'perDay' | 'thisWeek' | 'matches' | 'lookedAt'>,
  words: Words,
  now: number,
): string {
  if (perDay !== undefined) return rateWords(perDay, words);
  if (thisWeek > 0 || matches.length > 0 || !lookedAt.since) return words('watches.preview.unknown');
  const { hours, days } = spanSince(lookedAt.since, now);
  return days === undefined
    ? words('watches.rateNoneInHours', { count: hours })
    : words('watches.rateNoneInDays', { count: days });
}

/** How much a preview is based on. */
export function basisWords({ lookedAt }: Pick<WatchPreview, 'lookedAt'>, words: Words, now: number): string {
  const count = lookedAt.questions;
  if (!lookedAt.since) return words('watches.preview.basis', { count });
  const { hours, days } = spanSince(lookedAt.since, now);
  const span =
    days === undefined
      ? words('watches.preview.hours', { count: hours })
      : words('watches.preview.days', { count: days });
  return words('watches.preview.basisOf', { count, span });
}

export const WATCH_ALERTS: readonly WatchAlert[] = ['sound', 'silent', 'list'];

/** A tag as it is entered: in lower case, words joined by hyphens, as networks write them. */
export const tagText = (typed: string): string =>
  typed.trim().toLowerCase().replace(/,+$/, '').trim().replace(/\s+/g, '-');

/** A word or phrase of a title as it is entered. */
export const wordText = (typed: string): string =>
  typed
    .trim()
    .replace(/,+$/, '')
    .trim()
    .replace(/^(["“„])(.*)(["”“])$/, '$2')
    .trim();
