import { describe, expect, it } from 'vitest';
import {
  findings,
  leftBehind,
  leftByNights,
  slopeOf,
  type Measure,
  type Night,
  type Sample,
} from '../../../bench/life/growth.ts';
import { median } from '../../../bench/support/figures.ts';
import { createRandom } from '../../../sandbox/world/random.ts';

const WEEK_HOURS = 168;
const night = { from: 62, to: 70 };

/** A week in which nothing grows after its first day, and all wavers. */
function calmWeek(seed = 1): Sample[] {
  const { fraction } = createRandom(seed);
  const around = (middle: number, by: number) => middle + (2 * fraction() - 1) * by;
  return Array.from({ length: WEEK_HOURS / 2 }, (_, index) => ({
    hours: 2 * (index + 1),
    heap_mb: around(index < 12 ? 30 + index / 3 : 34, 0.8),
    external_mb: around(11, 0.1),
    rss_mb: around(index < 12 ? 160 + index * 4 : 210, 8),
    handles: 4,
    file_descriptors: Math.round(around(32, 2)),
    wake_ups_per_hour: around(190, 15),
    history_mb: 4 + index * 0.01,
    log_mb: 0.001 * index,
    settings_kb: 1.07,
  }));
}

/** The same week with something that grows by this much an hour. */
const leaking = (measure: keyof Sample, perHour: number): Sample[] =>
  calmWeek().map((sample) => ({ ...sample, [measure]: sample[measure] + sample.hours * perHour }));

/** Measures that are found to grow. */
const growing = (samples: Sample[], nights: Night[] = []) =>
  findings(samples, nights).flatMap((finding) => /^(\w+) grows by/.exec(finding)?.[1] ?? []);

/** Each measure with a leak an hour, what leaks so, and a step that a run must not leave. */
const LIMITS: [measure: Measure, perHour: number, what: string, step: number][] = [
  ['heap_mb', 0.03, 'two kilobytes with each of the fifteen requests of an hour', 8],
  ['external_mb', 0.03, 'a small buffer with each request', 3],
  ['rss_mb', 0.5, 'memory outside the heap', 250],
  ['handles', 0.05, 'a timer a day that is never cleared', 2],
  ['file_descriptors', 0.05, 'a file a day that stays open', 8],
  ['wake_ups_per_hour', 0.25, 'a loop that is started once more every ten hours', 50],
  ['history_mb', 0.1, 'rows that nobody needs', 20],
  ['log_mb', 0.05, 'a line too many', 3],
  ['settings_kb', 0.05, 'a setting that is never removed', 2],
];

describe('what grows while Askbell runs', () => {
  it.each(LIMITS)('is %s where it leaks %d an hour: %s', (measure, perHour) => {
    expect(growing(leaking(measure, perHour))).toEqual([measure]);
  });

  it('is not what one bad night does to the samples', () => {
    const week = calmWeek().map((sample) =>
      sample.hours > night.from && sample.hours < night.to ? { ...sample, heap_mb: 400, rss_mb: 900 } : sample,
    );
    expect(growing(week)).toEqual([]);
    expect(Math.abs(leftBehind(week, night, 'heap_mb')!)).toBeLessThan(1);
  });

  it('is not the step that a bad night leaves, and is found on either side of it', () => {
    const stepped = (perHour: number) =>
      calmWeek().map((sample) => ({
        ...sample,
        rss_mb: sample.rss_mb + (sample.hours > night.from ? 250 : 0) + sample.hours * perHour,
      }));
    expect(growing(stepped(0), [night])).toEqual([]);
    expect(growing(stepped(0.5), [night])).toEqual(['rss_mb']);
  });
});

describe('what a run is found to have', () => {
  /** A week that has this much more of a measure from some hour on. */
  const stepped = (measure: Measure, by: number, at: number): Sample[] =>
    calmWeek().map((sample) => (sample.hours < at ? sample : { ...sample, [measure]: sample[measure] + by }));

  it.each([1, 2, 3, 4, 5])('is nothing in a calm week (%i)', (seed) => {
    expect(findings(calmWeek(seed), [night])).toEqual([]);
    expect(findings(calmWeek(seed), [])).toEqual([]);
  });

  it.each(LIMITS)('is a step of %s, in a bad night and at any other time', (measure, _perHour, _what, by) => {
    expect(findings(stepped(measure, by, 66), [night]).join('\n')).toContain(`a bad night left`);
    const between = findings(stepped(measure, by, 110), [night]);
    expect(between.join('\n')).toContain(`of ${measure}`);
    expect(findings(stepped(measure, by, 66), []).join('\n')).toContain(`the run left`);
  });

  it('says nothing of nights that were not measured', () => {
    expect(leftByNights(calmWeek(), [{ from: 160, to: 168 }])).toBeUndefined();
    expect(leftByNights(calmWeek(), [{ from: 150, to: 158 }])).toMatchObject({ handles: 0 });
    expect(leftByNights(calmWeek(), [])).toBeUndefined();
    expect(leftByNights(calmWeek(), [night])).toMatchObject({ handles: 0, settings_kb: 0 });
  });
});

it('of no points, or of one, is none', () => {
  expect([slopeOf([]), slopeOf([[1, 2]]), median([1, 2])]).toEqual([0, 0, 1.5]);
});
