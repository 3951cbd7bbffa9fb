import { expect, test } from 'vitest';
import { SCOPES } from '../../../sandbox/api/caller.ts';
import { noon, site, startNetwork, token, type Parameters } from '../support/network.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';

// What sorts, bounds, dates and pages do, on every list that has them: docs/api.md, "Sorts", "Dates" and "Paging".

type Item = Record<string, unknown>;

const network = await startNetwork();
await network.control.grant({ token, accountId: network.account(), scopes: [...SCOPES] });
const me = network.member(site);
const question = network.ask({ at: noon - 300 });
for (const at of [noon - 200, noon - 100]) network.comment({ postId: question, body: '@x', at });
network.world.db.exec(
  `UPDATE comments SET reply_to_user_id = ${me}, score = id % 5 WHERE site_id = 1 AND post_id = ${question};
   UPDATE users SET last_modified_at = ${noon} - id % 7 * 1000`,
);
/** Only what lists are sorted and told apart by: there are many requests. */
const FIELDS = /\.(?:items|has_more|score|count|rank|badge_type|reputation|(?:display_)?name|\w+_(?:date|id))$/;
const [standard = {}] = (await network.get('/filters/default')).body.items;
const fields = (standard['included_fields'] as string[]).filter((field) => FIELDS.test(field));
const include = [...fields, '.total', 'tag.last_activity_date'].join(';');
const filter = await network.filter({ base: 'none', include });

/** What each sort goes by, as far as items tell it; names in small letters, words by their place. */
const RANKS = ['gold', 'silver', 'bronze'];
const small = (text: unknown) => String(text).toLowerCase();
const SORTED_BY: Readonly<Record<string, (item: Item) => number | string>> = {
  activity: (item) => Number(item['last_activity_date'] ?? item['last_applied_date']),
  creation: (item) => Number(item['creation_date']),
  modified: (item) => Number(item['last_modified_date']),
  name: (item) => small(item['name'] ?? item['display_name']),
  popular: (item) => Number(item['count']),
  rank: (item) => RANKS.indexOf(String(item['rank'])),
  reputation: (item) => Number(item['reputation']),
  type: (item) => ['named', 'tag_based'].indexOf(String(item['badge_type'])),
  votes: (item) => Number(item['score']),
};
const byRank = (one: number | string, other: number | string) => (one < other ? -1 : one > other ? 1 : 0);
const dateOf = (item: Item) => Number(item['on_date'] ?? item['creation_date']);
const PAGE = 30;

const lists = readings.filter(([template, { paths, sorts, created }]) => template === paths[0] && (sorts ?? created));
test.each(lists)('%s is sorted, bounded, dated and paged as every list is', async (template, route) => {
  const path = filledPath(network, template, { site, token });
  const page = async (parameters: Parameters) => {
    const asked = { filter, pagesize: PAGE, ...neededBy(template, route, site), ...parameters };
    const { status, body } = await network.mine(path, asked);
    expect([parameters, status]).toEqual([parameters, 200]);
    return body;
  };
  const { items, total, has_more: hasMore } = await page({});
  const [first] = Object.keys(route.sorts ?? {});
  expect(items).toEqual((await page({ ...(first && { sort: first }), order: 'desc' })).items);
  expect(Number(total) > PAGE).toBe(hasMore);
  const pages = await Promise.all([1, 2, 3].map((number) => page({ page: number, pagesize: 5 })));
  expect(pages.flatMap((one) => one.items)).toEqual(items.slice(0, 15));
  expect(pages.map((one) => one['has_more'])).toEqual([5, 10, 15].map((end) => Number(total) > end));

  /** Those within bounds are there and nobody else, in the order in which they come anyway. */
  const expectWithin = async (all: Item[], parameters: Parameters, isWithin: (item: Item) => boolean) => {
    const bounded = (await page(parameters)).items;
    const within = all.filter(isWithin);
    expect(bounded.filter((item) => !isWithin(item))).toEqual([]);
    expect(bounded.slice(0, within.length)).toEqual(within);
  };
  const [third = {}, secondThird = {}] = [1, 2].map((nth) => items[Math.floor((items.length * nth) / 3)]);
  if (route.created && dateOf(third)) {
    const [fromdate = 0, todate = 0] = [third, secondThird].map(dateOf).toSorted((a, b) => a - b);
    await expectWithin(items, { fromdate, todate }, (item) => dateOf(item) >= fromdate && dateOf(item) <= todate);
    const dates = (await page({ order: 'asc' })).items.map(dateOf);
    if (!route.sorts) expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  }
  for (const [sort, { bound }] of Object.entries(route.sorts ?? {})) {
    const valueOf = SORTED_BY[sort];
    if (valueOf === undefined || bound === 'none' || items.length === 0) continue;
    const falling = (await page({ sort })).items.map(valueOf);
    expect(falling).toEqual(falling.toSorted(byRank).toReversed());
    const rising = (await page({ sort, order: 'asc' })).items;
    const values = rising.map(valueOf);
    expect(values).toEqual(values.toSorted(byRank));
    const [from = {}, to = {}] = [1, 2].map((nth) => rising[Math.floor((rising.length * nth) / 3)]);
    const sent = (item: Item) =>
      bound === 'word' ? small(item[sort === 'rank' ? 'rank' : 'badge_type']) : valueOf(item);
    const bounds = { sort, order: 'asc', min: sent(from), max: sent(to) };
    await expectWithin(rising, bounds, (item) => valueOf(item) >= valueOf(from) && valueOf(item) <= valueOf(to));
  }
});
