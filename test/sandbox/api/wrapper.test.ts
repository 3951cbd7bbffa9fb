import { describe, expect, test } from 'vitest';
import { error, noon, site, startNetwork } from '../support/network.ts';

const network = await startNetwork();
const ids = [1, 2, 3, 4, 5].map((number) =>
  network.ask({
    title: `Wrapped "question" <${number}> & it's so`,
    body: `<p>Body ${number}</p>`,
    tags: ['wrapper-tests'],
    at: noon - 1000 + number,
  }),
);
const tagged = { site: 'loops', tagged: 'wrapper-tests' };

describe('wrapper', () => {
  test('a list answer has items, has_more and the quota, and nothing else', async () => {
    const { status, headers, body } = await network.get('/questions', tagged);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(body).toSorted()).toEqual(['has_more', 'items', 'quota_max', 'quota_remaining']);
    expect(body.items).toHaveLength(5);
    expect(body['has_more']).toBe(false);
  });

  test('pages follow each other without gap or overlap, and has_more is false on the last', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => network.get('/questions', { ...tagged, page, pagesize: 2, sort: 'creation' })),
    );
    expect(pages.map(({ body }) => body['has_more'])).toEqual([true, true, false, false]);
    expect(pages.flatMap(({ body }) => body.items.map((item) => item['question_id']))).toEqual(ids.toReversed());
    expect(pages[0]?.body).not.toHaveProperty('page');
  });

  test('pagesize 0 gives no items and still says whether there are any', async () => {
    const { body } = await network.get('/questions', { ...tagged, pagesize: 0 });
    expect(body.items).toEqual([]);
    expect(body['has_more']).toBe(true);
  });

  test('the default pagesize is 30', async () => {
    const { body } = await network.get('/questions', { site });
    expect(body.items).toHaveLength(30);
  });

  test.each([
    ['pagesize', '101'],
    ['pagesize', '-1'],
    ['pagesize', 'many'],
    ['page', '0'],
    ['page', '1.5'],
    ['page', '-2'],
  ])('%s=%s is refused by name', async (name, value) => {
    const { status, body } = await network.get('/questions', { site, [name]: value });
    expect(status).toBe(400);
    expect(body).toEqual({ error_id: 400, error_message: name, error_name: 'bad_parameter' });
  });

  test('anonymous callers get no further than page 25, a key does', async () => {
    const refused = await network.get('/questions', { site, page: 26 });
    expect(refused.body).toMatchObject(error(403));
    expect((await network.get('/questions', { site, page: 26, key: 'test-key' })).status).toBe(200);
  });

  test('the date header is of the calendar of the network', async () => {
    const { headers } = await network.get('/sites');
    expect(Date.parse(headers.get('date') ?? '')).toBe(noon * 1000);
  });
});

describe('filters', () => {
  test('withbody adds the body as HTML, default leaves it out', async () => {
    const plain = await network.get('/questions', { ...tagged, filter: 'default' });
    expect(plain.body.items[0]).not.toHaveProperty('body');
    const bodied = await network.get('/questions', { ...tagged, sort: 'creation', filter: 'withbody' });
    expect(bodied.body.items[0]?.['body']).toBe('<p>Body 5</p>');
  });

  test('total counts and says nothing else', async () => {
    expect((await network.get('/questions', { ...tagged, filter: 'total' })).body).toEqual({ total: 5 });
  });

  test('none is empty', async () => {
    expect((await network.get('/questions', { ...tagged, filter: 'none' })).body).toEqual({});
  });

  test.each([[['total', 'withbody']], [['total;withbody']], [['total,withbody']], [['total withbody']]])(
    'more than one filter (%j) is bad_parameter',
    async (filter) => {
      const { status, body } = await network.get('/questions', { ...tagged, filter });
      expect(status).toBe(400);
      expect(body).toMatchObject(error(400, 'Invalid filter specified'));
    },
  );

  test('a filter minted elsewhere gives every field and a warning header', async () => {
    const { headers, body } = await network.get('/questions', { ...tagged, filter: '!-q2RZj5_' });
    expect(headers.get('x-sandbox-warning')).toContain('every field');
    expect(body.items[0]).toMatchObject({ body: '<p>Body 5</p>', up_vote_count: 0 });
    expect(body).toMatchObject({ total: 5, type: 'question', page: 1, page_size: 30 });
    const second = await network.get('/questions', { ...tagged, filter: '!-q2RZj5_', page: 2, pagesize: 3 });
    expect(second.body).toMatchObject({
      total: 5,
      page: 2,
      page_size: 3,
      has_more: false,
      quota_max: expect.any(Number),
      quota_remaining: expect.any(Number),
    });
  });
});

describe('values', () => {
  test('strings can stand in HTML', async () => {
    const { body } = await network.get('/questions', tagged);
    expect(body.items[0]?.['title']).toBe('Wrapped &quot;question&quot; &lt;5&gt; &amp; it&#39;s so');
  });

  test('absent values are left out, never null', async () => {
    const { body } = await network.get('/questions', { site, pagesize: 100, filter: '!a-foreign-one' });
    expect(JSON.stringify(body)).not.toMatch(/[:,[]null[,}\]]/);
    expect(body.items.some((item) => !('closed_date' in item))).toBe(true);
  });

  test('links lead to the sandbox itself', async () => {
    const { body } = await network.get('/questions', tagged);
    expect(body.items[0]?.['link']).toBe(`${network.apiBaseUrl}/sites/loops/questions/${ids[4]}`);
    const page = await fetch(String(body.items[0]?.['link']));
    expect(await page.text()).toContain('Wrapped &quot;question&quot; &lt;5&gt;');
  });

  test('addresses can stand in HTML as well, whatever a dump has', async () => {
    const { db } = network.world;
    const me = network.member(site);
    const before =
      db.prepare('SELECT profile_image FROM users WHERE site_id = 1 AND id = ?').get(me)?.['profile_image'] ?? null;
    const set = (image: typeof before) =>
      db.prepare('UPDATE users SET profile_image = ? WHERE site_id = 1 AND id = ?').run(image, me);
    set(`https://pictures.example/a'b?s=128&d=x"><script>alert(1)</script> y`);
    const [question] = (await network.get('/questions', tagged)).body.items;
    const [user] = (await network.get(`/users/${me}`, { site })).body.items;
    set(before);
    for (const item of [question?.['owner'] as Record<string, unknown>, user])
      expect(item?.['profile_image']).toBe(
        'https://pictures.example/a%27b?s=128&d=x%22%3E%3Cscript%3Ealert(1)%3C/script%3E%20y',
      );
  });
});
