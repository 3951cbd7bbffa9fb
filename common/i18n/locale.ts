import { onDemand, roughNumbers, wholeNumbers } from './formats.ts';
import { shortAge } from './short-times.ts';
import { wordsIn, type Language, type Words } from './words.ts';

/** Seconds per unit of ages and durations. */
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const WEEK_SECONDS = 7 * DAY_SECONDS;
const MONTH_SECONDS = 30 * DAY_SECONDS;
const YEAR_SECONDS = 365 * DAY_SECONDS;

/** Units of ages, each with the number of seconds up to which it is used. */
const AGE_UNITS = [
  { unit: 'minute', seconds: MINUTE_SECONDS, below: HOUR_SECONDS },
  { unit: 'hour', seconds: HOUR_SECONDS, below: DAY_SECONDS },
  { unit: 'day', seconds: DAY_SECONDS, below: WEEK_SECONDS },
  { unit: 'week', seconds: WEEK_SECONDS, below: MONTH_SECONDS },
  { unit: 'month', seconds: MONTH_SECONDS, below: YEAR_SECONDS },
  { unit: 'year', seconds: YEAR_SECONDS, below: Infinity },
] as const;

/** Ages below this many seconds are shown as "just now". */
const JUST_NOW_SECONDS = 45;

/** From this age on, in ms, the shortest form is a date. */
const DATED_FROM_MS = 10 * DAY_SECONDS * 1000;

/** Durations of at least this many hours are shown in days. */
const HOURS_TOLD_AS_DAYS = 48;

/** Period within which a weekday alone is unambiguous: the same weekday is a week away. */
const WEEKDAYS_TELL_MS = 6 * DAY_SECONDS * 1000;

/** A Sunday, from which `weekday` counts. */
const SUNDAY = { year: 2023, month: 0, day: 1 };

/** Formatting in a language and region: texts from the catalogue; numbers, dates and ages by `Intl`. */
export interface Locale {
  language: Language;
  /** Language with region, for `Intl`: date and number formats differ within a language. */
  tag: string;
  words: Words;
  /** `1,390` or `1.390`. */
  number(value: number): string;
  /** Rounded to two significant digits: `1,400`. */
  roughly(value: number): string;
  /** `62 %`; `share` is from 0 to 1. */
  percent(share: number): string;
  /** `+10`, `−2`, with a true minus sign. */
  signed(change: number): string;
  /** Age of a date ("5 minutes ago"). A future date (clocks differ slightly) counts as now. `now` in ms. */
  age(date: Date, now: number): string;
  /** Short duration, from seconds: whole seconds, minutes or, from two days on, days, rounded up. */
  duration(seconds: number): string;
  /** Time remaining, as `duration`; undefined once it has passed. `now` in ms. */
  until(at: Date, now: number): string | undefined;
  /** Future time: the hour if it is today, otherwise with the weekday, or from a week on with the date. `now` in ms. */
  clockTime(at: Date, now: number): string;
  /** Full date and time, for a tooltip. */
  fullDate(date: Date): string;
  /** Date without time: "20 Nov 2026". */
  date(date: Date): string;
  /** Age in its shortest form: "now", "12m", "5h", "2d", and from ten days on the date, "29 Oct". `now` in ms. */
  shortAge(date: Date, now: number): string;
  /** Name of a weekday by its number, 0 for Sunday. */
  weekday(number: number, style: 'long' | 'short'): string;
  /** "a, b and c". */
  list(items: readonly string[]): string;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

type NumberFormats = Pick<Locale, 'number' | 'roughly' | 'percent' | 'signed'>;
type DurationFormats = Pick<Locale, 'age' | 'shortAge' | 'duration' | 'until'>;
type DateFormats = Pick<Locale, 'clockTime' | 'fullDate' | 'date' | 'weekday'>;

function numberFormats(tag: string): NumberFormats {
  const number = wholeNumbers(tag);
  const share = onDemand(() => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 }));
  return {
    number,
    roughly: roughNumbers(tag),
    percent: (part) => share().format(part),
    signed: (change) => (change < 0 ? `−${number(-change)}` : `+${number(change)}`),
  };
}

