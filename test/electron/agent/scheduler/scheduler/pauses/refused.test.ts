import { expect, it } from 'vitest';
import { refusal, schedulerOverClient } from '../scheduler-over-client.ts';

const [minute, hour] = [60_000, 3600_000];
const badParameter = refusal(400, 'bad_parameter', 'pagesize');

it('a network that refused everything for hours is asked again as soon as the person wants it', async () => {
  let isRefusing = true;
  const world = schedulerOverClient({ answer: () => (isRefusing ? badParameter : {}) });
  await world.clock.advance(180 * minute);
  expect(world.kinds()).toEqual(['bad-request']);
  isRefusing = false;
  const asked = world.asked.length;
  world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(2 * minute);
  expect(world.asked.length).toBeGreaterThan(asked);
  expect(world.kinds()).toEqual([]);
});

it('a network that refused everything for hours is asked no sooner than a minute after the last time, and no more often than it is wanted', async () => {
  const world = schedulerOverClient({ answer: () => badParameter });
  await world.clock.advance(minute);
  const before = world.asked.length;
  for (let clicks = 0; clicks < 5; clicks++) world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(30_000);
  const urls = world.asked.map(({ url, at }) => `${url} ${Math.floor(at / minute)}`);
  expect(new Set(urls).size).toBe(urls.length);
  expect(world.asked.length - before).toBeLessThanOrEqual(3);
});

it.each([
  ['a 403 access_denied', refusal(403, 'access_denied', 'no')],
  ['a 400 bad_parameter', badParameter],
])('a network recovers within 3 minutes from %s of one route, while the others carry on', async (_what, refused) => {
  let isRefusing = false;
  const world = schedulerOverClient({ answer: (route) => (isRefusing && route === '/inbox' ? refused : {}) });
  await world.clock.advance(60 * minute);
  isRefusing = true;
  const since = world.asked.length;
  await world.clock.advance(40 * minute);
  expect(world.kinds()).toHaveLength(1);
  expect(world.asked.slice(since).filter(({ path }) => path !== '/inbox')).not.toEqual([]);
  isRefusing = false;
  await world.clock.advance(3 * minute);
  expect(world.kinds()).toEqual([]);
});

it('a used-up quota is over with the day that was seen to begin where a refusal names no time, and is then looked at hourly', async () => {
  let lasts = false;
  const usedUp = refusal(502, 'throttle_violation', 'too many requests');
  const world = schedulerOverClient({ quota: 300, answer: () => (lasts ? usedUp : {}) });
  await world.clock.advance(34 * hour);
  const sent = world.asked.length;
  world.spendAll();
  await world.clock.advance(13.9 * hour);
  // One refusal tells.
  expect(world.asked.length - sent).toBe(1);
  await world.clock.advance(0.2 * hour);
  expect(world.asked.length - sent).toBeGreaterThan(2);
  expect(world.asked[sent + 1]!.at).toBeGreaterThanOrEqual(48 * hour);
  expect(world.asked[sent + 1]!.at).toBeLessThan(48 * hour + 60_000);
  // The day after, the quota is not full again when it should be.
  await world.clock.advance(20 * hour);
  lasts = true;
  world.spendAll();
  await world.clock.advance(72 * hour - world.clock.elapsed!());
  const dayOver = world.asked.length;
  world.spendAll();
  for (let passed = 0; passed < 5; passed++) {
    await world.clock.advance(hour);
    world.spendAll();
  }
  expect(world.asked.length - dayOver).toBeGreaterThan(3);
  expect(world.asked.length - dayOver).toBeLessThanOrEqual(6);
});
