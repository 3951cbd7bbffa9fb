import { expect, it } from 'vitest';
import { between, schedulerOverClient, throttle, watchOf, type Told } from './scheduler-over-client.ts';

const minute = 60_000;
const hour = 60 * minute;

const watches = [watchOf('w', 's')];
const latest = (times: number[]): number => times.at(-1)!;
/** The shortest time between two requests of a route, in ms. */
const shortest = (times: number[]): number => Math.min(...between(times));

/** A world in which the answer to the inbox's fifth request has just been slept on. */
async function sleptOn(told: Told) {
  const world = schedulerOverClient({
    answer: (path, times) => (path === '/inbox' && times === 5 ? { sleeps: 3 * hour, ...told } : {}),
  });
  while (world.times('/inbox').length < 5) await world.clock.advance(100);
  return world;
}

it.each([true, false])('an answer read after a sleep sets no time back, nor asks too soon; told: %s', async (woke) => {
  const world = await sleptOn({ woke });
  expect(world.timeError()).toBeLessThan(3000);
  expect(world.kinds()).toEqual([]);
  const asked = latest(world.times('/inbox'));
  await world.clock.advance(5 * minute);
  expect(world.timeError()).toBeLessThan(3000);
  expect(shortest(world.times('/inbox'))).toBeGreaterThanOrEqual(minute);
  // Nor does the quota's end wander on.
  expect(Math.abs(world.windowStart())).toBeLessThan(3000);
  // What came while it slept is looked for as soon as may be.
  const [next] = world.times('/inbox').filter((at) => at > asked);
  expect(next! - asked - 3 * hour).toBeLessThan(2 * minute);
});

it('an answer that is read only after a sleep keeps to the pause that it asks for', async () => {
  const world = await sleptOn({ backoff: 1200 });
  const read = world.passed();
  await world.clock.advance(19 * minute);
  expect(latest(world.times('/inbox'))).toBeLessThan(read);
  await world.clock.advance(3 * minute);
  expect(latest(world.times('/inbox'))).toBeGreaterThanOrEqual(read + 20 * minute);
});

it('an answer that is read only after a sleep proves nothing of a day that ended meanwhile', async () => {
  const world = schedulerOverClient({
    watches,
    quota: 300,
    answer: (path) =>
      path === '/inbox' && world.passed() > 47 * hour && world.passed() < 48 * hour ? { sleeps: 3 * hour } : {},
  });
  await world.clock.advance(46.9 * hour);
  const began = world.scheduler().quota()!.windowStartedAt;
  while (world.passed() < 49 * hour) await world.clock.advance(minute);
  await world.clock.advance(10 * minute);
  expect(world.scheduler().quota()).toMatchObject({ windowStartedAt: began + 24 * hour, rolls: false });
});

it('polls soon after two sleeps with no answer in between, and then by the right time', async () => {
  const world = schedulerOverClient({ watches });
  await world.clock.advance(5 * minute + 20_000);
  const began = world.windowStart();
  const before = world.asked.length;
  for (const slept of [2 * hour, 3 * hour]) {
    world.sleep(slept);
    world.scheduler().woke();
    world.scheduler().pollNow({ byPerson: false });
  }
  await world.clock.advance(minute);
  expect(world.asked.length).toBeGreaterThan(before);
  await world.clock.advance(10 * minute);
  for (const path of ['/inbox', '/questions']) {
    expect(shortest(world.times(path))).toBeGreaterThanOrEqual(minute);
    expect(latest(world.times(path))).toBeGreaterThan(world.passed() - 2 * minute);
  }
  expect(world.timeError()).toBeLessThan(3000);
  expect(world.windowStart()).toBe(began);
});

it.each([
  ['told of', true, 0],
  ['noticed by itself', false, 1],
])('a sleep past the end of a used-up quota is followed by polls at once: %s (%s), %i left', async (_, told, left) => {
  const world = schedulerOverClient({ watches, quota: 300 });
  await world.clock.advance(40 * hour);
  world.spendAll(left);
  await world.clock.advance(2 * hour);
  expect(world.kinds()).toEqual(['quota-exhausted']);
  const before = world.asked.length;
  await world.clock.advance(hour);
  expect(world.asked.length).toBe(before);
  world.sleep(8 * hour);
  if (told) world.scheduler().woke();
  await world.clock.advance(minute);
  expect(world.asked.length).toBeGreaterThan(before + 1);
  expect(world.kinds()).toEqual([]);
  expect(Math.abs(world.windowStart() - 48 * hour)).toBeLessThan(minute);
});

const setClock = (world: ReturnType<typeof schedulerOverClient>, hours: number): void => {
  world.clock.set(world.clock.now() + hours * hour);
  world.scheduler().woke();
  world.scheduler().pollNow({ byPerson: true });
};

const SET = [[[3]], [[11, -11, 11]]];
it.each(SET)('a click while a set clock is taken for a sleep asks after the minute, not before: %j', async (set) => {
  const world = schedulerOverClient({ watches });
  await world.clock.advance(5 * minute + 20_000);
  const clicked = world.passed();
  for (const hours of set) setClock(world, hours);
  await world.clock.advance(5 * minute);
  for (const path of ['/inbox', '/questions']) {
    const times = world.times(path);
    expect(shortest(times)).toBeGreaterThanOrEqual(minute);
    expect(times.find((at) => at > clicked)! - clicked).toBeLessThanOrEqual(minute + 2000);
  }
});

it.each([
  ['of one method', { backoff: 1200 }],
  ['of everything', throttle(1200)],
])('a click while a set clock is taken for a sleep keeps to a pause %s, and waits for no longer', async (_, told) => {
  let pauses = false;
  const world = schedulerOverClient({ watches, answer: (path) => (pauses && path === '/inbox' ? told : {}) });
  await world.clock.advance(5 * minute);
  pauses = true;
  const count = world.times('/inbox').length;
  while (world.times('/inbox').length === count) await world.clock.advance(1000);
  pauses = false;
  const paused = latest(world.times('/inbox'));
  await world.clock.advance(30_000);
  setClock(world, 3);
  await world.clock.advance(25 * minute);
  const next = world.times('/inbox').find((at) => at > paused)!;
  expect(next - paused).toBeGreaterThanOrEqual(20 * minute);
  expect(next - paused).toBeLessThan(22 * minute);
});

const ways = ['an answer told that nothing is left', 'a refusal', 'a refusal that names the end'] as const;
it.each([
  [20, ways[0]],
  [40, ways[1]],
  [40, ways[2]],
  [365 * 24, ways[0]],
  [365 * 24, ways[1]],
])('a clock set back between two runs moves no end of a used-up quota: by %i h, after %s', async (back, way) => {
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
