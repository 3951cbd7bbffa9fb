import { expect, it, vi } from 'vitest';
import {
  accountOnWire,
  schedulerOverClient,
  type Told,
  pageOnWire,
  refusal,
  siteOnWire,
  watchOf,
} from '../scheduler-over-client.ts';

const [minute, hour] = [60_000, 3600_000];

let world: ReturnType<typeof schedulerOverClient>;

/** A world in which one answer, the first after ten minutes or every one from then on, says something odd. */
async function saying(told: Told, { always = false, path }: { always?: boolean; path?: string } = {}) {
  let said = 0;
  let saidAt = 0;
  world = schedulerOverClient({
    answer(asked, _times, _query, passed) {
      if (passed < 10 * minute || (path !== undefined && asked !== path) || (said > 0 && !always)) return {};
      if (said === 0) saidAt = passed;
      said += 1;
      return told;
    },
  });
  await world.clock.advance(10 * minute);
  while (said === 0) await world.clock.advance(10_000);
  return saidAt;
}
const quotaOf = (quota_max: unknown, quota_remaining: unknown) => ({ toldQuota: { quota_max, quota_remaining } });
const requestsSince = (moment: number) => world.asked.filter(({ at }) => at > moment);
const retryIn = () => world.scheduler().conditions()[0]!.retryAt! - world.clock.now();

// The public service's count does fall below 0, and a ban follows: docs/api.md, "Bans".
it.each([
  ['0 once, after thousands', 10_000, 0, false],
  ['less than 0 once', 10_000, -1, false],
  ['far less than 0 once', 10_000, -1e9, false],
  ['of none', 0, 0, true],
  ['of less than none', -5, -5, true],
  ['in words', 'many', null, true],
  ['out of all measure', 1e308, -1e308, true],
  ['with more left than there is', 10, 10_000, true],
  ['in parts of a request', 0.5, 0.25, true],
])('what the network says of limits: an odd quota stops nothing: %s', async (_, max, remaining, always) => {
  const at = await saying(quotaOf(max, remaining), { always });
  await world.clock.advance(30 * minute);
  expect(world.kinds()).toEqual([]);
  expect(requestsSince(at).length).toBeGreaterThan(8);
});

// The request after the last one draws a ban of hours (docs/api.md, "Bans"), so the second look is one, and no haste.
it('what the network says of limits: a quota that is suddenly 0 is looked at after a minute and, once it is believed, once an hour', async () => {
  const at = await saying(quotaOf(10_000, 0), { always: true });
  world.scheduler().pollNow({ byPerson: false });
  await world.clock.advance(4 * minute);
  const looks = world.asked.filter((asked) => asked.at >= at).map((asked) => asked.at - at);
  expect(looks).toHaveLength(2);
  expect(looks[1]).toBeGreaterThanOrEqual(minute);
  expect(looks[1]).toBeLessThan(2 * minute);
  expect(world.kinds()).toEqual(['quota-exhausted']);
  expect(retryIn()).toBeLessThanOrEqual(hour);
  await world.clock.advance(6 * minute);
  const before = requestsSince(at).length;
  await world.clock.advance(5 * hour);
  expect(requestsSince(at).length - before).toBeGreaterThanOrEqual(4);
  expect(requestsSince(at).length - before).toBeLessThanOrEqual(6);
  expect(world.kinds()).toEqual(['quota-exhausted']);
});

const retryAfter = (seconds: string) => ({
  raw: () => new Response('', { status: 429, headers: { 'retry-after': seconds } }),
});

// Bans of up to 75,808 s were seen: docs/api.md, "Bans".
it('what the network says of limits: a Retry-After of 20 hours is kept in full', async () => {
  const at = await saying(retryAfter('72000'));
  await world.clock.advance(at + 20 * hour - world.passed() - 30_000);
  expect(requestsSince(at)).toEqual([]);
  // Who asks all the same is told why nothing is done, and until when.
  world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(1000);
  expect(requestsSince(at)).toEqual([]);
  const { kind, retryAt } = world.scheduler().blockingCondition()!;
  expect(kind).toBe('throttled');
  expect(Math.abs(retryAt! - world.clock.now())).toBeLessThan(minute);
  await world.clock.advance(5 * minute);
  expect(requestsSince(at).length).toBeGreaterThan(0);
});

/** Sites that a response names. */
const SITES = 400;

it('forgets what a night of odd answers named, and goes on with what it polls', async () => {
  let odd = true;
  let polls = 0;
  const world = schedulerOverClient({
    answer(path) {
      if (path !== '/me/associated' || !odd) return {};
      // Every second response changes the totals of the sites in the one before, which are polled for that.
      const from = Math.floor(polls / 2) * SITES;
      polls += 1;
      const account = (name: string) => ({ ...accountOnWire(1, name), reputation: 100 * polls });
      return { items: Array.from({ length: SITES }, (_, index) => account(`odd${from + index}`)) };
    },
  });
  // A stream's state is read from its mark once, and deleted with it.
  const kept = new Set<string>();
  const { mark, deleteMark } = world.profile;
  vi.spyOn(world.profile, 'mark').mockImplementation((name) => {
    if (name.startsWith('stream:')) kept.add(name);
    return mark.call(world.profile, name);
  });
  vi.spyOn(world.profile, 'deleteMark').mockImplementation((name) => {
    kept.delete(name);
    deleteMark.call(world.profile, name);
  });
  while (polls < 7) await world.clock.advance(minute);

  expect(kept.size).toBeLessThan(1100);
  odd = false;
  const before = world.times('/inbox').length;
  await world.clock.advance(10 * minute);
  expect(world.times('/inbox').length).toBeGreaterThan(before);
});

