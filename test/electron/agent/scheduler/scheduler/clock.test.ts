import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../../../../electron/api/network.ts';
import { schedulerOverClient, watchOf } from './scheduler-over-client.ts';
import { schedulerUnderTest } from './scheduler-under-test.ts';

const [minute, hour] = [60_000, 3600_000];

it.each([
  ['forth', 5 * hour],
  ['back', -5 * hour],
])(
  'keeps to a backoff and to the minute where the clock is set %s before a restart, and goes on in time',
  async (_, by) => {
    const asked: number[] = [];
    const looked: number[] = [];
    const { clock, scheduler, restart, end } = schedulerUnderTest(
      { anyTags: ['a'] },
      { max: 10_000, remaining: 10_000 },
      (answer, now) => ({
        async inbox() {
          asked.push(now());
          return { ...(await answer([])), backoffUntil: clock.now() + 20 * minute };
        },
        questions() {
          looked.push(now());
          return answer([]);
        },
      }),
    );
    scheduler.start();
    await clock.advance(5 * minute + 20_000);
    expect(asked).toHaveLength(1);
    clock.set(clock.now() + by);
    await restart();
    await clock.advance(20_000);
    clock.set(clock.now() + by);
    await restart();
    await clock.advance(30 * minute);
    for (const [index, at] of asked.slice(1).entries()) expect(at - asked[index]!).toBeGreaterThan(20 * minute + 100);
    for (const [index, at] of looked.slice(1).entries()) expect(at - looked[index]!).toBeGreaterThanOrEqual(minute);
    expect(asked.length).toBe(2);
    expect(looked.length).toBeGreaterThan(20);
    await end();
  },
);

it('keeps to the minute where the clock is set forth and a wake is told of right after a look, as if much time had passed', async () => {
  const looked: number[] = [];
  const { clock, scheduler, end } = schedulerUnderTest(
    { anyTags: ['a'] },
    { max: 10_000, remaining: 10_000 },
    (answer, now) => ({
      questions() {
        looked.push(now());
        return answer([]);
      },
    }),
  );
  scheduler.start();
  await clock.advance(5 * minute + 20_000);
  const before = looked.length;
  for (const by of [11 * hour, -11 * hour, 11 * hour]) {
    clock.set(clock.now() + by);
    scheduler.woke();
    await clock.advance(20_000);
  }
  await clock.advance(3 * minute);
  for (const [index, at] of looked.slice(1).entries()) expect(at - looked[index]!).toBeGreaterThanOrEqual(minute);
  expect(looked.length).toBeGreaterThan(before + 2);
  await end();
});

it('goes on soon after two wakes between which nothing could be reached', async () => {
  const asked: number[] = [];
  let lost = false;
  const { clock, scheduler, end } = schedulerUnderTest(
    { anyTags: ['a'] },
    { max: 10_000, remaining: 10_000 },
    (answer, now) => ({
      inbox() {
        asked.push(now());
        return lost ? Promise.reject(new NetworkError('timeout', 'No answer came.', { method: '/inbox' })) : answer([]);
      },
    }),
  );
  scheduler.start();
  await clock.advance(5 * minute);
  lost = true;
  clock.set(clock.now() + 8 * hour);
  scheduler.woke();
  await clock.advance(minute);
  clock.set(clock.now() + 10 * minute);
  scheduler.woke();
  scheduler.woke();
  lost = false;
  const before = asked.length;
  await clock.advance(15 * minute);
  expect(asked.length).toBeGreaterThan(before);
  await end();
});

describe('a clock that is set back while Askbell does not run and nothing is left of the quota', () => {
  const ways = ['an answer told that nothing is left', 'a refusal', 'a refusal that names the end'] as const;
  it.each([20, 40, 365 * 24].flatMap((back) => ways.map((way) => [back, way] as const)))(
    'has the quota end when it does: by %i hours, after %s',
    async (back, way) => {
      let names = false;
      const world = schedulerOverClient({
        watches: [watchOf('w', 's', { anyTags: ['a'] })],
        quota: 300,
        answer() {
          const left = Math.ceil((48 * hour - world.passed()) / 1000);
          return names && left > 0
            ? {
                refusal: {
                  error_id: 502,
                  error_name: 'throttle_violation',
                  error_message: `too many requests from this IP, more requests available in ${left} seconds`,
                },
              }
            : {};
        },
      });
      // It has seen a day begin, so that it knows when the next one does.
      await world.clock.advance(36 * hour);
      const nextAnswer = async () => {
        const told = world.asked.length;
        while (world.asked.length === told) await world.clock.advance(minute);
      };
      if (way === ways[0]) {
        // What falls to 0 in one answer, from hundreds, takes another to be believed.
        world.spendAll(25);
        await nextAnswer();
      }
      world.spendAll(way === ways[0] ? 1 : 0);
      names = way === ways[2];
      await nextAnswer();
      expect(world.scheduler().quota()!.remaining).toBe(0);
      const sent = world.asked.length;
      await world.restart(() => world.clock.set(world.clock.now() - back * hour));
      await world.clock.advance(1000);
      const { retryAt } = world
        .scheduler()
        .conditions()
        .find(({ kind }) => kind === 'quota-exhausted')!;
      expect(retryAt! - world.clock.now()).toBeLessThan(48 * hour - world.passed() + 5 * minute);
      await world.clock.advance(48 * hour - world.passed() - minute);
      expect(world.asked.length).toBe(sent);
      await world.clock.advance(5 * minute);
      expect(world.asked.length).toBeGreaterThan(sent + 2);
      expect(Math.abs(world.scheduler().quota()!.windowStartedAt - Date.UTC(2026, 0, 5) - 48 * hour)).toBeLessThan(
        minute,
      );
      await world.end();
    },
  );
});
