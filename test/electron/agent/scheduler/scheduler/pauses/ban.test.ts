import { describe, expect, it } from 'vitest';
import { schedulerOverClient } from '../scheduler-over-client.ts';

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
  const world = schedulerOverClient({ answer: () => (ban ? banned(46_472) : {}) });
  await world.clock.advance(hour);
  ban = true;
  await world.clock.advance(5 * minute);
  const sent = world.asked.length;
  const { at } = world.asked.at(-1)!;
  const [condition] = world.scheduler().conditions();
  expect(condition).toMatchObject({ kind: 'throttled', said: expect.stringContaining('46472') as string });
  expect(world.scheduler().quota()!.remaining).toBeGreaterThan(9000);
  ban = false;
  await world.clock.advance(6 * hour);
  await world.restart();
  world.scheduler().pollNow({ byPerson: true });
  await expect(world.network().sites({ pagesize: 1 })).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(7 * hour);
  expect(world.asked[sent]!.at - at).toBeGreaterThanOrEqual(46_474_000);
  expect(world.asked[sent]!.at - at).toBeLessThan(46_474_000 + minute);
  expect(world.scheduler().conditions()).toEqual([]);
  await world.end();
});

it('waits five minutes or more after a page of the protection, clicks included, and then goes on', async () => {
  let isBlocked = false;
  const world = schedulerOverClient({ answer: () => (isBlocked ? { page: 429 } : {}) });
  await world.clock.advance(hour);
  isBlocked = true;
  await world.clock.advance(2 * minute);
  const { at } = world.asked.at(-1)!;
  const sent = world.asked.length;
  expect(world.scheduler().conditions()).toMatchObject([{ kind: 'blocked-by-protection' }]);
  isBlocked = false;
  world.scheduler().pollNow({ byPerson: true });
  await expect(world.network().sites({ pagesize: 1 })).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(10 * minute);
  expect(world.asked[sent]!.at - at).toBeGreaterThanOrEqual(5 * minute);
  expect(world.scheduler().conditions()).toEqual([]);
  await world.end();
});

// What the public service says of an address it has banned: docs/api.md, "Bans".
it('keeps to a ban that a click draws, in full: no other click, no poll, also after a restart', async () => {
  let ban = false;
  const world = schedulerOverClient({ answer: () => (ban ? banned(25_445) : {}) });
  await world.clock.advance(hour + 20_000);
  ban = true;
  await expect(world.network().sites({ pagesize: 1 })).rejects.toMatchObject({ kind: 'quota-exhausted' });
  const sent = world.asked.length;
  const { at } = world.asked.at(-1)!;
  ban = false;
  await expect(world.network().sites({ pagesize: 2 })).rejects.toMatchObject({ kind: 'backoff' });
  const [condition] = world.scheduler().conditions();
  expect(condition).toMatchObject({ kind: 'throttled', said: expect.stringContaining('25445') as string });
  await world.clock.advance(3 * hour);
  await world.restart();
  await expect(world.network().sites({ pagesize: 3 })).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(5 * hour);
  expect(world.asked[sent]!.at - at).toBeGreaterThanOrEqual(25_445_000);
  expect(world.asked[sent]!.at - at).toBeLessThan(25_447_000 + minute);
  expect(world.scheduler().conditions()).toEqual([]);
  await world.end();
});

it('counts a page of the protection once, whether a poll or a click draws it', async () => {
  const waits = await Promise.all(
    [false, true].map(async (byClick) => {
      let isBlocked = false;
      const world = schedulerOverClient({ answer: () => (isBlocked ? { page: 429 } : {}) });
      await world.clock.advance(hour);
      isBlocked = true;
      if (byClick)
        await world
          .network()
          .sites({ pagesize: 1 })
          .catch(() => undefined);
      else await world.clock.advance(2 * minute);
      const { at } = world.asked.at(-1)!;
      const sent = world.asked.length;
      await world.clock.advance(10 * minute);
      const wait = world.asked[sent]!.at - at;
      await world.end();
      return wait;
    }),
  );
  for (const wait of waits) {
    expect(wait).toBeGreaterThanOrEqual(5 * minute);
    expect(wait).toBeLessThan(6 * minute);
  }
});

it('keeps to a ban that a click draws while a poll is on its way, although the poll is answered well', async () => {
  let ban = false;
  let answerLate: (() => void) | undefined;
  let held: Promise<void> | undefined;
  const world = schedulerOverClient({ answer: () => (ban ? banned(25_445) : {}), onWay: () => held });
  await world.clock.advance(hour);
  held = new Promise((resolve) => (answerLate = resolve));
  const before = world.asked.length;
  while (world.asked.length === before) await world.clock.advance(1000);
  held = undefined;
  ban = true;
  await expect(world.network().sites({ pagesize: 1 })).rejects.toMatchObject({ kind: 'quota-exhausted' });
  ban = false;
  const sent = world.asked.length;
  answerLate!();
  await world.clock.advance(7 * hour);
  expect(world.asked.length).toBe(sent);
  expect(world.scheduler().conditions()).toMatchObject([{ kind: 'throttled' }]);
  await world.end();
});

describe('a throttle of 80,000 seconds', () => {
  const begin = async () => {
    let seconds: number | undefined;
    const world = schedulerOverClient({ answer: () => (seconds === undefined ? {} : banned(seconds)) });
    await world.clock.advance(hour);
    const ban = (next: number | undefined) => void (seconds = next);
    ban(80_000);
    await world.clock.advance(5 * minute);
    return { world, ban, sent: world.asked.length };
  };

  it.each([
    [80_000, 80_000],
    [8_000_000, 86_400],
  ])('ends by itself: one of %i after %i', async (named, kept) => {
    const { world, ban } = await begin();
    if (named > 80_000) {
      ban(named);
      world.scheduler().pollNow({ byPerson: true, evenIfHeld: true });
      await world.clock.advance(minute);
    }
    ban(undefined);
    const last = world.asked.at(-1)!.at;
    const before = world.asked.length;
    await world.clock.advance(25 * hour);
    const wait = world.asked[before]!.at - last;
    expect(wait).toBeGreaterThanOrEqual(kept * 1000);
    expect(wait).toBeLessThan(kept * 1000 + minute);
    await world.end();
  });

  it('is tried once where a person wants it, and goes on where the network still refuses', async () => {
    const { world, sent, ban } = await begin();
    world.scheduler().pollNow({ byPerson: true });
    await world.clock.advance(2 * minute);
    expect(world.asked).toHaveLength(sent);
    ban(60);
    world.scheduler().pollNow({ byPerson: true, evenIfHeld: true });
    await world.clock.advance(hour);
    expect(world.asked).toHaveLength(sent + 1);
    expect(world.scheduler().conditions()).toMatchObject([{ kind: 'throttled' }]);
    await world.end();
  });

  it('is over where the network answers what a person tried', async () => {
    const { world, sent, ban } = await begin();
    ban(undefined);
    world.scheduler().pollNow({ byPerson: true, evenIfHeld: true });
    await world.clock.advance(2 * minute);
    expect(world.asked.length).toBeGreaterThan(sent + 1);
    expect(world.scheduler().conditions()).toEqual([]);
    await world.end();
  });
});
