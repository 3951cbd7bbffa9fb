import { describe, expect, test } from 'vitest';
import { routes } from '../../../../sandbox/api/routes/index.ts';
import { error, key, noon, site, startNetwork, type Parameters } from '../../support/network.ts';

const network = await startNetwork();
const { db } = network.world;
const [me, other] = [network.member(site), network.member(site, 1)];
const question = network.ask({ userId: other, title: 'In order', tags: ['ordered', 'first'], at: noon - 500 });
db.exec(`UPDATE users SET reputation = 100 WHERE site_id = 1 AND id = ${me}`);

async function items(path: string, parameters: Parameters): Promise<unknown[]> {
  const { status, body } = await network.mine(path, parameters);
  expect([status, body]).toEqual([200, expect.objectContaining({ items: expect.any(Array) })]);
  return body.items;
}
const directions = [{}, { order: 'asc' }, { order: 'desc' }];

describe('lists that have neither sorts nor dates keep their order, whatever `order` says', () => {
  test.each([
    ['/privileges', 'reputation', [1, 5, 15, 20, 50, 75, 125, 250, 500, 1000, 2000, 3000]],
    ['/me/privileges', 'reputation', [1, 5, 15, 20, 50, 75]],
    ['/errors', 'error_id', [400, 401, 402, 403, 404, 405, 406, 407, 409, 500, 502, 503]],
    ['/filters/none;default;total', 'filter', ['default', 'none', 'total']],
  ])('%s', async (path, field, expected) => {
    for (const order of directions) {
      const named = path.startsWith('/errors') || path.startsWith('/filters') ? {} : { site };
      expect([
        order,
        (await items(path, { ...named, ...order })).map((item) => (item as Record<string, unknown>)[field]),
      ]).toEqual([order, expected]);
    }
  });

  test('/sites begins with the main ones, flag options with abuse, accounts with the most reputation, the best of a tag with the best', async () => {
    const first = async (path: string, parameters: Parameters) =>
      (await Promise.all(directions.map((order) => items(path, { ...parameters, ...order })))).map(([item]) => item);
    for (const [path, parameters, expected] of [
      ['/sites', {}, { api_site_parameter: 'loops' }],
      [`/questions/${question}/flags/options`, { site }, { title: 'spam' }],
      [`/users/${network.member(site, 1)}/privileges`, { site }, { reputation: 1 }],
    ] as const)
      expect(await first(path, parameters)).toMatchObject([expected, expected, expected]);
    for (const [path, parameters, field] of [
      ['/me/associated', {}, 'reputation'],
      ['/tags/git/top-answerers/all_time', { site }, 'score'],
      ['/tags/git/top-askers/all_time', { site }, 'score'],
      ['/tags/git/related', { site, pagesize: 100 }, 'name'],
    ] as const) {
      const lists = await Promise.all(directions.map((order) => items(path, { ...parameters, ...order })));
      expect(lists[0]?.length).toBeGreaterThan(1);
      expect(lists[1]).toEqual(lists[0]);
      expect(lists[2]).toEqual(lists[0]);
      if (field === 'name') continue;
      const values = (lists[0] ?? []).map((item) => Number((item as Record<string, unknown>)[field]));
      expect(values).toEqual(values.toSorted((a, b) => b - a));
    }
  });

  test('`order` is checked all the same', async () => {
    expect((await network.get('/privileges', { site, order: 'up' })).body).toMatchObject(error(400, 'order'));
  });
});

test('lists of dated things turn round', async () => {
  for (const [path, parameters, field] of [
    ['/me/inbox', { site, pagesize: 100 }, 'creation_date'],
    ['/me/notifications', { site, pagesize: 100 }, 'creation_date'],
    ['/badges/recipients', { site, pagesize: 5 }, 'award'],
    ['/me/reputation', { site, pagesize: 100, fromdate: noon - 400 * 86_400 }, 'on_date'],
    ['/me/reputation-history', { site, pagesize: 100, fromdate: noon - 400 * 86_400 }, 'creation_date'],
  ] as const) {
    const [bare = [], rising = [], falling = []] = await Promise.all(
      directions.map((order) => items(path, { ...parameters, ...order })),
    );
    expect(bare.length).toBeGreaterThan(1);
    expect(falling).toEqual(bare);
    expect(rising[0]).not.toEqual(bare[0]);
    if (field === 'award') continue;
    const dates = rising.map((item) => Number((item as Record<string, unknown>)[field]));
    expect([path, dates]).toEqual([path, dates.toSorted((a, b) => a - b)]);
  }
});

test('the description has `order` where it does something, and only there', async () => {
  const document = (await (await fetch(`${network.apiBaseUrl}/_sandbox/openapi.json`)).json()) as {
    paths: Record<string, { get?: { parameters: { name?: string; $ref?: string }[] } }>;
  };
  for (const route of routes.filter(({ verb }) => verb === 'GET')) {
    const described = JSON.stringify(document.paths[route.paths[0] ?? '']?.get?.parameters);
    expect(described).toBeDefined();
    expect([route.name, /"order"/.test(described)]).toEqual([
      route.name,
      route.sorts !== undefined || route.created !== undefined,
    ]);
  }
});

test('a key changes nothing about it', async () => {
  const asked = (await network.get('/privileges', { site, key, order: 'asc' })).body.items;
  expect(asked).toEqual((await network.get('/privileges', { site })).body.items);
});
