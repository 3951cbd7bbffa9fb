import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../../electron/api/errors.ts';
import { bound } from '../../../bench/planner/bound.ts';
import { createChaos } from '../../../bench/planner/chaos.ts';
import { figures } from '../../../bench/planner/figures.ts';
import { generate } from '../../../bench/planner/generate.ts';
import { hinderedBound, hinderedBy, wholeDays, type Hindered } from '../../../bench/planner/hindered.ts';
import { start } from '../../../bench/planner/replay/replay.ts';
import { createSimClock, type Happening } from '../../../bench/planner/replay/sim-clock.ts';
import type { Stretch } from '../../../bench/planner/stretches.ts';
import { createTraceNetwork } from '../../../bench/planner/replay/trace-network.ts';
import { DAY_S, makeTrace, type Trace } from '../../../bench/planner/replay/trace.ts';

const hour = 3600;
const days = 4;
/** This many events a day of one stream, in even distances. */
function steadily(perDay: number, stream = { id: 'inbox', weight: 1 } as Trace['streams'][number]): Trace {
  const events = Array.from({ length: perDay * days }, (_, index) => ({
    t: ((index + 0.5) * DAY_S) / perDay,
    stream: 0,
  }));
  return makeTrace({ streams: [stream], present: [], warmupDays: 0, days }, events);
}
const everyDay = (from: number, to: number): Stretch[] =>
  Array.from({ length: days }, (_, which): Stretch => [which * DAY_S + from, which * DAY_S + to]);
const unhindered: Hindered = { resetAt: 0, days: [0, days], lostAt: [], asleep: [], backoffs: [] };

describe('the bound where things go wrong', () => {
  const trace = steadily(96);

  it('is the bound where nothing does', () => {
    const generated = generate(4);
    const whole = { ...unhindered, resetAt: 5 * hour, days: wholeDays(5 * hour, generated) };
    expect(hinderedBound(generated, 300, whole) / bound(generated, 300)).toBeCloseTo(1, 6);
  });

  it('spends a day’s requests while the machine is awake, and nothing while it sleeps', () => {
    // 100 in twelve hours: one every 432 s, so 216 s for what happens then, and none for the half that happens in
    // between.
    expect(hinderedBound(trace, 100, { ...unhindered, asleep: everyDay(0, 12 * hour) })).toBeCloseTo(108, 4);
  });

  it('takes the sleep of each day for itself, across midnight as well', () => {
    const once = hinderedBound(trace, 100, { ...unhindered, asleep: [[DAY_S - 6 * hour, DAY_S + 6 * hour]] });
    // Two days of 18 hours awake, two of 24.
    expect(once).toBeCloseTo((0.75 * (18 * hour) + 24 * hour) / 2 / 200, 4);
  });

  it('has of each day what was left of it', () => {
    const lostAt = [...Array.from({ length: 100 }, () => 10), ...Array.from({ length: 50 }, () => 2 * DAY_S + 10)];
    expect(hinderedBound(trace, 200, { ...unhindered, lostAt })).toBeCloseTo((432 + 216 + 288 + 216) / 4, 4);
  });

  it('counts a day from when the quota is full again, and only those that are whole', () => {
    expect(wholeDays(6 * hour, { warmupDays: 1, days: 4 })).toEqual([1, 3]);
    expect(wholeDays(0, { warmupDays: 1, days: 4 })).toEqual([1, 4]);
    const lostAt = [6 * hour - 1, ...Array.from({ length: 100 }, () => DAY_S + 7 * hour)];
    expect(hinderedBound(trace, 200, { ...unhindered, resetAt: 6 * hour, days: [1, 3], lostAt })).toBeCloseTo(
      (432 + 216) / 2,
      4,
    );
  });

  it('asks once at most in a silence, as if that were the shortest interval', () => {
    const backoffs = everyDay(10 * hour, 12 * hour).map(([from, to]) => ({ from, to, group: 'inbox' }));
    // The other 22 hours have 479 requests.
    const expected = ((22 * hour) ** 2 / (2 * 479) + (2 * hour) ** 2 / 2) / DAY_S;
    expect(hinderedBound(trace, 480, { ...unhindered, backoffs })).toBeCloseTo(expected, 4);
    expect(
      hinderedBound(trace, 480, { ...unhindered, backoffs: backoffs.map(({ from, to }) => ({ from, to })) }),
    ).toBeCloseTo(expected, 4);
    expect(
      hinderedBound(trace, 480, { ...unhindered, backoffs: backoffs.map((each) => ({ ...each, group: 'site A' })) }),
    ).toBeCloseTo(90, 4);
  });

  it('is not loosened by backoffs shorter than the interval is anyway, or slept through', () => {
    const backoffs = everyDay(10 * hour, 10 * hour + 170).map(([from, to]) => ({ from, to }));
    expect(hinderedBound(trace, 480, { ...unhindered, backoffs })).toBeCloseTo(90, 4);
    const asleep = everyDay(10 * hour, 14 * hour);
    const without = hinderedBound(trace, 480, { ...unhindered, asleep });
    expect(
      hinderedBound(trace, 480, { ...unhindered, asleep, backoffs: asleep.map(([from, to]) => ({ from, to })) }),
    ).toBeCloseTo(without, 6);
  });

  it('reads on waking the pages that filled meanwhile, the first of which is a poll like any other', () => {
    // Five pages in ten hours: four requests beside those that are shared out over the other fourteen.
    const busy = steadily(1200, { id: 'A:a', weight: 1, site: 'A', tag: 'a' });
    const asleep = everyDay(0, 10 * hour);
    expect(hinderedBound(busy, 104, { ...unhindered, asleep })).toBeCloseTo((14 * hour) ** 2 / (2 * 100) / DAY_S, 4);
  });
});

