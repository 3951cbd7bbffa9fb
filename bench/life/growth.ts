import { median } from '../support/figures.ts';

/**
 * How much each may grow a day, once it has warmed up: about twice what measured weeks grow by. The history grows with
 * what was received (0.08 MB a day), the log with what went wrong (0.024); the heap with code that V8 compiles
 * (six sevenths of it) and with tables that still learn, of tags and of titles (0.14 to 0.34), and the process with the
 * heap (0.7). Handles, files and settings do not grow at all, and wake-ups waver by less than two an hour: what is
 * allowed is less than one more in ten days, or that wavering.
 *
 * And how much a bad night may leave. Measured were up to 2.7 MB in the heap, 5 MB of the process, 0.9 MB of history
 * and 0.04 MB of log; files and wake-ups waver by two and by nine. On a machine that is busy with others, garbage waits
 * longer, and the process keeps more.
 */
const LIMITS = {
  /** After a collection of garbage. */
  heap_mb: { perDay: 0.37, left: 4 },
  /** Buffers outside the heap. */
  external_mb: { perDay: 0.05, left: 1 },
  rss_mb: { perDay: 4, left: 50 },
  /** Timers, sockets and the like that are open. */
  handles: { perDay: 0.05, left: 0.5 },
  file_descriptors: { perDay: 0.1, left: 2 },
  /** Timers that fired, an hour, since the sample before. */
  wake_ups_per_hour: { perDay: 2, left: 15 },
  history_mb: { perDay: 0.2, left: 3 },
  log_mb: { perDay: 0.05, left: 0.2 },
  settings_kb: { perDay: 0.05, left: 0.1 },
};
export type Measure = keyof typeof LIMITS;
const MEASURES = Object.keys(LIMITS) as Measure[];
/** What is looked at now and then while Askbell runs, and the driven hours since the start. */
export type Sample = Record<Measure | 'hours', number>;

/** Returns a figure of each measure. */
const ofEach = (figure: (measure: Measure) => number) =>
  Object.fromEntries(MEASURES.map((measure) => [measure, figure(measure)])) as Record<Measure, number>;

/** How long a run warms up: caches and code are filled after that. */
const WARM_UP_HOURS = 24;
/** How many samples are compared: more tell nothing more, and the time grows with their square. */
const MAX_SAMPLES = 400;

type Point = readonly [x: number, y: number];

/**
 * The slope of points by Theil and Sen: the median of the slopes between any two of the same stretch. A few that lie
 * far off do not move it. 0 where there are fewer than two.
 */
export function slopeOf(...stretches: readonly (readonly Point[])[]): number {
  const every = Math.ceil(stretches.reduce((sum, { length }) => sum + length, 0) / MAX_SAMPLES);
  const slopes = stretches.flatMap((points) => {
    const some = points.filter((_, index) => index % every === 0);
    return some.flatMap(([x, y], index) =>
      some.slice(index + 1).flatMap(([otherX, otherY]) => (otherX === x ? [] : [(otherY - y) / (otherX - x)])),
    );
  });
  return slopes.length === 0 ? 0 : median(slopes);
}

/** Nights in which the network answers badly, in driven hours from the start. */
export interface Night {
  from: number;
  to: number;
}

/** Whether an hour is in one of the nights. */
export const isWithin = (nights: readonly Night[], hour: number): boolean =>
  nights.some(({ from, to }) => hour >= from && hour < to);

/** How long before a night each measure is looked at, and when after it. */
const BEFORE_HOURS = 24;
const REST_HOURS = 4;
const AFTER_HOURS = 24;
/** How many samples each side of a night must have to tell what the night left. */
const MIN_SAMPLES = 3;

/**
 * How much each measure grows a day after the warm-up (half of a run that is too short for it), in the stretches
 * between bad nights: what a night leaves behind is a step, which `leftBehind` tells.
 */
export function growthPerDay(samples: readonly Sample[], nights: readonly Night[] = []): Record<Measure, number> {
  const from = Math.min(WARM_UP_HOURS, (samples.at(-1)?.hours ?? 0) / 2);
  const begins = [from, ...nights.map(({ to }) => to + REST_HOURS)];
  const ends = [...nights.map((night) => night.from), Infinity];
  const stretches = begins.map((begin, index) =>
    samples.filter(({ hours }) => hours > Math.max(begin, from) && hours < ends[index]!),
  );
  return ofEach((measure) =>
    slopeOf(...stretches.map((stretch) => stretch.map((sample) => [sample.hours / 24, sample[measure]] as const))),
  );
}

/** A measure's median between two moments, in driven hours; undefined where too few samples are there. */
function medianBetween(samples: readonly Sample[], of: Measure, from: number, to: number): number | undefined {
  const measured = samples.filter(({ hours }) => hours >= from && hours < to).map((sample) => sample[of]);
  return measured.length < MIN_SAMPLES ? undefined : median(measured);
}

/** How much more the second is; undefined where one is. */
const more = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before;

/** A measure after a bad night less that before it: what the night left behind. Undefined without samples. */
export const leftBehind = (samples: readonly Sample[], { from, to }: Night, of: Measure): number | undefined =>
  more(
    medianBetween(samples, of, from - BEFORE_HOURS, from),
    medianBetween(samples, of, to + REST_HOURS, to + REST_HOURS + AFTER_HOURS),
  );

/** The most that any of the nights left of each measure; undefined where none could be measured. */
export function leftByNights(
  samples: readonly Sample[],
  nights: readonly Night[],
): Record<Measure, number> | undefined {
  const measured = nights.filter((night) => leftBehind(samples, night, 'heap_mb') !== undefined);
  if (measured.length === 0) return undefined;
  return ofEach((measure) => Math.max(...measured.map((night) => leftBehind(samples, night, measure)!)));
}

/** How much more the last day has than the day after the warm-up; undefined if the run is too short for both. */
function leftByRun(samples: readonly Sample[], of: Measure): { left: number; days: number } | undefined {
  const end = samples.at(-1)?.hours ?? 0;
  if (end < WARM_UP_HOURS + BEFORE_HOURS + AFTER_HOURS) return undefined;
  const before = medianBetween(samples, of, WARM_UP_HOURS, WARM_UP_HOURS + BEFORE_HOURS);
  const left = more(before, medianBetween(samples, of, end - AFTER_HOURS, Infinity));
  return left === undefined ? undefined : { left, days: (end - AFTER_HOURS - WARM_UP_HOURS) / 24 };
}

/**
 * What is wrong with a run, in words: a slope; what a bad night left; and what the whole run left, because a step
 * between the nights does not show in a slope, which ignores values that lie far off.
 */
export function findings(samples: readonly Sample[], nights: readonly Night[]): string[] {
  const growth = growthPerDay(samples, nights);
  const left = leftByNights(samples, nights);
  return MEASURES.flatMap((measure) => {
    const { perDay, left: step } = LIMITS[measure];
    const byNight = left?.[measure] ?? 0;
    const run = leftByRun(samples, measure);
    // Each night may leave its share.
    const mostOfRun = step * Math.max(1, nights.length) + perDay * (run?.days ?? 0);
    return [
      growth[measure] > perDay && `${measure} grows by ${growth[measure].toFixed(2)} a day, over ${perDay}`,
      byNight > step && `a bad night left ${byNight.toFixed(2)} of ${measure}, over ${step}`,
      run && run.left > mostOfRun && `the run left ${run.left.toFixed(2)} of ${measure}, over ${mostOfRun.toFixed(2)}`,
    ].filter((finding) => typeof finding === 'string');
  });
}
