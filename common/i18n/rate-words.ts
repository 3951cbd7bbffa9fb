import type { Words } from './words.ts';

/** How often something comes, in the unit that people would use ("about 3 a week"). */
export function rateWords(perDay: number, words: Words): string {
  if (perDay <= 0) return words('watches.rate.none');
  if (perDay >= 20) return words('watches.rate.day', { n: Number(perDay.toPrecision(2)) });
  if (perDay >= 0.95) return words('watches.rate.day', { n: Math.round(perDay) });
  const perWeek = perDay * 7;
  if (perWeek >= 0.95) return words('watches.rate.week', { n: Math.round(perWeek) });
  return perDay * 30 >= 0.95
    ? words('watches.rate.month', { n: Math.round(perDay * 30) })
    : words('watches.rate.seldom');
}
