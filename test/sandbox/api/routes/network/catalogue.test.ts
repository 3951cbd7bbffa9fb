import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../../../support/network.ts';

const network = await startNetwork();
for (const [index, tags] of [['quince-jam', 'quince'], ['quince'], ['quince', 'pear']].entries())
  network.ask({ title: `Fruit ${index}`, tags, at: noon - 100 + index });

test.each([
  // Anywhere in the name; the last active comes first.
  ['inname=uinc', ['quince', 'quince-jam']],
  ['inname=QUINCE-', ['quince-jam']],
  ['inname=quince%25', []],
  ['inname=quince;pear', []],
  ...['loops', 'LOOPS', 'loops.example', 'https://loops.example'].map((named): [string, string[]] => [
    `inname=quince-jam&site=${named}`,
    ['quince-jam'],
  ]),
])('/tags: %s', async (query, expected) => {
  expect(await network.list(`/tags?${query}`)).toEqual(expected);
});

test('a tag tells its count and marks', async () => {
  expect((await network.get('/tags', { site, inname: 'quince-jam' })).body.items).toEqual([
    { name: 'quince-jam', count: 1, has_synonyms: false, is_moderator_only: false, is_required: false },
  ]);
});

const sites = async () => {
  const { body } = await network.get('/sites', { pagesize: 1000 });
  expect(body['has_more']).toBe(false);
  return Object.fromEntries(body.items.map((item) => [String(item['api_site_parameter']), item]));
};

test('/sites lists every site', async () => {
  const { loops, ...others } = await sites();
  expect(Object.keys(others).length).toBeGreaterThanOrEqual(3);
  expect(loops).toMatchObject({
    site_url: 'https://loops.example',
    site_type: 'main_site',
    styling: { link_color: expect.stringMatching(/^#/) },
  });
});

test('main sites and their metas know each other', async () => {
  const { loops, 'meta.loops': meta } = await sites();
  const named = { name: 'Loop &amp; Branch Meta', site_url: 'https://meta.loops.example' };
  expect(loops?.['related_sites']).toEqual([{ ...named, relation: 'meta', api_site_parameter: 'meta.loops' }]);
  expect(meta?.['related_sites']).toMatchObject([{ relation: 'parent', api_site_parameter: 'loops' }]);
});
