import { beforeEach, expect, it } from 'vitest';
import { CatchUp } from '../../../../../electron/agent/scheduler/sync.ts';
import { streamOf } from '../plan/stream-of.ts';
import { schedulerOverClient, watchOf } from './scheduler-over-client.ts';

const minute = 60_000;
const hour = 60 * minute;

let world: ReturnType<typeof schedulerOverClient>;
beforeEach(async () => {
  world = schedulerOverClient({ quota: 300, watches: [watchOf('w', 's'), watchOf('v', 'z')] });
  await world.clock.advance(5 * minute);
});

/** Whether everything is asked for within seconds of an event. */
const asksAll = async (happen: () => void) => {
  const before = world.asked.length;
  happen();
  await world.clock.advance(2000);
  return new Set(world.asked.slice(before).map(({ path }) => path)).size >= 3;
};

it.each([240, 600, 1440])('takes about a quarter of %d requests a day at most, however often asked', (spendable) => {
  const ids = ['inbox', 'accounts', 'questions:s', 'questions:z', 'scored:s'] as const;
  const streams = ids.map((id) => streamOf(id, { lastSentAt: 0 }));
  const catchUp = new CatchUp();
  let asked = 0;
  for (let now = 0; now < 24 * hour; now += minute)
    asked += catchUp.choose(streams, { spendable, lastsFor: 24 * hour }, now, () => 0).length;
  // A few in a row may come before they are paid for.
  expect(asked).toBeGreaterThan(0.2 * spendable);
  expect(asked).toBeLessThanOrEqual(0.3 * spendable + 4 * streams.length);
});

it('asks for everything at once after a while, and whenever the person wants it', async () => {
  const pollNow = (byPerson: boolean) => asksAll(() => world.scheduler().pollNow({ byPerson }));
  expect(await pollNow(false)).toBe(true);
  await world.clock.advance(2 * minute);
  expect(await pollNow(false)).toBe(false);
  await world.clock.advance(2 * minute);
  expect(await pollNow(true)).toBe(true);
  await world.clock.advance(2 * hour);
  expect(await pollNow(false)).toBe(true);
});

it('asks for everything whenever the person is back, as people come back, also after the machine woke for nobody', async () => {
  const missed: number[] = [];
  // A morning with short breaks, lunch, an afternoon.
  for (const away of [25, 15, 40, 75, 20, 35, 50, 90]) {
    world.scheduler().setPresence('away');
    await world.clock.advance(away * minute);
    world.scheduler().woke();
    world.scheduler().pollNow({ byPerson: false, notAskedFor: Infinity });
    await world.clock.advance(2 * minute);
    if (!(await asksAll(() => world.scheduler().setPresence('present')))) missed.push(away);
    await world.clock.advance(40 * minute);
  }
  expect(missed).toEqual([]);
});
