import { ENGLISH } from '../../../../../common/i18n/localized-text.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { RateLearner } from '../../../../../electron/agent/scheduler/forecast/rate-learner.ts';
import { weightedNewsValue } from '../../../../../electron/agent/scheduler/forecast/rate-learner.ts';
import { explainPlan } from '../../../../../electron/agent/scheduler/plan/explanation.ts';
import { Question } from '../../../../../common/resources.ts';
import { openHistory } from '../../../../../electron/store/history.ts';
import { schedulerUnderTest } from '../scheduler/scheduler-under-test.ts';

const hour = 3600_000;
const day = 24 * hour;

/** A watch of everything on a site with this many questions an hour; each of the first tag, or of the second. */
function asking(
  questionsAnHour: number,
  max: number,
  { rule = { anyTags: ['*'] }, late = 0 }: { rule?: object; late?: number } = {},
) {
  const quota = { max, remaining: max };
  const asked = { requests: 0 };
  const under = schedulerUnderTest(rule, quota, (answer, now) => {
    const began = now() - 7 * day;
    const between = hour / questionsAnHour;
    const dateOf = (index: number) => began + index * between;
    return {
      questions({ order, fromdate = 0, page = 1, pagesize = 100 }) {
        asked.requests++;
        const there = Math.floor((now() - late - began) / between) + 1;
        const from =
          order === 'asc'
            ? Math.max(0, Math.ceil((fromdate * 1000 - began) / between)) + (page - 1) * pagesize
            : Math.max(0, there - pagesize);
        const to = Math.min(there, from + pagesize);
        const items = Array.from({ length: Math.max(0, to - from) }, (_, place) =>
          Question.parse({
            question_id: from + place + 1,
            creation_date: Math.floor(dateOf(from + place) / 1000),
            title: 'Q',
            tags: [(from + place) % 4 === 0 ? 'a' : 'b'],
            owner: { user_id: from + place + 1 },
          }),
        );
        return answer(order === 'asc' ? items : items.toReversed(), order === 'asc' && to < there);
      },
    };
  });
  return { ...under, asked, quota };
}

