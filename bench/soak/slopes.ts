/** What is looked at now and then while Askbell runs. */
export interface Sample {
  /** Driven hours since the start. */
  hours: number;
  /** After a collection of garbage. */
  heap_mb: number;
  /** Buffers outside the heap. */
  external_mb: number;
  rss_mb: number;
  /** Timers, sockets and the like that are open. */
  handles: number;
  file_descriptors: number;
  /** Timers that fired, an hour, since the sample before. */
  wake_ups_per_hour: number;
  history_mb: number;
  log_mb: number;
  settings_kb: number;
}
export type Measure = Exclude<keyof Sample, 'hours'>;

/**
 * How much each may grow a day, once it has warmed up. What was received is kept for ever, so the history grows with
 * it: a kilobyte or two for each thing. Nothing else has a reason to grow; what is allowed is what measuring wavers by.
 */
export const MAX_GROWTH_PER_DAY: Record<Measure, number> = {
  heap_mb: 0.4,
  external_mb: 0.4,
  rss_mb: 6,
  handles: 0.5,
  file_descriptors: 0.5,
  wake_ups_per_hour: 3,
  history_mb: 1.5,
  log_mb: 0.5,
  settings_kb: 0.5,
};

/** What is filled at first, caches and code, is full after that. */
const WARM_UP_HOURS = 24;
/** More samples say nothing more, and take the square of their number. */
const MAX_SAMPLES = 400;

/** The middle one, or what lies between the two middle ones; 0 of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length === 0 ? 0 : (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}

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
  return median(slopes);
}

/** Nights in which the network answers badly, in driven hours from the start. */
export interface FaultNight {
  from: number;
  to: number;
}

/** How long before a night the heap is looked at, and when after it. */
const BEFORE_HOURS = 24;
const REST_HOURS = 4;
const AFTER_HOURS = 24;

/**
 * How much each measure grows a day after the warm-up (half of a run that is too short for it), in the stretches
 * between bad nights: what a night leaves behind is a step, which `leftBehind` tells.
 */
export function growthPerDay(samples: readonly Sample[], nights: readonly FaultNight[] = []): Record<Measure, number> {
  const from = Math.min(WARM_UP_HOURS, (samples.at(-1)?.hours ?? 0) / 2);
  const begins = [from, ...nights.map(({ to }) => to + REST_HOURS)];
  const ends = [...nights.map((night) => night.from), Infinity];
  const stretches = begins.map((begin, index) =>
    samples.filter(({ hours }) => hours > Math.max(begin, from) && hours < ends[index]!),
  );
  const slope = (measure: Measure) =>
    slopeOf(...stretches.map((stretch) => stretch.map((sample) => [sample.hours / 24, sample[measure]] as const)));
  const measures = Object.keys(MAX_GROWTH_PER_DAY) as Measure[];
  return Object.fromEntries(measures.map((measure) => [measure, slope(measure)])) as Record<Measure, number>;
}

/** The measures that grow faster than they may. */
export const growing = (growth: Record<Measure, number>): Measure[] =>
  (Object.keys(MAX_GROWTH_PER_DAY) as Measure[]).filter((measure) => growth[measure] > MAX_GROWTH_PER_DAY[measure]);

/** A measure after a bad night less that before it: what the night left behind. Undefined without samples. */
export function leftBehind(samples: readonly Sample[], { from, to }: FaultNight, of: Measure): number | undefined {
  const measured = (least: number, most: number) =>
    samples.filter(({ hours }) => hours >= least && hours < most).map((sample) => sample[of]);
  const before = measured(from - BEFORE_HOURS, from);
  const after = measured(to + REST_HOURS, to + REST_HOURS + AFTER_HOURS);
  return before.length > 0 && after.length > 0 ? median(after) - median(before) : undefined;
}