/**
 * A client with fixed intervals that knows nothing but the rules: it keeps to the quota, to backoffs, and to the pages
 * of a list.
 */
async function fixedIntervals(trace: Trace, requestsPerDay: number, seed: number, intervals: Record<string, number>) {
  const happenings: Happening[] = [];
  const over = Promise.withResolvers<'over'>();
  const end = start + trace.days * DAY_S * 1000;
  const sim = createSimClock(start, end, happenings, () => over.resolve('over'));
  const { clock } = sim;
  const resetAt = 7 * hour;
  const notBefore = new Map<string, number>();
  let allNotBefore = 0;
  const ignored = () => undefined;
  const world = createTraceNetwork({
    trace,
    start,
    truth: clock.truth,
    machine: clock.truth,
    requestsPerDay,
    resetAt,
    sent: ignored,
    answered: ignored,
    interfere: (method) => chaos.interfere(method),
  });
  const chaos = createChaos(seed, requestsPerDay, {
    start,
    end,
    setClock: sim.setClock,
    sleepUntil: sim.sleepUntil,
    woke: ignored,
    steal: world.steal,
    restart: () => Promise.resolve(),
  });
  happenings.push(...chaos.happenings);
  const last = new Map<string, number>();
  const signal = new AbortController().signal;
  /** Gives whether there is more to read now. */
  const ask = async (group: string): Promise<boolean> => {
    const { network } = world;
    const [site, paging] = [group.replace('site ', ''), { pagesize: 100 }];
    const ofSite = group !== 'inbox' && group !== 'reputation';
    const questions = ofSite
      ? await network.questions(
          { site, order: 'asc', fromdate: last.get(group) ?? start / 1000, ...paging },
          { signal },
        )
      : undefined;
    const mine =
      group === 'inbox'
        ? () => network.inbox(paging, { signal })
        : () => network.reputationHistory({ site: 'home', userId: 1, ...paging }, { signal });
    const page = questions ?? (await mine());
    // Who has nothing left waits for the next day.
    if (page.quota?.remaining === 0)
      allNotBefore =
        start +
        (Math.floor((clock.truth() - start) / 1000 / DAY_S - resetAt / DAY_S) + 1) * DAY_S * 1000 +
        resetAt * 1000;
    const alike = !ofSite ? [group] : trace.groups.filter((each) => each.startsWith('site '));
    if (page.backoffUntil !== undefined) for (const each of alike) notBefore.set(each, page.backoffUntil);
    const newest = questions?.items.at(-1);
    // One second on: what else came in the same one is told by the page before it.
    if (newest) last.set(group, newest.creation_date.getTime() / 1000 + 1);
    return ofSite && page.hasMore && page.backoffUntil === undefined && clock.truth() >= allNotBefore;
  };
  const due = new Map(
    trace.groups.map((group, index) => [
      group,
      start + ((index + 0.5) / trace.groups.length) * intervals[group]! * 1000,
    ]),
  );
  const run = async (): Promise<void> => {
    for (;;) {
      const at = (group: string) => Math.max(due.get(group)!, notBefore.get(group) ?? 0, allNotBefore);
      const group = trace.groups.reduce((first, each) => (at(each) < at(first) ? each : first));
      await clock.sleep(Math.max(0, at(group) - clock.truth()) + 1, signal);
      // The machine may have slept on meanwhile, but nothing becomes silent or due while nothing is asked.
      try {
        while (await ask(group));
      } catch (error) {
        if (!(error instanceof NetworkError)) throw error;
        allNotBefore = error.retryAt ?? 0;
      }
      due.set(group, clock.truth() + intervals[group]! * 1000);
    }
  };
  await Promise.race([over.promise, run()]);
  const measured = wholeDays(resetAt, trace);
  const hindered = hinderedBy(trace, {
    resetAt,
    backoffs: world.backoffs,
    asleep: chaos.record.sleeps.map(([from, to]): Stretch => [(from - start) / 1000, (to - start) / 1000]),
    stolenAt: chaos.record.stolenAt.map((at) => (at - start) / 1000),
  });
  const { J } = figures(trace, world.found, world.requests, {
    asleep: hindered.asleep,
    measured: [resetAt + measured[0] * DAY_S, resetAt + measured[1] * DAY_S],
  });
  return { J, bound: hinderedBound(trace, requestsPerDay, hindered), violations: world.violations };
}

describe('a plan with fixed intervals, whatever goes wrong', () => {
  const trace = generate(12, { warmupDays: 0, days: 15 });
  const rateOf = (group: string): number =>
    trace.stream.reduce(
      (sum, which) => sum + (trace.groups[trace.groupOf[which]!] === group ? trace.streams[which]!.weight : 0),
      0,
    ) /
    (trace.days * DAY_S);

  it.each([
    [300, 100],
    [300, 150],
    [1500, 700],
    [1500, 1000],
  ])('is never better than the bound: %i a day, %i of them for polls', async (requestsPerDay, polls) => {
    const roots = trace.groups.reduce((sum, group) => sum + Math.sqrt(rateOf(group)), 0);
    const equal = Object.fromEntries(trace.groups.map((group) => [group, (trace.groups.length * DAY_S) / polls]));
    const root = Object.fromEntries(
      trace.groups.map((group) => [group, Math.max(61, (DAY_S * roots) / (polls * Math.sqrt(rateOf(group))))]),
    );
    for (const intervals of [equal, root]) {
      const { J, bound: least, violations } = await fixedIntervals(trace, requestsPerDay, 3, intervals);
      expect(violations).toEqual({ quota: 0, backoff: 0, minute: 0 });
      expect(J / least).toBeGreaterThan(1);
    }
  });
});
