import { expect, it } from 'vitest';
import { schedulerOverClient, throttle, type Told } from '../scheduler-over-client.ts';

const minute = 60_000;
const hour = 60 * minute;
const banned = (seconds: number): Told => ({ ...throttle(seconds), hidesQuota: true });
/** A page of the protection before the network. */
const blocked: Told = {
  raw: () => new Response('<!doctype html>', { status: 429, headers: { 'content-type': 'text/html' } }),
};

/** A world in which all goes well for an hour, and from then on what is told. */
async function afterAnHour(onWay: () => Promise<void> | undefined = () => undefined) {
  let told: Told = {};
  const world = schedulerOverClient({ answer: () => told, onWay });
  await world.clock.advance(hour);
  const click = (pagesize = 1) => world.network().sites({ pagesize });
  /** How long after the last of the first `sent` requests the next one was sent, in ms. */
  const waited = (sent: number) => world.asked[sent]!.at - world.asked[sent - 1]!.at;
  return { ...world, tell: (next: Told) => void (told = next), click, waited };
}

// As captured in August 2026: docs/api.md, "Bans".
it.each([
  ['a poll', false, 46_472],
  ['a click', true, 25_445],
])('keeps to a ban of hours that %s draws, in full: no click, no poll, also after a restart', async (_, byClick, s) => {
  const { tell, click, waited, ...world } = await afterAnHour();
  await world.clock.advance(20_000);
  tell(banned(s));
  if (byClick) await expect(click()).rejects.toMatchObject({ kind: 'quota-exhausted' });
  else await world.clock.advance(5 * minute);
  const sent = world.asked.length;
  tell({});
  await expect(click(2)).rejects.toMatchObject({ kind: 'backoff' });
  const said = expect.stringContaining(String(s)) as string;
  expect(world.scheduler().conditions()).toMatchObject([{ kind: 'throttled', said }]);
  // It is no end of the quota.
  expect(world.scheduler().quota()!.remaining).toBeGreaterThan(9000);
  await world.clock.advance(s * 500);
  await world.restart();
  world.scheduler().pollNow({ byPerson: true });
  await expect(click(3)).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(s * 600);
  expect(waited(sent)).toBeGreaterThanOrEqual(s * 1000);
  expect(waited(sent)).toBeLessThan((s + 2) * 1000 + minute);
  expect(world.kinds()).toEqual([]);
});

it.each([
  ['a poll', false],
  ['a click', true],
])('waits five minutes after a page of the protection that %s draws, clicks too, and goes on', async (_, byClick) => {
  const { tell, click, waited, ...world } = await afterAnHour();
  tell(blocked);
  if (byClick) await expect(click()).rejects.toThrow();
  else await world.clock.advance(2 * minute);
  const sent = world.asked.length;
  expect(world.kinds()).toEqual(['blocked-by-protection']);
  tell({});
  world.scheduler().pollNow({ byPerson: true });
  await expect(click(2)).rejects.toMatchObject({ kind: 'backoff' });
  await world.clock.advance(10 * minute);
  expect(waited(sent)).toBeGreaterThanOrEqual(5 * minute);
  // It counts once, whoever draws it.
  expect(waited(sent)).toBeLessThan(6 * minute);
  expect(world.kinds()).toEqual([]);
});

it('keeps to a ban that a click draws while a poll is on its way, although the poll is answered well', async () => {
  const late = Promise.withResolvers<void>();
  let isHeld = false;
  const { tell, click, ...world } = await afterAnHour(() => (isHeld ? late.promise : undefined));
  isHeld = true;
  const before = world.asked.length;
  while (world.asked.length === before) await world.clock.advance(1000);
  isHeld = false;
  tell(banned(25_445));
  await expect(click()).rejects.toMatchObject({ kind: 'quota-exhausted' });
  tell({});
  const sent = world.asked.length;
  late.resolve();
  await world.clock.advance(7 * hour);
  expect(world.asked.length).toBe(sent);
  expect(world.kinds()).toEqual(['throttled']);
});

const begin = async () => {
  const world = await afterAnHour();
  world.tell(banned(80_000));
  await world.clock.advance(5 * minute);
  const tryAnyway = () => world.scheduler().pollNow({ byPerson: true, evenIfHeld: true });
  return { ...world, sent: world.asked.length, tryAnyway };
};

it('a throttle of 80,000 seconds ends by itself after a day at the latest, whatever it names', async () => {
  const { tell, waited, tryAnyway, ...world } = await begin();
  tell(banned(8_000_000));
  tryAnyway();
  await world.clock.advance(minute);
  tell({});
  const sent = world.asked.length;
  await world.clock.advance(25 * hour);
  expect(waited(sent)).toBeGreaterThanOrEqual(86_400_000);
  expect(waited(sent)).toBeLessThan(86_400_000 + minute);
});

it('a throttle of 80,000 seconds is tried once where a person wants it, goes on where that is refused, and is over where not', async () => {
  const { tell, sent, tryAnyway, ...world } = await begin();
  world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(2 * minute);
  expect(world.asked).toHaveLength(sent);
  tell(banned(60));
  tryAnyway();
  await world.clock.advance(hour);
  expect(world.asked).toHaveLength(sent + 1);
  expect(world.kinds()).toEqual(['throttled']);
  // It is over where the network answers what a person tried.
  tell({});
  tryAnyway();
  await world.clock.advance(2 * minute);
  expect(world.asked.length).toBeGreaterThan(sent + 2);
  expect(world.kinds()).toEqual([]);
});
