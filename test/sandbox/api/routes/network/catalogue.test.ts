import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork } from '../../../support/network.ts';

const network = await startNetwork();
for (const [index, tags] of [['quince-jam', 'quince'], ['quince'], ['quince', 'pear']].entries())
  network.ask({ title: `Fruit ${index}`, tags, at: noon - 100 + index });
const names = async (parameters: Record<string, string | number>) =>
  (await network.get('/tags', { site, ...parameters })).body.items.map((item) => item['name']);

describe('/tags', () => {
  test('inname matches anywhere in the name; the last active comes first', async () => {
    expect(await names({ inname: 'uinc' })).toEqual(['quince', 'quince-jam']);
    expect(await names({ inname: 'QUINCE-' })).toEqual(['quince-jam']);
    expect(await names({ inname: 'quince%' })).toEqual([]);
    expect(await names({ inname: 'quince;pear' })).toEqual([]);
  });

  test('sorts by name and by count, with bounds of that kind', async () => {
    expect(await names({ inname: 'quince', sort: 'name', order: 'asc' })).toEqual(['quince', 'quince-jam']);
    expect(await names({ sort: 'name', min: 'quince', max: 'quince-jam', order: 'asc' })).toEqual([
      'quince',
      'quince-jam',
    ]);
    expect(await names({ inname: 'quince', sort: 'popular', min: 2 })).toEqual(['quince']);
    expect(await names({ inname: 'quince', sort: 'activity', max: noon - 100 })).toEqual(['quince-jam']);
  });

  test('a tag tells its count and marks', async () => {
    expect((await network.get('/tags', { site, inname: 'quince-jam' })).body.items).toEqual([
      { name: 'quince-jam', count: 1, has_synonyms: false, is_moderator_only: false, is_required: false },
    ]);
  });
});

describe('/sites', () => {
  test('lists every site with icons that are there', async () => {
    const { body } = await network.get('/sites', { pagesize: 1000 });
    expect(body.items.length).toBeGreaterThanOrEqual(4);
    expect(body['has_more']).toBe(false);
    const loops = body.items.find((item) => item['api_site_parameter'] === 'loops');
    expect(loops).toMatchObject({
      site_url: 'https://loops.example',
      site_type: 'main_site',
      styling: { link_color: expect.stringMatching(/^#/) },
    });
    for (const field of ['icon_url', 'favicon_url', 'high_resolution_icon_url']) {
      const icon = await fetch(String(loops?.[field]));
      expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/);
      expect(await icon.text()).toContain('<svg');
    }
  });

  test('main sites and their metas know each other', async () => {
    const { body } = await network.get('/sites');
    const related = (key: string) => body.items.find((item) => item['api_site_parameter'] === key)?.['related_sites'];
    expect(related('loops')).toEqual([
      {
        name: 'Loop &amp; Branch Meta',
        site_url: 'https://meta.loops.example',
        relation: 'meta',
        api_site_parameter: 'meta.loops',
      },
    ]);
    expect(related('meta.loops')).toMatchObject([{ relation: 'parent', api_site_parameter: 'loops' }]);
  });

  test('takes no site parameter', async () => {
    expect((await network.get('/sites', { site })).body).toMatchObject(
      error(400, 'This method does not accept a site parameter'),
    );
  });

  test.each(['loops', 'LOOPS', 'loops.example', 'https://loops.example'])('a site can be named %s', async (named) => {
    expect((await network.get('/tags', { site: named, inname: 'quince-jam' })).body.items).toHaveLength(1);
  });
});
