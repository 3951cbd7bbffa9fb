/** Seconds in each unit that ages and countdowns are told in. */
const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = 30 * day;
const year = 365 * day;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });

/** How long ago, in words ("5 minutes ago"). A date in the future, from a clock that differs a little, counts as now. */
export function ageInWords(date: Date, now: number): string {
  const seconds = Math.max(0, Math.floor((now - date.getTime()) / 1000));
  if (seconds < 45) return 'just now';
  if (seconds < hour) return relative.format(-Math.max(1, Math.floor(seconds / minute)), 'minute');
  if (seconds < day) return relative.format(-Math.floor(seconds / hour), 'hour');
  if (seconds < week) return relative.format(-Math.floor(seconds / day), 'day');
  if (seconds < month) return relative.format(-Math.floor(seconds / week), 'week');
  if (seconds < year) return relative.format(-Math.floor(seconds / month), 'month');
  return relative.format(-Math.floor(seconds / year), 'year');
}

/** How long until, short ("34 s", "12 min", "3 h 5 min"); "now" once it is due. */
export function countdown(at: Date, now: number): string {
  const seconds = Math.ceil((at.getTime() - now) / 1000);
  return seconds <= 0 ? 'now' : duration(seconds);
}

/** A length of time, short, rounded up to whole seconds, minutes or, from two days on, days. */
export function duration(length: number): string {
  const seconds = Math.ceil(length);
  if (seconds < 2 * minute) return `${seconds} s`;
  const minutes = Math.ceil(seconds / minute);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.round(hours / 24)} days`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

const timeOfDay = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const wholeDate = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A time to come: the hour when it is today, with the day of the week otherwise. */
export function clockTime(at: Date, now: number): string {
  return new Date(now).toDateString() === at.toDateString() ? timeOfDay.format(at) : dayAndTime.format(at);
}

/** The whole date, for a tooltip. */
export function fullDate(date: Date): string {
  return wholeDate.format(date);
}
