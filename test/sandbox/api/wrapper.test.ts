import { expect, test } from 'vitest';
import { noon, site, startNetwork } from '../support/network.ts';

const network = await startNetwork();
const ids = [1, 2, 3, 4, 5].map((number) =>
  network.ask({
    title: `Wrapped "question" <${number}> & it's so`,
    body: `<p>Body ${number}</p>`,
    tags: ['wrapper-tests'],
    at: noon - 1000 + number,
  }),
);
const tagged = { site, tagged: 'wrapper-tests' };
const ask = async (parameters = {}) => (await network.get('/questions', { ...tagged, ...parameters })).body;
const newest = async (parameters = {}) => (await ask({ sort: 'creation', ...parameters })).items[0];

test('pagesize 0 gives no items and still says whether there are any; the default is 30', async () => {
  expect(await ask({ pagesize: 0 })).toMatchObject({ items: [], has_more: true });
  expect((await network.get('/questions', { site })).body.items).toHaveLength(30);
});

// Also of an unsafe one, which begins with no mark.
test.each(['!-q2RZj5_', '0Ab-x_9', 'gB66oJbwvcXSH', '.f)M3*k', '-uElf7Qx'])(
  'a filter minted elsewhere, as %s, gives every field and a warning header',
  async (filter) => {
    const { headers, body } = await network.get('/questions', { ...tagged, filter, page: 2, pagesize: 3 });
    expect(headers.get('x-sandbox-warning')).toContain('minted elsewhere');
    expect(headers.get('x-sandbox-warning')).toContain('every field');
    const quota = { quota_max: expect.any(Number), quota_remaining: expect.any(Number) };
    const paging = { total: 5, page: 2, page_size: 3, has_more: false };
    expect(body).toMatchObject({ ...paging, ...quota, type: 'question' });
    expect(body.items[1]).toMatchObject({ body: '<p>Body 1</p>', up_vote_count: 0 });
  },
);

test('strings can stand in HTML, and links lead to the sandbox itself', async () => {
  const question = await newest();
  const title = 'Wrapped &quot;question&quot; &lt;5&gt; &amp; it&#39;s so';
  expect(question).toMatchObject({ title, link: `${network.apiBaseUrl}/sites/loops/questions/${ids[4]}` });
  const page = await fetch(String(question?.['link']));
  expect(await page.text()).toContain('Wrapped &quot;question&quot; &lt;5&gt;');
});

test('addresses can stand in HTML as well, whatever a dump has', async () => {
  const me = network.member(site);
  const set = network.world.db.prepare('UPDATE users SET profile_image = ? WHERE site_id = 1 AND id = ?');
  set.run(`https://pictures.example/a'b?s=128&d=x"><script>alert(1)</script> y`, me);
  const image = 'https://pictures.example/a%27b?s=128&d=x%22%3E%3Cscript%3Ealert(1)%3C/script%3E%20y';
  expect((await newest())?.['owner']).toHaveProperty('profile_image', image);
  expect((await network.items(`/users/${me}`))[0]).toHaveProperty('profile_image', image);
});
