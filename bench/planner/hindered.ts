import {
  SAME_REQUEST_FLOOR_S,
  leastDelay,
  ITEMS_PER_PAGE,
  pagesOf,
  ratesByHour,
  valueOfADay,
  type Cell,
} from './bound.ts';
import { byHour, joined, outside, type Stretch } from './stretches.ts';
import { DAY_S, type Trace } from './replay/trace.ts';
import type { Backoff } from './replay/trace-network.ts';

/** What stood in the way of every plan; times in seconds of the trace. */
export interface Hindered {
  /** Seconds of the day at which the quota is counted anew. */
  resetAt: number;
  /** Quota days that are measured, counted from the first reset. */
  days: Stretch;
  /** When requests were lost: others took them, or they were refused and told nothing. */
  lostAt: number[];
  /** While the machine slept; in order. */
  asleep: Stretch[];
  /** Pauses that the network asked for, of one group or of all. */
  backoffs: { from: number; to: number; group?: string | undefined }[];
}

/**
 * What happened in a replay, as it stood in the way of every plan. A refusal, after which all methods pause, took a
 * request.
 */
export function hinderedBy(
  trace: Trace,
  {
    resetAt,
    backoffs,
    asleep,
    stolenAt,
  }: { resetAt: number; backoffs: Backoff[]; asleep: Stretch[]; stolenAt: number[] },
): Hindered {
  return {
    resetAt,
    days: wholeDays(resetAt, trace),
    asleep,
    lostAt: [...stolenAt, ...backoffs.flatMap(({ from, method }) => (method === undefined ? [from] : []))],
    backoffs: backoffs.flatMap(({ from, to, method }) =>
      method === undefined ? [{ from, to }] : groupsOf(method, trace).map((group) => ({ from, to, group })),
    ),
  };
}

/** What cannot be asked for while a method pauses: nothing where another method tells the same. */
function groupsOf(method: string, { groups }: Trace): string[] {
  if (method === '/inbox') return ['inbox'];
  if (method === '/users/{ids}/reputation-history') return ['reputation'];
  return method === '/questions' ? groups.filter((group) => group.startsWith('site ')) : [];
}

/**
 * The bound where things go wrong: for each day of the quota the best plan for what was really left of it, in the time
 * the machine was really awake, as if sleep, losses and pauses had been known beforehand (the events are not). It
 * supposes no more than what no plan can help:
 * - nothing is asked while the machine sleeps, and nothing spent; a delay counts only the time it is awake, so that
 *   what happens meanwhile can be told on waking for nothing, save for the pages beyond the first that it fills;
 * - in a pause of L awake seconds a group is polled at most once, as if L were its shortest interval;
 * - what others took or a refusal cost is not there to be spent, and no day lends to another.
 */
export function hinderedBound(trace: Trace, requestsPerDay: number, hindered: Hindered): number {
  const {
    resetAt,
    days: [first, last],
    lostAt,
    asleep,
  } = hindered;
  const rates = ratesByHour(trace);
  const silent = trace.groups.map((group) =>
    joined(
      hindered.backoffs
        .filter((each) => each.group === undefined || each.group === group)
        .map(({ from, to }): Stretch => [from, to]),
    ),
  );
  let delay = 0;
  for (let which = first; which < last; which++) {
    const today: Stretch = [resetAt + which * DAY_S, resetAt + (which + 1) * DAY_S];
    const lost = lostAt.filter((at) => at >= today[0] && at < today[1]).length;
    const overflow = asleep
      .filter(([, woke]) => woke >= today[0] && woke < today[1])
      .reduce((sum, sleep) => sum + pagesOnWaking(rates.events, sleep), 0);
    const cells = trace.groups.flatMap((_, group) =>
      cellsOf(
        { value: rates.value[group]!, events: rates.events[group]! },
        outside(asleep, today),
        silent[group]!,
        asleep,
      ),
    );
    delay += leastDelay(cells, requestsPerDay - lost - overflow);
  }
  return delay / ((last - first) * valueOfADay(rates.value));
}

/** A group's cells of one day of the quota: hour by hour what is free, and each pause. */
function cellsOf(
  { value, events }: { value: Float64Array; events: Float64Array },
  awake: Stretch[],
  silent: Stretch[],
  asleep: Stretch[],
): Cell[] {
  const cells = new Map<string, Cell>();
  const add = (stretch: Stretch, most: number) => {
    for (const { hour, seconds } of byHour(stretch)) {
      const known = cells.get(`${hour} ${most}`) ?? {
        value: value[hour]!,
        pages: pagesOf(events[hour]!),
        seconds: 0,
        most,
      };
      known.seconds += seconds;
      cells.set(`${hour} ${most}`, known);
    }
  };
  for (const [from, to] of awake) {
    let at = from;
    for (const silence of silent) {
      if (silence[1] <= at || silence[0] >= to) continue;
      const length = total(outside(asleep, silence));
      // The same request has to wait a minute anyway.
      if (length <= SAME_REQUEST_FLOOR_S) continue;
      const [begin, end] = [Math.max(at, silence[0]), Math.min(to, silence[1])];
      add([at, begin], 1 / SAME_REQUEST_FLOOR_S);
      add([begin, end], 1 / length);
      at = end;
    }
    add([at, to], 1 / SAME_REQUEST_FLOOR_S);
  }
  return [...cells.values()];
}

const total = (stretches: Stretch[]): number => stretches.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * Pages that what happened while the machine slept fills, of all groups: without the first of each, which a poll on
 * waking is anyway.
 */
const pagesOnWaking = (events: Float64Array[], slept: Stretch): number =>
  events.reduce(
    (sum, hourly) =>
      sum +
      Math.max(
        0,
        [...byHour(slept)].reduce(
          (filled, { hour, seconds }) => filled + (hourly[hour]! / ITEMS_PER_PAGE) * seconds,
          0,
        ) - 1,
      ),
    0,
  );

/** The days of the quota that lie whole within the days that are measured. */
export function wholeDays(resetAt: number, { warmupDays, days }: Pick<Trace, 'warmupDays' | 'days'>): Stretch {
  return [Math.ceil(warmupDays - resetAt / DAY_S), Math.floor(days - resetAt / DAY_S)];
}