/** Returns the number of midnights between two dates; rounded, because a day with a clock change has 23 or 25 hours. */
const daysBetween = (earlier: Date, later: Date): number =>
  Math.round((startOfDay(later) - startOfDay(earlier)) / (1000 * DAY_SECONDS));

function durationFormats(tag: string, words: Words): DurationFormats {
  const relative = onDemand(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'long' }));
  const dayAndMonth = onDemand(() => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }));
  const duration = (length: number): string => {
    const seconds = Math.ceil(length);
    if (seconds < 2 * MINUTE_SECONDS) return words('time.seconds', { seconds });
    const minutes = Math.ceil(seconds / MINUTE_SECONDS);
    if (minutes < 60) return words('time.minutes', { minutes });
    const hours = Math.floor(minutes / 60);
    if (hours >= HOURS_TOLD_AS_DAYS) return words('time.days', { count: Math.round(hours / 24) });
    const rest = minutes % 60;
    return rest === 0 ? words('time.hours', { hours }) : words('time.hoursAndMinutes', { hours, minutes: rest });
  };
  return {
    duration,
    age(date, now) {
      const age = Math.max(0, Math.floor((now - date.getTime()) / 1000));
      if (age < JUST_NOW_SECONDS) return words('time.justNow');
      const { unit, seconds } = AGE_UNITS.find(({ below }) => age < below)!;
      // Days are calendar days, as in the headings: on a Tuesday, an item from Sunday is two days old.
      const count = unit === 'day' ? daysBetween(date, new Date(now)) : Math.floor(age / seconds);
      return relative().format(-Math.max(1, count), unit);
    },
    shortAge(date, now) {
      const age = now - date.getTime();
      return age >= DATED_FROM_MS ? dayAndMonth().format(date) : shortAge(age, words);
    },
    until(at, now) {
      const seconds = Math.ceil((at.getTime() - now) / 1000);
      return seconds <= 0 ? undefined : duration(seconds);
    },
  };
}

function dateFormats(tag: string): DateFormats {
  const dates = (options: Intl.DateTimeFormatOptions) => onDemand(() => new Intl.DateTimeFormat(tag, options));
  const timeOfDay = dates({ hour: '2-digit', minute: '2-digit' });
  const dayAndTime = dates({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const dateAndTime = dates({ dateStyle: 'medium', timeStyle: 'short' });
  const dateOnly = dates({ dateStyle: 'medium' });
  const weekdays = {
    long: dates({ weekday: 'long', timeZone: 'UTC' }),
    short: dates({ weekday: 'short', timeZone: 'UTC' }),
  };
  return {
    clockTime: (at, now) =>
      (new Date(now).toDateString() === at.toDateString()
        ? timeOfDay
        : at.getTime() - now < WEEKDAYS_TELL_MS
          ? dayAndTime
          : dateAndTime)().format(at),
    fullDate: (date) => dateAndTime().format(date),
    date: (date) => dateOnly().format(date),
    weekday: (number, style) =>
      weekdays[style]().format(new Date(Date.UTC(SUNDAY.year, SUNDAY.month, SUNDAY.day + number))),
  };
}

function createLocale(language: Language, tag: string): Locale {
  const words = wordsIn(language);
  const conjunction = onDemand(() => new Intl.ListFormat(tag, { type: 'conjunction' }));
  return {
    language,
    tag,
    words,
    ...numberFormats(tag),
    ...durationFormats(tag, words),
    ...dateFormats(tag),
    list: (items) => conjunction().format(items),
  };
}

const LOCALES = new Map<string, Locale>();

/**
 * Returns the locale of a language, with the region of a tag (`en-GB`). A missing or malformed tag, or one of another
 * language, yields the language without a region.
 */
export function localeOf(language: Language, wanted?: string): Locale {
  const isOfLanguage = wanted !== undefined && wanted.toLowerCase().split(/[-_]/)[0] === language;
  const tag = isOfLanguage ? wanted.replaceAll('_', '-') : language;
  const key = `${language} ${tag}`;
  const made = LOCALES.get(key) ?? createLocale(language, isWellFormed(tag) ? tag : language);
  LOCALES.set(key, made);
  return made;
}

function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
