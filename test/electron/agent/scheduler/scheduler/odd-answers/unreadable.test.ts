import { afterEach, describe, expect, it } from 'vitest';
import { schedulerOverClient, watchOf } from '../scheduler-over-client.ts';

const minute = 60_000;

/** Questions are asked about each ten minutes, so that a page has items for as long as polls look back. */
const question = (id: number, at: number) => ({
  question_id: id,
  title: 'T',
  link: 'https://s.example/q/1',
  tags: ['a'],
  score: 0,
  answer_count: 0,
  is_answered: false,
  creation_date: Math.floor(at / 1000),
  last_activity_date: Math.floor(at / 1000),
});

describe('a list of which nothing can be read', () => {
  let world: ReturnType<typeof schedulerOverClient>;
  afterEach(() => world.end());
  const conditions = () => world.scheduler().conditions();
  const kinds = () => conditions().map(({ kind }) => kind);

  // Items of 2.3 are objects (docs/api.md, "Objects"); a change of the network's that nobody announced is none.
  it.each([
    ['nulls', [null, null]],
    ['other types', [{ item_type: 7, creation_date: 'today', title: {} }]],
  ])('is told of after a while, and no more once something can be: %s', async (_, odd) => {
    let isOdd = true;
    world = schedulerOverClient({
      answer: (path) => (path === '/inbox' && isOdd ? { items: odd as unknown as object[] } : {}),
    });
    await world.clock.advance(10 * minute);
    expect(kinds()).toEqual([]);
    await world.clock.advance(90 * minute);
    expect(kinds()).toEqual(['bad-answer']);
    const { length } = world.times('/inbox');
    isOdd = false;
    world.scheduler().pollNow({ byPerson: true });
    await world.clock.advance(2 * minute);
    expect(world.times('/inbox').length).toBeGreaterThan(length);
    expect(kinds()).toEqual([]);
  });

  it('is not told of a single odd question on a quiet site', async () => {
    let began = 0;
    const odd = { ...question(1, 0), title: 7 };
    world = schedulerOverClient({
      watches: [watchOf('w', 's', { anyTags: ['a'] })],
      answer(path, _times, query) {
        if (path !== '/questions') return {};
        began ||= world.clock.now() + 5 * minute;
        const from = Number(query.get('fromdate') ?? 0) * 1000;
        const isThere = world.clock.now() >= began && from <= began;
        return { items: isThere ? [{ ...odd, creation_date: Math.floor(began / 1000) }] : [] };
      },
    });
    for (let passed = 0; passed < 60; passed++) {
      await world.clock.advance(minute);
      expect(kinds()).toEqual([]);
    }
  });

  it('of sites takes away none that are known', async () => {
    let isOdd = false;
    world = schedulerOverClient({
      answer: (path) => (path === '/sites' && isOdd ? { items: [null] as unknown as object[] } : {}),
    });
    await world.clock.advance(5 * minute);
    expect(world.history.sites('demo').map(({ id }) => id)).toEqual(['s', 'z']);
    isOdd = true;
    world.profile.deleteMark('sites-at');
    const { length } = world.times('/sites');
    world.scheduler().pollNow({ byPerson: true });
    await world.clock.advance(5 * minute);
    expect(world.times('/sites').length).toBe(length + 1);
    expect(world.history.sites('demo').map(({ id }) => id)).toEqual(['s', 'z']);
  });

  it('of one page of many sites takes none away either, nor when the list is read the next time', async () => {
    const PAGE_SIZE = 100;
    const all = Array.from({ length: 250 }, (_none, n) => ({
      api_site_parameter: `site${n}`,
      name: `Site ${n}`,
      site_url: `https://site${n}.example`,
    }));
    let oddPage = 0;
    world = schedulerOverClient({
      answer(path, _times, query) {
        if (path !== '/sites') return {};
        const page = Number(query.get('page') ?? 1);
        const items = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
        const odd = items.map(() => null) as unknown as object[];
        return { items: page === oddPage ? odd : items, hasMore: page * PAGE_SIZE < all.length };
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
    oddPage = 0;
    await lookAgain(61 * minute);
    expect(known()).toBe(all.length);
  });
});