describe('what is told of the plan', () => {
  let end: (() => Promise<void>) | undefined;
  afterEach(async () => {
    await end?.();
    end = undefined;
  });

  it('asks seldom while nobody is there, however much may be spent, and fetches pages that are full', async () => {
    const { clock, scheduler, asked, quota, end: ending } = asking(200, 10_000);
    end = ending;
    scheduler.start();
    await clock.advance(3 * hour);
    const present = 10_000 - quota.remaining;
    expect(present).toBeGreaterThan(500);
    scheduler.setPresence('away');
    const [before, pages] = [quota.remaining, asked.requests];
    await clock.advance(3 * hour);
    expect(before - quota.remaining).toBeLessThan(20);
    // Six hundred questions come in three hours.
    expect(asked.requests - pages).toBeGreaterThanOrEqual(5);
    expect(scheduler.plan(ENGLISH).find(({ stream }) => stream === 'inbox')?.everySeconds).toBeGreaterThan(3000);
    const asleep = asked.requests;
    scheduler.setPresence('present');
    await clock.advance(2000);
    expect(asked.requests).toBeGreaterThan(asleep);
  });

  it('is no more a day than there is, whoever is there', async () => {
    const { clock, scheduler, quota, end: ending } = asking(20, 3000);
    end = ending;
    scheduler.start();
    for (let days = 0; days < 4; days++) {
      quota.remaining = 3000;
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
    const { clock, scheduler, quota, end: ending } = asking(2, 300);
    end = ending;
    scheduler.start();
    await clock.advance(12 * hour);
    const usual = scheduler.pollsPerDay('questions:s');
    const line = () => scheduler.plan(ENGLISH).find(({ stream }) => stream === 'questions:s')!;
    const before = line();
    quota.remaining = 5;
    await clock.advance(2 * hour);
    // Somebody else took them, and may do so again.
    expect(scheduler.pollsPerDay('questions:s') / usual).toBeGreaterThan(0.45);
    expect(scheduler.pollsPerDay('questions:s') / usual).toBeLessThan(1);
    expect(line().perDay / before.perDay).toBeGreaterThan(0.45);
    expect(line().why).toBe('The daily quota is used up; polling resumes when the network resets it.');
    const inbox = scheduler.plan(ENGLISH).find(({ stream }) => stream === 'inbox')!;
    expect(inbox.everySeconds).toBeLessThan(8 * 3600);
    expect(inbox.why).toMatch(/reserved for the inbox/);
  });

  it('counts what shows up in answers late', async () => {
    const { clock, scheduler, end: ending } = asking(30, 600, { late: 280_000 });
    end = ending;
    scheduler.start();
    await clock.advance(20 * hour);
    const why = scheduler.plan(ENGLISH).find(({ stream }) => stream === 'questions:s')?.why;
    const questions = Number(/out of (\d+) questions/.exec(why ?? '')?.[1]);
    expect(questions).toBeGreaterThan(650);
    expect(questions).toBeLessThan(760);
  });

  it('is what a watch beside another one costs: what its stream takes more', async () => {
    const { clock, scheduler, quota, end: ending } = asking(4, 300, { rule: { anyTags: ['a'] } });
    end = ending;
    scheduler.start();
    for (let days = 0; days < 3; days++) {
      await clock.advance(day);
      quota.remaining = 300;
    }
    await clock.advance(hour);
    const alone = scheduler.pollsPerDay('questions:s');
    expect(scheduler.pollsPerDay('questions:s', { without: 'w' })).toBe(0);
    const both = scheduler.pollsPerDay('questions:s', { estimate: { matches: 72, hours: 24, questionsPerDay: 96 } });
    // One match an hour, and three more: twice as often, by the root.
    expect(both / alone).toBeGreaterThan(1.8);
    expect(both / alone).toBeLessThan(2.2);
  });

  it('counts what comes, and not what it is worth to somebody', () => {
    const told = (weights: { inbox: number; reputation: number; watches: number }) => {
      const history = openHistory(':memory:');
      const learner = new RateLearner(
        history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' }),
        weightedNewsValue(weights),
      );
      const start = Date.UTC(2026, 0, 5);
      const every = (ms: number) => Array.from({ length: (20 * day) / ms }, (_, index) => start + index * ms + 1);
      learner.learn('inbox', { dates: every(4 * hour), since: start, until: start + 20 * day });
      learner.learn('accounts', { dates: every(2 * hour), since: start, until: start + 20 * day });
      learner.learn('questions:s', {
        dates: every(hour),
        matches: new Map([['w', every(3 * hour)]]),
        since: start,
        until: start + 20 * day,
      });
      const streams = (['inbox', 'accounts', 'questions:s'] as const).map((id) => ({
        id,
        cost: 1,
        lastSentAt: start,
        wanted: false,
        byPerson: false,
        onDemand: false,
        forecast: learner.forecast(id, ['w']),
      }));
      history.close();
      return explainPlan({
        now: start + 20 * day,
        streams,
        price: 0.5,
        usualPrice: 0.5,
        allowance: { spendable: 100, lastsFor: day },
        locale: ENGLISH,
      }).map(({ why }) => why);
    };
    const usual = told({ inbox: 1, reputation: 1, watches: 1 });
    expect(usual[0]).toMatch(/Items: about 6(\.1)? a day/);
    expect(usual[1]).toMatch(/Changes: about 12 a day/);
    expect(usual[2]).toMatch(/Relevant matches: about 8 a day, out of 24 questions/);
    expect(told({ inbox: 4, reputation: 0.25, watches: 4 })).toEqual(usual);
  });

  it('says that a page fills up where one does before the next poll, and only there', () => {
    const history = openHistory(':memory:');
    const learner = new RateLearner(history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' }));
    const start = Date.UTC(2026, 0, 5);
    const why = (questionsAnHour: number, price: number) => {
      const id = `questions:${questionsAnHour}` as const;
      const every = (ms: number) =>
        Array.from({ length: Math.floor((3 * day) / ms) }, (_, index) => start + index * ms + 1);
      learner.learn(id, {
        dates: every(hour / questionsAnHour),
        matches: new Map([['w', every(hour)]]),
        since: start,
        until: start + 3 * day,
      });
      const stream = {
        id,
        cost: 1,
        lastSentAt: start,
        wanted: false,
        byPerson: false,
        onDemand: false,
        forecast: learner.forecast(id, ['w']),
      };
      return explainPlan({
        now: start + 3 * day,
        streams: [stream],
        price,
        usualPrice: price,
        allowance: { spendable: 100, lastsFor: day },
        locale: ENGLISH,
      })[0]!;
    };
    // By its worth it is asked about once an hour: 70 do not fill a page, 300 do.
    expect(why(70, 0.5).why).not.toMatch(/fills/);
    expect(why(300, 0.5).why).toMatch(/fills/);
    expect(why(300, 0.5).everySeconds).toBeLessThan(1400);
    expect(why(70, 400).why).toMatch(/fills/);
    history.close();
  });
});
