import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../../bench/planner/random.ts';
import { Demand } from '../../../../../electron/agent/scheduler/plan/demand.ts';
import { RateLearner } from '../../../../../electron/agent/scheduler/forecast/rate-learner.ts';
import { planNextPoll } from '../../../../../electron/agent/scheduler/plan/planner.ts';
import { hourlyProfile } from '../../../../../electron/agent/scheduler/forecast/hourly-rates.ts';
import { StreamList } from '../../../../../electron/agent/scheduler/streams.ts';
import { StreamStates } from '../../../../../electron/agent/scheduler/stream-states.ts';
import type { Stream } from '../../../../../electron/agent/scheduler/forecast/stream.ts';
import { WatchRule } from '../../../../../common/contract/contract.ts';
import { openHistory } from '../../../../../electron/store/history.ts';
import type { StoredWatch } from '../../../../../electron/store/settings.ts';

const hour = 3600_000;
const start = Date.UTC(2026, 5, 1);

describe('what is kept between decisions', () => {
  it.each([1, 2, 3])('changes hardly a decision of a day, and none by more than minutes (%i)', (seed) => {
    const random = createRandom(seed);
    let others = 0;
    const byHour = (most: number) =>
      hourlyProfile(Float64Array.from({ length: 24 }, () => most * random.between(0.1, 1)));
    let streams = Array.from({ length: 60 }, (_, index): Stream => {
      const most = 0.01 * 400 ** random.next();
      return {
        id: `questions:${index}`,
        cost: index % 7 === 0 ? 3 : 1,
        lastSentAt: start,
        wanted: false,
        byPerson: false,
        onDemand: false,
        forecast: { value: byHour(most), knownUntil: start, ...(index % 2 === 0 && { items: byHour(20 * most) }) },
      };
    });
    const demand = new Demand();
    const usual = Float64Array.from({ length: 24 }, (_, at) => (at > 8 && at < 19 ? 0.9 : 0.1));
    let [now, spendable, price] = [start, 300, undefined as number | undefined];
    for (let decision = 0; decision < 290; decision++) {
      // Somebody goes and comes back, asks for one by hand, and some requests go elsewhere.
      const presence = { now: Math.floor(decision / 50) % 2 === 0, usual };
      if (decision % 31 === 0) streams = streams.with(decision % 60, { ...streams[decision % 60]!, wanted: true });
      if (decision === 150) spendable -= 40;
      const input = {
        now,
        streams,
        price,
        presence,
        allowance: { spendable, lastsFor: start + 24 * hour - now, fullAgainAt: start + 24 * hour },
      };
      const made = planNextPoll({ ...input, demand });
      const afresh = planNextPoll(input);
      expect(made.price).toBe(afresh.price);
      expect(Math.abs(made.next!.at - afresh.next!.at)).toBeLessThan(hour / 6);
      if (made.next!.stream !== afresh.next!.stream) others++;
      price = made.price;
      now = Math.max(now, made.next!.at);
      spendable = Math.max(0, spendable - 1);
      streams = streams.map((each) =>
        each.id === made.next!.stream
          ? { ...each, lastSentAt: now, wanted: false, forecast: { ...each.forecast!, knownUntil: now } }
          : each,
      );
    }
    // Of the 290.
    expect(others).toBeLessThan(15);
  });
});

describe('the list of streams', () => {
  const watch = (id: string, siteId: string, rule: object = { anyTags: ['a'] }): StoredWatch => ({
    id,
    networkId: 'demo',
    siteId,
    siteName: '',
    rule: WatchRule.parse(rule),
    alert: 'sound',
    muted: false,
  });
  const made = () => {
    const history = openHistory(':memory:');
    const profile = history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
    const [states, learner] = [new StreamStates(profile), new RateLearner(profile)];
    const streams = new StreamList({ profile, stateOf: states.of, learner, wantsBadges: () => false });
    const list = (watches: StoredWatch[]) => streams.at(watches, start);
    const of = (watches: StoredWatch[], id: string): Stream | undefined =>
      list(watches).find((stream) => stream.id === id);
    return { states, learner, list, of };
  };

  it('hands out the same stream until something of it changes', () => {
    const { states, learner, of } = made();
    const watches = [watch('w', 's'), watch('v', 't')];
    const before = of(watches, 'questions:s');
    const other = of(watches, 'questions:t');
    expect(of([...watches], 'questions:s')).toBe(before);
    states.change('questions:s', { lastSentAt: start });
    expect(of(watches, 'questions:s')?.lastSentAt).toBe(start);
    learner.learn('questions:s', { dates: [start - 1], until: start, matches: new Map([['w', [start - 1]]]) });
    expect(of(watches, 'questions:s')?.forecast?.knownUntil).toBe(start);
    states.shiftTimes(-hour);
    expect(of(watches, 'questions:s')?.lastSentAt).toBe(start - hour);
    states.change('questions:s', { lastSentAt: start });
    states.correct(start - hour);
    expect(of(watches, 'questions:s')?.lastSentAt).toBe(start - hour);
    expect(of(watches, 'questions:t')).toBe(other);
    learner.setNewsValue({ inbox: 1, reputation: 1, watches: 2 });
    expect(of(watches, 'questions:t')?.forecast?.value.perHour[0]).toBe(2 * other!.forecast!.value.perHour[0]!);
  });

  it('follows the watches, and what is forgotten', () => {
    const { states, list, of } = made();
    const first = watch('w', 's');
    states.change('questions:s', { lastSentAt: start });
    expect(list([first]).map(({ id }) => id)).toContain('questions:s');
    states.forget('questions:s', start);
    expect(of([first], 'questions:s')?.lastSentAt).toBeUndefined();
    states.change('questions:s', { lastSentAt: start + 1 });
    expect(of([first], 'questions:s')?.lastSentAt).toBe(start + 1);
    const scored = watch('w', 's', { anyTags: ['a'], minScore: 3 });
    expect(list([scored]).map(({ id }) => id)).toContain('scored:s');
    expect(of([scored], 'questions:s')).toBeUndefined();
  });
});
