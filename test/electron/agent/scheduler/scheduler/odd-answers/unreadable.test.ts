import { describe, expect, it } from 'vitest';
import { pageOnWire, refusal, schedulerOverClient, siteOnWire, watchOf } from '../scheduler-over-client.ts';

const minute = 60_000;

describe('a list of which nothing can be read', () => {
  // Items of 2.3 are objects (docs/api.md, "Objects"); a change of the network's that nobody announced is none.
  it.each([
    ['nulls', [null, null]],
    ['other types', [{ item_type: 7, creation_date: 'today', title: {} }]],
  ])('is told of after a while, and no more once something can be: %s', async (_, odd) => {
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

  it('is not told of a single odd question on a quiet site', async () => {
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

  it('of sites takes none away that are known, whichever page it is, nor when the list is read the next time', async () => {
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
