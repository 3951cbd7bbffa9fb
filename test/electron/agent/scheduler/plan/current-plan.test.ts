import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { describe, expect, it } from 'vitest';
import type { Stream } from '../../../../../electron/agent/scheduler/forecast/forecast.ts';
import { RateLearner, weightedNewsValue } from '../../../../../electron/agent/scheduler/forecast/rate-learner.ts';
import { explainPlan } from '../../../../../electron/agent/scheduler/plan/explanation.ts';
import { streamOf } from './stream-of.ts';
import { openProfile } from '../../../../support/profile.ts';
import { BEGAN, pageOnWire, questionOnWire, schedulerOverClient, watchOf } from '../scheduler/scheduler-over-client.ts';

const hour = 3600_000;
const day = 24 * hour;

/** A watch on a site with this many questions an hour, every fourth of the tag `a`, which answers show so much late. */
function asking(questionsAnHour: number, quota: number, { rule, late = 0 }: { rule?: object; late?: number } = {}) {
  const began = BEGAN - 7 * day;
  const between = hour / questionsAnHour;
  const world = schedulerOverClient({
    watches: [watchOf('w', 's', rule ?? { anyTags: ['*'] })],
    quota,
    answer(path, _times, query, passed) {
      if (path !== '/questions') return {};
      const there = Math.floor((BEGAN + passed - late - began) / between) + 1;
      const from = Math.max(0, Math.ceil((Number(query.get('fromdate') ?? 0) * 1000 - began) / between));
      const all = Array.from({ length: Math.max(0, there - from) }, (_, place) => from + place).map((number) => {
        const facts = { tags: [number % 4 === 0 ? 'a' : 'b'], owner: { user_id: number + 1 } };
        return questionOnWire(number + 1, began + number * between, facts);
      });
      return pageOnWire(query.get('order') === 'asc' ? all : all.toReversed(), query);
    },
  });
  const scheduler = world.scheduler();
  const line = (id: string) => scheduler.plan(ENGLISH).find(({ stream }) => stream === id)!;
  return { ...world, scheduler, line };
}

describe('what is told of the plan', () => {
  it('is no more a day than there is, whoever is there', async () => {
    const { clock, scheduler } = asking(20, 3000);
    for (let days = 0; days < 4; days++) {
      scheduler.setPresence('present');
      await clock.advance(9 * hour);
      scheduler.setPresence('away');
      for (const pause of [1, 7, 7]) {
        await clock.advance(pause * hour);
        const sum = scheduler.plan(ENGLISH).reduce((total, { perDay }) => total + perDay, 0);
        expect(sum).toBeLessThan(3000 * 1.02);
        expect(sum).toBeGreaterThan(500);
      }
    }
  });

  it('stays what it is on a usual day when the requests of this one are used up', async () => {
    const { clock, scheduler, spendAll, line } = asking(2, 300);
    await clock.advance(12 * hour);
    const usual = scheduler.pollsPerDay('questions:s');
    const before = line('questions:s');
    spendAll(5);
    await clock.advance(2 * hour);
    // Somebody else took them, and may do so again.
    expect(scheduler.pollsPerDay('questions:s') / usual).toBeGreaterThan(0.45);
    expect(scheduler.pollsPerDay('questions:s') / usual).toBeLessThan(1);
    expect(line('questions:s').perDay / before.perDay).toBeGreaterThan(0.45);
    expect(line('questions:s').why).toBe('The daily quota is used up; polling resumes when the network resets it.');
    expect(line('inbox').everySeconds).toBeLessThan(8 * 3600);
    expect(line('inbox').why).toMatch(/reserved for the inbox/);
  });

  it('counts what shows up in answers late', async () => {
    const { clock, line } = asking(30, 600, { late: 280_000 });
    await clock.advance(20 * hour);
    const questions = Number(/out of (\d+) questions/.exec(line('questions:s').why)?.[1]);
    expect(questions).toBeGreaterThan(650);
    expect(questions).toBeLessThan(760);
  });

  it('is what a watch beside another one costs: what its stream takes more', async () => {
    const { clock, scheduler } = asking(4, 300, { rule: { anyTags: ['a'] } });
    await clock.advance(3 * day + hour);
    const alone = scheduler.pollsPerDay('questions:s');
    expect(scheduler.pollsPerDay('questions:s', { without: 'w' })).toBe(0);
    const both = scheduler.pollsPerDay('questions:s', { estimate: { matches: 72, hours: 24, questionsPerDay: 96 } });
    // One match an hour, and three more: twice as often, by the root.
    expect(both / alone).toBeGreaterThan(1.8);
    expect(both / alone).toBeLessThan(2.2);
  });

  const start = Date.UTC(2026, 0, 5);
  /** Moments at this distance for so many days. */
  const every = (ms: number, days: number) =>
    Array.from({ length: Math.floor((days * day) / ms) }, (_, index) => start + index * ms + 1);
  /** What is said of streams whose rates were learned for so many days. */
  const explained = (learner: RateLearner, ids: Stream['id'][], days: number, price: number) => {
    const streams = ids.map((id) => streamOf(id, { lastSentAt: start, forecast: learner.forecast(id, ['w']) }));
    const allowance = { spendable: 100, lastsFor: day };
    return explainPlan({ now: start + days * day, streams, price, usualPrice: price, allowance, locale: ENGLISH });
  };

  it('counts what comes, and not what it is worth to somebody', () => {
    const told = (weights: { inbox: number; reputation: number; watches: number }) => {
      const learner = new RateLearner(openProfile().profile, weightedNewsValue(weights));
      const known = { since: start, until: start + 20 * day };
      learner.learn('inbox', { dates: every(4 * hour, 20), ...known });
      learner.learn('accounts', { dates: every(2 * hour, 20), ...known });
      const matches = new Map([['w', every(3 * hour, 20)]]);
      learner.learn('questions:s', { dates: every(hour, 20), matches, ...known });
      return explained(learner, ['inbox', 'accounts', 'questions:s'], 20, 0.5).map(({ why }) => why);
    };
    const usual = told({ inbox: 1, reputation: 1, watches: 1 });
    expect(usual[0]).toMatch(/Items: about 6(\.1)? a day/);
    expect(usual[1]).toMatch(/Changes: about 12 a day/);
    expect(usual[2]).toMatch(/Relevant matches: about 8 a day, out of 24 questions/);
    expect(told({ inbox: 4, reputation: 0.25, watches: 4 })).toEqual(usual);
  });

  it('says that a page fills up where one does before the next poll, and only there', () => {
    const learner = new RateLearner(openProfile().profile);
    const why = (questionsAnHour: number, price: number) => {
      const id = `questions:${questionsAnHour}` as const;
      const matches = new Map([['w', every(hour, 3)]]);
      learner.learn(id, { dates: every(hour / questionsAnHour, 3), matches, since: start, until: start + 3 * day });
      return explained(learner, [id], 3, price)[0]!;
    };
    // By its worth it is asked about once an hour: 70 do not fill a page, 300 do.
    expect(why(70, 0.5).why).not.toMatch(/fills/);
    expect(why(300, 0.5).why).toMatch(/fills/);
    expect(why(300, 0.5).everySeconds).toBeLessThan(1400);
    expect(why(70, 400).why).toMatch(/fills/);
  });
});