// Items of 2.3 are objects (docs/api.md, "Objects"); a change of the network's that nobody announced is none.
it.each([
  ['nulls', [null, null]],
  ['other types', [{ item_type: 7, creation_date: 'today', title: {} }]],
])('a list of which nothing can be read is told of after a while, until something can be: %s', async (_, odd) => {
  let isOdd = true;
  const world = schedulerOverClient({
    answer: (path) => (path === '/inbox' && isOdd ? { items: odd as object[] } : {}),
  });
  await world.clock.advance(10 * minute);
  expect(world.kinds()).toEqual([]);
  await world.clock.advance(90 * minute);
  expect(world.kinds()).toEqual(['bad-answer']);
  const { length } = world.times('/inbox');
  isOdd = false;
  world.scheduler().pollNow({ byPerson: true });
  await world.clock.advance(2 * minute);
  expect(world.times('/inbox').length).toBeGreaterThan(length);
  expect(world.kinds()).toEqual([]);
});

it('a list of which nothing can be read is not told of a single odd question on a quiet site', async () => {
  let began = 0;
  const world = schedulerOverClient({
    watches: [watchOf('w', 's')],
    answer(path, _times, query) {
      if (path !== '/questions') return {};
      began ||= world.clock.now() + 5 * minute;
      const from = Number(query.get('fromdate') ?? 0) * 1000;
      const isThere = world.clock.now() >= began && from <= began;
      return { items: isThere ? [{ question_id: 1, title: 7, creation_date: Math.floor(began / 1000) }] : [] };
    },
  });
  for (let passed = 0; passed < 60; passed++) {
    await world.clock.advance(minute);
    expect(world.kinds()).toEqual([]);
  }
});

it('a list of which nothing can be read of sites takes none away that are known, whichever page it is, nor when the list is read the next time', async () => {
  const all = Array.from({ length: 250 }, (_none, n) => siteOnWire(`site${n}`));
  let oddPage = 0;
  const world = schedulerOverClient({
    answer(path, _times, query) {
      if (path !== '/sites') return {};
      const page = pageOnWire(all, query);
      const odd = page.items!.map(() => null) as unknown as object[];
      return Number(query.get('page') ?? 1) === oddPage ? { ...page, items: odd } : page;
    },
  });
  const known = () => world.history.sites('demo').length;
  const lookAgain = async (ms: number) => {
    world.profile.deleteMark('sites-at');
    world.scheduler().pollNow({ byPerson: true });
    await world.clock.advance(ms);
  };
  await world.clock.advance(5 * minute);
  expect(known()).toBe(all.length);
  for (oddPage of [1, 2, 3]) {
    await lookAgain(5 * minute);
    expect(known(), `page ${oddPage}`).toBe(all.length);
  }
  expect(world.times('/sites').length).toBeGreaterThan(3);
  oddPage = 0;
  await lookAgain(61 * minute);
  expect(known()).toBe(all.length);
});

/** A world that knows no operation for a while, and is asked again by a person once it does; returns when that was. */
async function withoutMethods({ goodMinutes, badMinutes }: { goodMinutes: number; badMinutes: number }) {
  let isBroken = goodMinutes === 0;
  const world = schedulerOverClient({
    answer: () => (isBroken ? refusal(404, 'no_method', 'no method found with this name') : {}),
  });
  await world.clock.advance(goodMinutes * minute);
  isBroken = true;
  await world.clock.advance(badMinutes * minute);
  isBroken = false;
  world.scheduler().pollNow({ byPerson: true });
  return { world, mendedAt: world.passed() };
}

// Error 404 says that there is no such operation (docs/api.md, "Errors"); of all at once it says something else.
it('a network that for hours knows no operation at all is asked as before once it does', async () => {
  const { world, mendedAt } = await withoutMethods({ goodMinutes: 10, badMinutes: 180 });
  await world.clock.advance(5 * minute);
  for (const path of ['/inbox', '/users/1/reputation-history']) {
    expect(world.times(path)[0], path).toBeLessThan(10 * minute);
    expect(world.times(path).at(-1), path).toBeGreaterThan(mendedAt);
  }
  expect(world.kinds()).toEqual([]);
});

it('and one that knows none while a first sign-in has no site yet is asked for the inbox of all sites again', async () => {
  const { world, mendedAt } = await withoutMethods({ goodMinutes: 0, badMinutes: 60 });
  await world.clock.advance(65 * minute);
  expect(world.times('/inbox').at(-1)).toBeGreaterThan(mendedAt);
});
