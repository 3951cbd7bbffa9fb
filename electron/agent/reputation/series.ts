import type { DatedChange } from '../../store/reputation/reputation-history.ts';

/** The changes of one site that a curve is drawn from. Times are ms since the epoch. */
export interface SiteChanges {
  /** What the network says now. */
  reputation: number;
  /** The oldest first; all there are since `knownSince`. */
  changes: DatedChange[];
  /** Changes before then are not known; -Infinity where all are. */
  knownSince: number;
}

export type SeriesRange = '7-days' | '30-days' | 'year' | 'all';

/** The points of a curve, one after the other. */
interface Points {
  begins: number[];
  values: number[];
  changes: number[];
}

export interface Series extends Points {
  step: 'day' | 'week';
  /** The same by calendar month, where the steps are too many to be read as a table. */
  months?: Points | undefined;
  knownSince?: number | undefined;
}

/** The days of a range, today included. */
const RANGE_DAYS = { '7-days': 7, '30-days': 30, year: 365 };

/** Above this many days each point stands for a week, because more points can be neither drawn nor read. */
const MAX_DAYS = 800;
/** A table with more lines than this is not read, so it is made by month. */
const MAX_LINES = 62;
/**
 * Nobody ever has less. The curve would begin below where a network leaves changes out, such as the points that down
 * votes cost the voter.
 */
const MIN_REPUTATION = 1;
/** The shortest curve: where the first change is later, the days before it are shown too. */
const MIN_DAYS = 7;

/** Local midnight of the day that is `days` later. It is made of year, month and day: not every day has 24 hours. */
export function localDay(at: number, days = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/**
 * The curve of some sites together, in days or weeks of the local clock, up to `now`. It is computed backwards from the
 * network's present total, so today's value is right whatever is missing in the past. Each value is the one before plus
 * its change; values that would be below `MIN_REPUTATION` are raised to it.
 */
export function reputationSeries(sites: SiteChanges[], range: SeriesRange, now: number): Series {
  const knownSince = Math.max(-Infinity, ...sites.map((site) => site.knownSince));
  const oldest = Math.min(now, ...sites.map(({ changes }) => changes[0]?.onDate ?? now));
  const wanted = range === 'all' ? Math.min(oldest, localDay(now, 1 - MIN_DAYS)) : localDay(now, 1 - RANGE_DAYS[range]);
  const from = localDay(Math.min(now, Math.max(wanted, knownSince)));
  const days = beginnings(from, now);
  const step = days.length > MAX_DAYS ? 'week' : 'day';
  const curve = addedUp(sites, step === 'week' ? days.filter(isMonday) : days);
  return {
    step,
    ...curve,
    ...(curve.begins.length > MAX_LINES && { months: addedUp(sites, days.filter(isFirstOfMonth)) }),
    ...(knownSince > wanted && { knownSince: Math.min(now, knownSince) }),
  };
}

/** The changes of some sites in each step, and the value at its end. `begins`: where the steps begin. */
function addedUp(sites: SiteChanges[], begins: number[]): Points {
  const changes = begins.map(() => 0);
  const values = begins.map(() => 0);
  for (const site of sites) {
    const here = changesIn(site, begins);
    let value = site.reputation;
    for (let at = begins.length - 1; at >= 0; at--) {
      changes[at]! += here[at]!;
      values[at]! += Math.max(value, Math.min(MIN_REPUTATION, site.reputation));
      value -= here[at]!;
    }
  }
  return { begins, values, changes };
}

/** The sum of a site's changes in each step. */
function changesIn(site: SiteChanges, begins: number[]): number[] {
  const sums = begins.map(() => 0);
  let at = 0;
  for (const { onDate, change } of site.changes) {
    if (onDate < begins[0]!) continue;
    while (at + 1 < begins.length && onDate >= begins[at + 1]!) at++;
    sums[at]! += change;
  }
  return sums;
}

/** Where each local day begins, from one time to another; the first begins at `from`. */
function beginnings(from: number, to: number): number[] {
  const begins = [from];
  for (let day = 1; ; day++) {
    const next = localDay(from, day);
    if (next > to) return begins;
    begins.push(next);
  }
}

/** Whether a week begins with this day. The first day always begins one. */
const isMonday = (day: number, at: number): boolean => at === 0 || new Date(day).getDay() === 1;
const isFirstOfMonth = (day: number, at: number): boolean => at === 0 || new Date(day).getDate() === 1;
