import { expect, it } from 'vitest';
import { accountOnWire, commentOnWire, questionOnWire, siteOnWire } from '../../../../support/on-wire.ts';
import { BEGAN, refusal, schedulerOverClient, watchOf } from './scheduler-over-client.ts';

const HOUR = 3600_000;

/** A world with a list of several pages, of which all but the first are refused while `list.isFailing`. */
function paged(route: string, pages: object[][], rule?: object) {
  const list = { pages, isFailing: true };
  const world = schedulerOverClient({
    watches: rule ? [watchOf('w', 's', rule)] : [],
    answer(path, _times, query) {
      if (path !== route) return {};
      const page = Number(query.get('page') ?? 1);
      if (list.isFailing && page > 1) return refusal(500, 'internal_error', 'try again');
      return { items: list.pages[page - 1] ?? [], hasMore: page < list.pages.length };
    },
  });
  const pagesAsked = () =>
    world.asked.flatMap(({ path, url }) => (path === route ? [Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1)] : []));
  return { list, world, pagesAsked };
}

it('keeps the pages of sites before the one that failed, and goes on there', async () => {
  const { list, world, pagesAsked } = paged('/sites', [[siteOnWire('s')], [siteOnWire('z')]]);
  await world.clock.advance(HOUR);
  expect(world.history.sites('demo')).toEqual([]);
  list.isFailing = false;
  await world.clock.advance(6 * HOUR);
  expect(world.history.sites('demo').map(({ id }) => id)).toEqual(['s', 'z']);
  expect(pagesAsked().filter((page) => page === 1)).toHaveLength(1);
});

it('leaves the accounts as they were', async () => {
  const { list, world } = paged('/me/associated', [[accountOnWire(1, 's')], [accountOnWire(2, 'z')]]);
  const users = () => world.profile.reputation.accounts().map(({ userId }) => userId);
  await world.clock.advance(HOUR);
  expect(users()).toEqual([]);
  list.isFailing = false;
  await world.clock.advance(6 * HOUR);
  expect(users().toSorted()).toEqual([1, 2]);
});

it('leaves the inbox as it was, and announces each item once when all pages come', async () => {
  const item = (number: number) => commentOnWire(number, BEGAN + number * 1000);
  const { list, world } = paged('/inbox', [[]]);
  await world.clock.advance(HOUR);
  list.pages = [[item(3), item(2)], [item(1)]];
  await world.clock.advance(HOUR);
  expect(world.profile.inbox.unreadCount()).toBe(0);
  list.isFailing = false;
  await world.clock.advance(2 * HOUR);
  expect(world.profile.inbox.list(9).map(({ title }) => title)).toEqual(['item 3', 'item 2', 'item 1']);
  expect(world.profile.notifications.pending().map(({ count }) => count)).toEqual([3]);
});

it.each([
  ['scored', { anyTags: ['a'], minScore: 2 }, '/search/advanced'],
  ['featured', { anyTags: ['a'], bounty: true }, '/questions/featured'],
])('records nothing of a list of %s questions before all of its pages came', async (_list, rule, route) => {
  const question = (id: number) => questionOnWire(id, BEGAN - HOUR + id * 1000, { score: 5, bounty_amount: 50 });
  const { list, world, pagesAsked } = paged(route, [[question(2)], [question(1)]], rule);
  const seen = () => [1, 2].filter((id) => world.profile.questions.get('s', id) !== undefined);
  await world.clock.advance(HOUR);
  expect(pagesAsked()).toContain(2);
  expect(seen()).toEqual([]);
  list.isFailing = false;
  await world.clock.advance(6 * HOUR);
  expect(seen()).toEqual([1, 2]);
});
