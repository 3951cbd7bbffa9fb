import { expect, it } from 'vitest';
import { pollerOverClient } from './poller-over-client.ts';

const minute = 60_000;
const hour = 60 * minute;
const banned = (seconds: number) => ({
  refusal: {
    error_id: 502,
    error_name: 'throttle_violation',
    error_message: `too many requests from this IP, more requests available in ${seconds} seconds`,
  },
  hidesQuota: true,
});

// As captured in August 2026: docs/api.md, "Bans".
it('keeps to a ban of hours, through a restart and for clicks, and takes it for no end of the quota', async () => {
  let ban = false;
  const world = pollerOverClient({ answer: () => (ban ? banned(46_472) : {}) });
  await world.clock.advance(hour);
  ban = true;
  await world.clock.advance(5 * minute);
  const sent = world.asked.length;
  const { at } = world.asked.at(-1)!;
  const [condition] = world.poller().conditions();
  expect(condition).toMatchObject({ kind: 'throttled', said: expect.stringContaining('46472') as string });
  expect(world.poller().quota()!.remaining).toBeGreaterThan(9000);
  ban = false;
  await world.clock.advance(6 * hour);
  await world.restart();
  world.poller().wantAll({ byPerson: true });
  await expect(world.network().sites({ pagesize: 1 })).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(7 * hour);
  expect(world.asked[sent]!.at - at).toBeGreaterThanOrEqual(46_474_000);
  expect(world.asked[sent]!.at - at).toBeLessThan(46_474_000 + minute);
  expect(world.poller().conditions()).toEqual([]);
  await world.end();
});

it('waits five minutes or more after a page of the protection, clicks included, and then goes on', async () => {
  let isBlocked = false;
  const world = pollerOverClient({ answer: () => (isBlocked ? { page: 429 } : {}) });
  await world.clock.advance(hour);
  isBlocked = true;
  await world.clock.advance(2 * minute);
  const { at } = world.asked.at(-1)!;
  const sent = world.asked.length;
  expect(world.poller().conditions()).toMatchObject([{ kind: 'blocked-by-protection' }]);
  isBlocked = false;
  world.poller().wantAll({ byPerson: true });
  await expect(world.network().sites({ pagesize: 1 })).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(10 * minute);
  expect(world.asked[sent]!.at - at).toBeGreaterThanOrEqual(5 * minute);
  expect(world.poller().conditions()).toEqual([]);
  await world.end();
});
