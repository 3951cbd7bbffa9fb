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

/** Steps of a curve, one after the other. */
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

const RANGE_DAYS = { '7-days': 7, '30-days': 30, year: 365 };

/** From this many days on a point stands for a week: more would be neither drawn nor read. */
const MAX_DAYS = 800;
/** More lines than this are read by nobody. */
const MAX_LINES = 62;
/**
 * Nobody ever has less. What a network does not tell of the past, as the points that down votes cost the voter, would
 * have the curve begin below.
 */
const MIN_REPUTATION = 1;
/** A curve of one point is none: where less is known, the days before it are shown as they must have been. */
const MIN_DAYS = 7;

/** Local midnight of a day, `days` later. Built from its parts, because not every day has 24 hours. */
export function localDay(at: number, days = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

/**
 * The curve of some sites together, in days or weeks of the local clock, up to `now`. It is drawn backwards from what
 * the network says now, so it is right today whatever is missing in the past: each value is the one before plus its
 * change, but for those that would be too low.
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

/** The changes of some sites in steps that begin then, with the value at the end of each. */
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

/** What a site's changes add up to in each step. */
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

/** The local days from one to another. */
function beginnings(from: number, to: number): number[] {
  const begins = [from];
  for (let day = 1; ; day++) {
    const next = localDay(from, day);
    if (next > to) return begins;
    begins.push(next);
  }
}

/** Whether a step begins with a day: the first day begins one in any case. */
const isMonday = (day: number, at: number): boolean => at === 0 || new Date(day).getDay() === 1;
const isFirstOfMonth = (day: number, at: number): boolean => at === 0 || new Date(day).getDate() === 1;
