import type { Watch, WatchAlert, WatchPreview, WatchRule } from '../../common/contract/contract.ts';
import type { Locale } from '../../common/i18n/locale.ts';
import { rateWords } from '../../common/i18n/rate-words.ts';
import type { Words } from '../../common/i18n/words.ts';

/** What a watch adds to the requests of a day. */
export function costWords({ requestsPerDay, sharedWith }: Watch['cost'], words: Words): string {
  if (requestsPerDay >= 0.5)
    return words(sharedWith > 0 ? 'watches.cost.more' : 'watches.cost.requests', { count: Math.round(requestsPerDay) });
  return words(sharedWith > 0 ? 'watches.cost.shared' : 'watches.cost.hardly');
}

/** What the last seven days brought; the least of it where not all of them were looked at. */
export function weekWords(
  { thisWeek: count, atLeast }: Pick<WatchPreview, 'thisWeek' | 'atLeast'>,
  words: Words,
): string {
  if (count === 0) return words(atLeast ? 'watches.preview.weekNoneSeen' : 'watches.preview.weekNone');
  return words(atLeast ? 'watches.preview.weekAtLeast' : 'watches.preview.weekCount', { count });
}

/** The time since a moment in whole hours, and in whole days from two of them on. */
function spanSince(since: Date, now: number): { hours: number; days?: number } {
  const hours = Math.max(1, Math.round((now - since.getTime()) / 3_600_000));
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
    ? words('watches.rate.noneInHours', { count: hours })
    : words('watches.rate.noneInDays', { count: days });
}

/** What a preview is worth: how much it was drawn from. */
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

/** What a rule asks for beside tags, each in a few words. */
export const conditionWords = (rule: WatchRule, words: Words): string[] => [
  ...rule.titleWords.map((word) => words('watches.rule.inTitle', { word })),
  ...(rule.minScore === undefined ? [] : [words('watches.rule.score', { score: rule.minScore })]),
  ...(rule.unanswered ? [words('watches.rule.unanswered')] : []),
  ...(rule.bounty ? [words('watches.rule.bounty')] : []),
];

/** What a watch is called, from its rule, so that it is said in the language of the window. */
export function ruleName(rule: WatchRule, { words }: Pick<Locale, 'words'>): string {
  return [
    rule.anyTags.join(` ${words('watches.rule.or')} `),
    rule.allTags.length > 0
      ? `${rule.anyTags.length > 0 ? `${words('watches.rule.with')} ` : ''}${rule.allTags.join(' + ')}`
      : '',
    rule.noTags.length > 0 ? `${words('watches.rule.without')} ${rule.noTags.join(', ')}` : '',
    ...conditionWords(rule, words),
  ]
    .filter(Boolean)
    .join(', ');
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
