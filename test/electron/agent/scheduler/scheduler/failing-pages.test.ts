import { afterEach, expect, it } from 'vitest';
import { schedulerOverClient, watchOf, type Told } from './scheduler-over-client.ts';

const HOUR = 3600_000;

type World = ReturnType<typeof schedulerOverClient>;
let world: World;
afterEach(() => world.end());

const refusal = { error_id: 500, error_name: 'internal_error', error_message: 'try again' };
/** The pages of a list, of which all but the first are refused while `isFailing`. */
let isFailing: boolean;
const paged =
  (route: string, pages: object[][]) =>
  (path: string, _times: number, query: URLSearchParams): Told => {
    if (path !== route) return {};
    const page = Number(query.get('page') ?? 1);
    return isFailing && page > 1 ? { refusal } : { items: pages[page - 1] ?? [], hasMore: page < pages.length };
  };
const pagesAsked = (route: string) =>
  world.asked
    .filter(({ path }) => path === route)
    .map(({ url }) => Number(new URL(url, 'https://api.example').searchParams.get('page') ?? 1));

const site = (id: string) => ({ api_site_parameter: id, name: id, site_url: `https://${id}.example` });
const account = (user: number) => ({
  account_id: 1,
  user_id: user,
  site_url: `https://${'sz'[user - 1]}.example`,
  site_name: `S${user}`,
  reputation: user,
});

it('keeps the pages of sites before the one that failed, and goes on there', async () => {
  isFailing = true;
  world = schedulerOverClient({ answer: paged('/sites', [[site('s')], [site('z')]]) });
  await world.clock.advance(HOUR);
  expect(world.history.sites('demo')).toEqual([]);
  isFailing = false;
  await world.clock.advance(6 * HOUR);
  expect(world.history.sites('demo').map(({ id }) => id)).toEqual(['s', 'z']);
  expect(pagesAsked('/sites').filter((page) => page === 1)).toHaveLength(1);
});

it('leaves the accounts as they were', async () => {
  isFailing = true;
  world = schedulerOverClient({ answer: paged('/me/associated', [[account(1)], [account(2)]]) });
  const users = () => world.profile.reputation.accounts().map(({ userId }) => userId);
  await world.clock.advance(HOUR);
  expect(users()).toEqual([]);
  isFailing = false;
  await world.clock.advance(6 * HOUR);
  expect(users().toSorted()).toEqual([1, 2]);
});

it('leaves the inbox as it was, and announces each item once when all pages come', async () => {
  isFailing = true;
  const item = (number: number) => ({
    item_type: 'comment',
    creation_date: 1_767_571_200 + number,
    title: `item ${number}`,
    link: `https://s.example/c/${number}`,
    comment_id: number,
    is_unread: true,
    site: site('s'),
  });
  let pages: object[][] = [[]];
  world = schedulerOverClient({ answer: (...given) => paged('/inbox', pages)(...given) });
  await world.clock.advance(HOUR);
  pages = [[item(3), item(2)], [item(1)]];
  await world.clock.advance(HOUR);
  expect(world.profile.inbox.unreadCount()).toBe(0);
  isFailing = false;
  await world.clock.advance(2 * HOUR);
  expect(world.profile.inbox.list(9).map(({ title }) => title)).toEqual(['item 3', 'item 2', 'item 1']);
  expect(world.profile.notifications.pending().map(({ count }) => count)).toEqual([3]);
});

it.each([
  ['scored', { anyTags: ['a'], minScore: 2 }, '/search/advanced'],
  ['featured', { anyTags: ['a'], bounty: true }, '/questions/featured'],
])('records nothing of a list of %s questions before all of its pages came', async (_list, rule, route) => {
  isFailing = true;
  const question = (id: number) => ({
    question_id: id,
    creation_date: 1_767_571_000 + id,
    title: `Q${id}`,
    tags: ['a'],
    score: 5,
    bounty_amount: 50,
  });
  world = schedulerOverClient({
    watches: [watchOf('w', 's', rule)],
    answer: paged(route, [[question(2)], [question(1)]]),
  });
  const seen = () => [1, 2].filter((id) => world.profile.questions.get('s', id) !== undefined);
  await world.clock.advance(HOUR);
  expect(pagesAsked(route)).toContain(2);
  expect(seen()).toEqual([]);
  isFailing = false;
  await world.clock.advance(6 * HOUR);
  expect(seen()).toEqual([1, 2]);
});
