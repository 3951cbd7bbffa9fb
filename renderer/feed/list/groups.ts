import { DAY_MS } from '../../../common/durations.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/** Returns the midnight with which the day of a time begins, in ms. */
export const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** Returns the midnight with which the week of a time begins, a Monday, in ms. */
function startOfWeek(time: number): number {
  const day = new Date(startOfDay(time));
  return day.setDate(day.getDate() - ((day.getDay() + 6) % 7));
}

/**
 * Returns when the group of a list begins that a time belongs to, in ms: today, yesterday, this week, last week, and
 * then months. `today` is the midnight with which today begins; what is later belongs to today.
 */
export function groupStart(time: number, today: number): number {
  if (time >= today) return today;
  const yesterday = startOfDay(today - DAY_MS / 2);
  if (time >= yesterday) return yesterday;
  const thisWeek = startOfWeek(today);
  if (time >= thisWeek) return thisWeek;
  const lastWeek = startOfWeek(thisWeek - DAY_MS / 2);
  if (time >= lastWeek) return lastWeek;
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime();
}

/** Returns the heading of a time's group: "Today", "Yesterday", "This week", "Last week", "October". `now` in ms. */
export function groupName({ tag }: Pick<Locale, 'tag'>, date: Date, now: number): string {
  const today = startOfDay(now);
  const start = groupStart(date.getTime(), today);
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  const named = [
    { start: today, name: () => relative.format(0, 'day') },
    { start: startOfDay(today - DAY_MS / 2), name: () => relative.format(-1, 'day') },
    { start: startOfWeek(today), name: () => relative.format(0, 'week') },
    { start: startOfWeek(startOfWeek(today) - DAY_MS / 2), name: () => relative.format(-1, 'week') },
  ].find((group) => group.start === start);
  const isThisYear = date.getFullYear() === new Date(now).getFullYear();
  const text =
    named?.name() ??
    new Intl.DateTimeFormat(tag, { month: 'long', ...(!isThisYear && { year: 'numeric' }) }).format(date);
  return text.charAt(0).toLocaleUpperCase(tag) + text.slice(1);
}
