import { expect, test } from 'vitest';
import { routes } from '../../../../sandbox/api/routes/index.ts';
import { readDocument } from '../../support/document.ts';
import { noon, site, startNetwork, type Parameters } from '../../support/network.ts';

const network = await startNetwork();
const [me, other] = [network.member(site), network.member(site, 1)];
const question = network.ask({ userId: other, title: 'In order', tags: ['ordered', 'first'], at: noon - 500 });
network.world.db.exec(`UPDATE users SET reputation = 100 WHERE site_id = 1 AND id = ${me}`);

/** A list as it comes, then rising and falling, without its quota. */
async function inEachOrder(path: string) {
  const ask = (order: Parameters) => network.items(path, { ...(!path.includes('site=') && { site: '' }), ...order });
  return { bare: await ask({}), rising: await ask({ order: 'asc' }), falling: await ask({ order: 'desc' }) };
}

const earned = [1, 5, 15, 20, 50, 75];
test.each([
  ['/privileges?site=loops', 'reputation', [...earned, 125, 250, 500, 1000, 2000, 3000]],
  ['/me/privileges?site=loops', 'reputation', earned],
  ['/errors', 'error_id', [400, 401, 402, 403, 404, 405, 406, 407, 409, 500, 502, 503]],
  ['/filters/none;default;total', 'filter', ['default', 'none', 'total']],
  ['/sites', 'api_site_parameter', ['loops']],
  [`/questions/${question}/flags/options?site=loops`, 'title', ['spam']],
  [`/users/${other}/privileges?site=loops`, 'reputation', [1]],
  ['/tags/git/related?site=loops&pagesize=100', 'name', []],
])('%s, with neither sorts nor dates, keeps its order, whatever `order` says', async (path, field, beginning) => {
  const { bare, rising, falling } = await inEachOrder(path);
  expect([rising, falling]).toEqual([bare, bare]);
  expect(bare.map((item) => item[field]).slice(0, beginning.length)).toEqual(beginning);
  expect(bare.length > beginning.length).toBe(beginning.length < 2);
});

test.each([
  ['/me/associated', 'reputation'],
  ['/tags/git/top-answerers/all_time?site=loops', 'score'],
  ['/tags/git/top-askers/all_time?site=loops', 'score'],
])('%s begins with the most %s, whatever `order` says', async (path, field) => {
  const { bare, rising, falling } = await inEachOrder(path);
  expect(bare.length).toBeGreaterThan(1);
  expect([rising, falling]).toEqual([bare, bare]);
  const values = bare.map((item) => Number(item[field]));
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

const { paths } = await readDocument(network);
test.each(routes.filter(({ verb }) => verb === 'GET'))('$name describes `order` where it does something', (route) => {
  const described = JSON.stringify(paths[route.paths[0] ?? '']?.['get']?.parameters);
  expect(/"order"/.test(described)).toBe(route.sorts !== undefined || route.created !== undefined);
});
