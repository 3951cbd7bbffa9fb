import type { WatchRule } from '../contract/contract.ts';
import type { Locale } from './locale.ts';
import type { Words } from './words.ts';

/** Returns short descriptions of a rule's conditions other than tags. */
export const conditionWords = (rule: WatchRule, words: Words): string[] => [
  ...rule.titleWords.map((word) => words('watches.ruleInTitle', { word })),
  ...(rule.minScore === undefined ? [] : [words('watches.ruleScore', { score: rule.minScore })]),
  ...(rule.unanswered ? [words('watches.ruleUnanswered')] : []),
  ...(rule.bounty ? [words('watches.ruleBounty')] : []),
];

/** Returns a watch's display name, derived from its rule so that it follows the window's language. */
export function ruleName(rule: WatchRule, { words }: Pick<Locale, 'words'>): string {
  return [
    rule.anyTags.join(` ${words('watches.ruleOr')} `),
    rule.allTags.length > 0
      ? `${rule.anyTags.length > 0 ? `${words('watches.ruleWith')} ` : ''}${rule.allTags.join(' + ')}`
      : '',
    rule.noTags.length > 0 ? `${words('watches.ruleWithout')} ${rule.noTags.join(', ')}` : '',
    ...conditionWords(rule, words),
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns a frequency in a natural unit ("about 3 a week"). */
export function rateWords(perDay: number, words: Words): string {
  if (perDay <= 0) return words('watches.rateNone');
  if (perDay >= 20) return words('watches.rateDay', { n: Number(perDay.toPrecision(2)) });
  if (perDay >= 0.95) return words('watches.rateDay', { n: Math.round(perDay) });
  const perWeek = perDay * 7;
  if (perWeek >= 0.95) return words('watches.rateWeek', { n: Math.round(perWeek) });
  return perDay * 30 >= 0.95 ? words('watches.rateMonth', { n: Math.round(perDay * 30) }) : words('watches.rateSeldom');
}
