import { describe, expect, it } from 'vitest';
import { NetworkError } from '../../../../../electron/api/network.ts';
import { between, schedulerOverClient, throttle, watchOf } from './scheduler-over-client.ts';
import { schedulerUnderTest } from './scheduler-under-test.ts';

const [minute, hour] = [60_000, 3600_000];

it.each([
  ['forth', 5 * hour],
  ['back', -5 * hour],
])(
  'keeps to a backoff and to the minute where the clock is set %s before a restart, and goes on in time',
  async (_, by) => {
    const { clock, times, restart } = schedulerUnderTest({ anyTags: ['a'] }, (answer) => ({
      inbox: async () => ({ ...(await answer([])), backoffUntil: clock.now() + 20 * minute }),
    }));
    await clock.advance(5 * minute + 20_000);
    expect(times('inbox')).toHaveLength(1);
    for (const run of [20_000, 30 * minute]) {
      clock.set(clock.now() + by);
      await restart();
      await clock.advance(run);
    }
    expect(times('inbox')).toHaveLength(2);
    expect(Math.min(...between(times('inbox')))).toBeGreaterThan(20 * minute + 100);
    expect(times('questions').length).toBeGreaterThan(20);
    expect(Math.min(...between(times('questions')))).toBeGreaterThanOrEqual(minute);
  },
);

it('keeps to the minute where the clock is set forth and a wake is told of right after a look, as if much time had passed', async () => {
  const { clock, scheduler, times } = schedulerUnderTest({ anyTags: ['a'] });
  await clock.advance(5 * minute + 20_000);
  const before = times('questions').length;
  for (const by of [11 * hour, -11 * hour, 11 * hour]) {
    clock.set(clock.now() + by);
    scheduler.woke();
    await clock.advance(20_000);
  }
  await clock.advance(3 * minute);
  expect(Math.min(...between(times('questions')))).toBeGreaterThanOrEqual(minute);
  expect(times('questions').length).toBeGreaterThan(before + 2);
});

it('goes on soon after two wakes between which nothing could be reached', async () => {
  let lost = false;
  const { clock, scheduler, times } = schedulerUnderTest({ anyTags: ['a'] }, (answer) => ({
    inbox: () =>
      lost ? Promise.reject(new NetworkError('timeout', 'No answer came.', { method: '/inbox' })) : answer([]),
  }));
  await clock.advance(5 * minute);
  lost = true;
  clock.set(clock.now() + 8 * hour);
  scheduler.woke();
  await clock.advance(minute);
  clock.set(clock.now() + 10 * minute);
  scheduler.woke();
  scheduler.woke();
  lost = false;
  const before = times('inbox').length;
  await clock.advance(15 * minute);
  expect(times('inbox').length).toBeGreaterThan(before);
});

describe('a clock that is set back while Askbell does not run and nothing is left of the quota', () => {
  const ways = ['an answer told that nothing is left', 'a refusal', 'a refusal that names the end'] as const;
  it.each([
    [20, ways[0]],
    [40, ways[1]],
    [40, ways[2]],
    [365 * 24, ways[0]],
    [365 * 24, ways[1]],
  ])('has the quota end when it does: by %i hours, after %s', async (back, way) => {
    let names = false;
    const world = schedulerOverClient({
      watches: [watchOf('w', 's')],
      quota: 300,
      answer() {
        const left = Math.ceil((48 * hour - world.passed()) / 1000);
        return names && left > 0 ? throttle(left) : {};
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
    const used = world.scheduler().conditions();
    const { retryAt } = used.find(({ kind }) => kind === 'quota-exhausted')!;
    expect(retryAt! - world.clock.now()).toBeLessThan(48 * hour - world.passed() + 5 * minute);
    await world.clock.advance(48 * hour - world.passed() - minute);
    expect(world.asked.length).toBe(sent);
    await world.clock.advance(5 * minute);
    expect(world.asked.length).toBeGreaterThan(sent + 2);
    expect(Math.abs(world.windowStart() - 48 * hour)).toBeLessThan(minute);
  });
});
