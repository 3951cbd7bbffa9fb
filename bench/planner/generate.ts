import { DEFAULT_NEWS_VALUE } from '../../electron/agent/scheduler/forecast/rate-learner.ts';
import { createRandom, type Random } from '../../sandbox/world/random.ts';
import { DAY_S, makeTrace, type Trace, type TraceStream } from './replay/trace.ts';

/** Parameters of generated days. */
export interface World {
  warmupDays: number;
  days: number;
}

/**
 * Questions in the busiest hour of the day, of the rarest tag, of the second busiest, and of the busiest: one tag
 * towers over all others, as on real sites.
 */
const RAREST_TAG_PER_HOUR = 0.01;
const SECOND_BUSIEST_TAG_PER_HOUR = 40;
const BUSIEST_TAG_PER_HOUR = 400;
const TAG_COUNT = 25;
/** A tag is worth at most this many events an hour: nobody reads every question of the busiest ones. */
const MAX_WORTH_PER_HOUR = 4;
/** Most watches are on the site where the person is at home: 17 tags there, the busiest among them. */
const tagsOnSite = { A: 17, B: 4, C: 3, D: 1 };

/** A week to learn, and 20 days to measure. */
export const USUAL_WORLD: World = { warmupDays: 7, days: 27 };

/** Creates a trace: 25 tags on 4 sites, an inbox that comes in clusters, reputation; all with the hours of the day. */
export function generate(seed: number, { warmupDays, days }: World = USUAL_WORLD): Trace {
  const random = createRandom(seed * 7919 + 17);
  const streams: TraceStream[] = [
    { id: 'inbox', weight: DEFAULT_NEWS_VALUE.inbox },
    { id: 'reputation', weight: DEFAULT_NEWS_VALUE.reputation },
  ];
  const events: { t: number; stream: number }[] = [];
  const end = days * DAY_S;

  const own = dailyCycle(random);
  // 12 a day in clusters: somebody answers, others comment on it within the hour.
  for (const start of happening(random, 12 / 2.5 / DAY_S, own, end)) {
    let t = start;
    do {
      if (t < end) events.push({ t, stream: 0 });
      t += random.span(12 * 60);
    } while (random.chance(1 - 1 / 2.5));
  }
  for (const t of happening(random, 20 / DAY_S, own, end)) events.push({ t, stream: 1 });

  const inOrder = Object.entries(tagsOnSite).flatMap(([site, count]) =>
    Array.from({ length: site === 'A' ? count - 1 : count }, () => site),
  );
  const places = random.some(inOrder, inOrder.length);
  const cycles = new Map(Object.keys(tagsOnSite).map((site) => [site, dailyCycle(random)]));
  for (let tag = 0; tag < TAG_COUNT; tag++) {
    const towering = tag === TAG_COUNT - 1;
    const atBest = towering
      ? BUSIEST_TAG_PER_HOUR
      : RAREST_TAG_PER_HOUR * (SECOND_BUSIEST_TAG_PER_HOUR / RAREST_TAG_PER_HOUR) ** (tag / (TAG_COUNT - 2));
    const site = towering ? 'A' : places[tag]!;
    const cycle = cycles.get(site)!;
    const rate = atBest / cycle.highest;
    streams.push({ id: `${site}:tag-${tag}`, site, tag: `tag-${tag}`, weight: Math.min(1, MAX_WORTH_PER_HOUR / rate) });
    for (const t of happening(random, rate / 3600, cycle, end)) events.push({ t, stream: streams.length - 1 });
  }
  return makeTrace({ streams, warmupDays, days }, events);
}

/** How much busier than on average a moment of the day is: a long day, 4 to 6 times as busy as the night. */
interface Cycle {
  /** Takes seconds of the day; 1 on average. */
  at: (ofDay: number) => number;
  highest: number;
}

function dailyCycle(random: Random): Cycle {
  const ratio = 4 + 2 * random.fraction();
  const noon = (12 + 6 * random.fraction()) * 3600;
  const shape = (ofDay: number) => {
    const wave = Math.cos(((ofDay - noon) / DAY_S) * 2 * Math.PI);
    // Steeper than a wave at dusk and dawn: people go to bed.
    return 1 + (ratio - 1) / (1 + Math.exp(-5 * (wave + 0.1)));
  };
  const steps = Array.from({ length: 240 }, (_, step) => shape((step * DAY_S) / 240));
  const mean = steps.reduce((sum, each) => sum + each, 0) / steps.length;
  return { at: (ofDay) => shape(ofDay) / mean, highest: shape(noon) / mean };
}

/**
 * Moments of a Poisson process whose mean rate (per second) follows the day: drawn at the highest rate, then thinned.
 */
function* happening(random: Random, rate: number, { at, highest }: Cycle, end: number): Generator<number> {
  for (let t = random.span(1 / (rate * highest)); t < end; t += random.span(1 / (rate * highest))) {
    if (random.fraction() * highest < at(t % DAY_S)) yield t;
  }
}
