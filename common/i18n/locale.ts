import { wordsIn, type Language, type Words } from './words.ts';

/** Seconds in each unit that ages and durations are told in. */
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = 30 * day;
const year = 365 * day;

/** A language as it is spoken somewhere: words from the catalogue; numbers, dates and ages by `Intl`. */
export interface Speech {
  language: Language;
  /** The language with its region, for `Intl`: what dates and numbers look like differs within a language. */
  locale: string;
  words: Words;
  /** `1,390` or `1.390`. */
  number(value: number): string;
  /** Two digits that count: `1,400`. */
  roughly(value: number): string;
  /** `62 %`, of a share from 0 to 1. */
  percent(share: number): string;
  /** `+10`, `−2`, with a true minus sign. */
  signed(change: number): string;
  /** How long ago ("5 minutes ago"). A date in the future, from a clock that differs a little, counts as now. `now` in ms. */
  age(date: Date, now: number): string;
  /** A length of time in seconds, short: whole seconds, minutes or, from two days on, days, rounded up. */
  duration(seconds: number): string;
  /** How long until, as `duration`; undefined once it is due. `now` in ms. */
  until(at: Date, now: number): string | undefined;
  /** A time to come: the hour when it is today, with the day of the week otherwise. `now` in ms. */
  clockTime(at: Date, now: number): string;
  /** The whole date with the time, for a tooltip. */
  fullDate(date: Date): string;
  /** A day, without the time: "20 Nov 2026". */
  date(date: Date): string;
  /** A day as a heading: "Today", "Yesterday", "Friday, 20 November". `now` in ms. */
  dayName(date: Date, now: number): string;
  /** A day of the week by its number, 0 for Sunday. */
  weekday(number: number, style: 'long' | 'short'): string;
  /** "a, b and c". */
  list(items: readonly string[]): string;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

function speak(language: Language, locale: string): Speech {
  const words = wordsIn(language);
  const whole = new Intl.NumberFormat(locale);
  const rough = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' });
  const timeOfDay = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const dayAndTime = new Intl.DateTimeFormat(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const wholeDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const dayOnly = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const dayHead = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const dayHeadWithYear = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  const weekdays = {
    long: new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
    short: new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }),
  };
  const conjunction = new Intl.ListFormat(locale, { type: 'conjunction' });
  const capital = (text: string) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

  const duration = (length: number): string => {
    const seconds = Math.ceil(length);
    if (seconds < 2 * minute) return words('time.seconds', { seconds });
    const minutes = Math.ceil(seconds / minute);
    if (minutes < 60) return words('time.minutes', { minutes });
    const hours = Math.floor(minutes / 60);
    if (hours >= 48) return words('time.days', { count: Math.round(hours / 24) });
    const rest = minutes % 60;
    return rest === 0 ? words('time.hours', { hours }) : words('time.hoursAndMinutes', { hours, minutes: rest });
  };

  return {
    language,
    locale,
    words,
    number: (value) => whole.format(value),
    roughly: (value) => rough.format(value),
    percent: (part) => share.format(part),
    signed: (change) => (change < 0 ? `−${whole.format(-change)}` : `+${whole.format(change)}`),
    age(date, now) {
      const seconds = Math.max(0, Math.floor((now - date.getTime()) / 1000));
      if (seconds < 45) return words('time.justNow');
      if (seconds < hour) return relative.format(-Math.max(1, Math.floor(seconds / minute)), 'minute');
      if (seconds < day) return relative.format(-Math.floor(seconds / hour), 'hour');
      if (seconds < week) return relative.format(-Math.floor(seconds / day), 'day');
      if (seconds < month) return relative.format(-Math.floor(seconds / week), 'week');
      if (seconds < year) return relative.format(-Math.floor(seconds / month), 'month');
      return relative.format(-Math.floor(seconds / year), 'year');
    },
    duration,
    until(at, now) {
      const seconds = Math.ceil((at.getTime() - now) / 1000);
      return seconds <= 0 ? undefined : duration(seconds);
    },
    clockTime: (at, now) => (new Date(now).toDateString() === at.toDateString() ? timeOfDay : dayAndTime).format(at),
    fullDate: (date) => wholeDate.format(date),
    date: (date) => dayOnly.format(date),
    dayName(date, now) {
      // Rounded, because a day on which the clocks change has 23 or 25 hours.
      const daysAgo = Math.round((startOfDay(new Date(now)) - startOfDay(date)) / (1000 * day));
      if (daysAgo <= 0) return capital(relative.format(0, 'day'));
      if (daysAgo === 1) return capital(relative.format(-1, 'day'));
      return (new Date(now).getFullYear() === date.getFullYear() ? dayHead : dayHeadWithYear).format(date);
    },
    // The first of January 2023 was a Sunday.
    weekday: (number, style) => weekdays[style].format(new Date(Date.UTC(2023, 0, 1 + number))),
    list: (items) => conjunction.format(items),
  };
}

const known = new Map<string, Speech>();

/** A language as it is spoken where `locale` says (`en-GB`); without one, or with one of another language, as such. */
export function speechIn(language: Language, locale?: string): Speech {
  const there =
    locale !== undefined && locale.toLowerCase().split(/[-_]/)[0] === language ? locale.replaceAll('_', '-') : language;
  const made = known.get(`${language} ${there}`) ?? speak(language, isLocale(there) ? there : language);
  known.set(`${language} ${there}`, made);
  return made;
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
