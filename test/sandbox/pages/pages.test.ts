import fc from 'fast-check';
import { expect, test } from 'vitest';
import { postHtml } from '../../../sandbox/pages/post-pages.ts';
import { SCOPES } from '../../../sandbox/api/caller.ts';
import { Browser, page as pageAt } from '../support/browser.ts';
import { key, noon, site, startNetwork, token } from '../support/network.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';

const network = await startNetwork();
await network.control.grant({ token, accountId: network.account(), scopes: [...SCOPES] });
const page = async (path: string) => {
  const response = await network.fetch(path);
  const { status, headers } = response;
  return { status, policy: headers.get('content-security-policy') ?? '', text: await response.text() };
};

test('the question page shows question, answers and comments, with anchors', async () => {
  const body = '<p>Like <b>this</b>: 1 &lt; 2<script>alert(1)</script></p>';
  const id = network.ask({ title: 'How <i>so</i>?', body, tags: ['page-tests'], at: noon });
  const answer = network.answer({ questionId: id, body: '<p onclick="x()">Just so.</p>', at: noon });
  const comment = network.comment({ userId: network.member(site), postId: answer, body: 'Thanks & bye', at: noon });
  const { status, policy, text } = await page(`/sites/${site}/questions/${id}`);
  expect(status).toBe(200);
  expect(policy).toContain("default-src 'none'");
  expect(text).toContain('<h1>How &lt;i&gt;so&lt;/i&gt;?</h1>');
  expect(text).toContain('<p>Like <b>this</b>: 1 &lt; 2</p>');
  expect(text).toContain(`<article id="answer-${answer}">`);
  expect(text).toContain('<p>Just so.</p>');
  expect(text).toContain(`<li id="comment-${comment}">Thanks &amp; bye`);
  expect(text).not.toMatch(/<script|onclick/);
});

test.each([
  '/sites/loops/questions/99999999',
  '/sites/nowhere/questions/1',
  '/sites/loops/questions/abc',
  '/sites/loops/users/99999999',
  '/sites/loops/badges/99999999',
])('%s is a page that says there is nothing', async (path) => {
  const { status, text } = await page(path);
  expect(status).toBe(404);
  expect(text).toContain('There is nothing here');
});

test('the front page says what this is and leads to the sites', async () => {
  const { status, text } = await page('/');
  expect(status).toBe(200);
  expect(text).toContain('question-and-answer network of your own');
  expect(text).toContain('href="/sites/loops"');
  expect((await page('/sites/loops')).text).toMatch(/href="\/sites\/loops\/questions\/\d+"/);
});

test.each([
  ['<p>One<p>Two', '<p>One<p>Two</p></p>'],
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ['&lt;script&gt;', '&lt;script&gt;'],
  [
    '<a href="https://x.example/?a=1&amp;b=2" onclick="y">l</a>',
    '<a href="https://x.example/?a=1&amp;b=2" rel="nofollow noopener noreferrer">l</a>',
  ],
  ['<a href="javascript:alert(1)">l</a>', '<a>l</a>'],
  ['<a href="java&#115;cript:alert(1)">l</a>', '<a>l</a>'],
  ['<img src=x onerror=alert(1)>pic', 'pic'],
  ['<b><i>x</b></i>', '<b><i>x</i></b>'],
  ['</p></div>x', 'x'],
  ['<style>p{}</style><!-- c -->x<br/>', 'x<br>'],
  ['<scr<script>ipt>alert(1)</script>', '&lt;scr'],
])('posts rebuilt as safe HTML: %s', (source, expected) => expect(postHtml(source).source).toBe(expected));

test('posts rebuilt as safe HTML: whatever comes in, only known elements without other attributes come out, each closed', () => {
  const parts = fc.constantFrom(
    ...['<', '>', '</', '"', "'", 'script', 'p', 'a', ' href=', 'https://x.example', 'javascript:', '&lt;', '&'],
    ...['<!--', '-->', '<b>', '</b>', ' onload=', '<svg', '/', '=', 'x'],
  );
  const joined = fc.array(parts, { maxLength: 12 }).map((list) => list.join(''));
  const known =
    /^<\/?(?:b|p|a|br|hr|code|pre|em|i|li|ol|ul|s|h[1-6]|del|kbd|sub|sup|strong|blockquote|dd|dl|dt|table|tbody|td|th|thead|tr)>$|^<a href="https?:\/\/[^"<>]*" rel="nofollow noopener noreferrer">$/;
  fc.assert(
    fc.property(fc.oneof(joined, fc.string()), (source) => {
      const tags = postHtml(source).source.match(/<[^>]*>?/g) ?? [];
      expect(tags.filter((tag) => !known.test(tag))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

const ADDRESS = /^(?:share_)?link$|^profile_image$|_icon_url$|^(?:icon|logo|favicon)_url$/;

/** Every address anywhere in an answer that is to lead somewhere here. */
function addresses(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addresses);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    ADDRESS.test(name) && typeof inner === 'string' ? [inner] : addresses(inner),
  );
}

test('every link of every operation to a page with the place it names, every picture to a picture', async () => {
  const message = { itemType: 'moderator_message', title: 'Hello', body: 'About nothing' } as const;
  network.world.actions.message({ site, userId: network.member(site), ...message });
  const found = new Map<string, string>();
  for (const [template, route] of readings) {
    const { status, body } = await network.mine(filledPath(network, template, { site, token }), {
      filter: '!everything',
      pagesize: 10,
      ...neededBy(template, route, site),
    });
    expect([template, status]).toEqual([template, 200]);
    for (const address of addresses(body.items)) found.set(address, template);
  }
  const open = async (address: string) => {
    const response = await fetch(address);
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const pages = new Map<string, ReturnType<typeof open>>();
  const kinds = new Set<string>();
  const seen = [...found].map(async ([address, template]) => {
    const { origin, pathname, hash } = new URL(address);
    const kind = /^\/(?:sites\/[^/]+\/)?([a-z]+)/.exec(pathname)?.[1] ?? '';
    kinds.add(kind);
    const opened = pages.get(pathname) ?? open(`${origin}${pathname}`);
    pages.set(pathname, opened);
    const { status, type, text } = await opened;
    const isThere = status === 200 && (hash === '' || text.includes(`id="${hash.slice(1)}"`));
    const isRight = type.startsWith(kind === 'icons' || kind === 'avatars' ? 'image/svg+xml' : 'text/html');
    return origin === network.apiBaseUrl && isThere && isRight
      ? ''
      : `${template}: ${pathname}${hash} ${status} ${type}`;
  });
  const wrong = (await Promise.all(seen)).filter(Boolean);
  expect(wrong).toEqual([]);
  expect([...kinds].toSorted().join(' ')).toBe('articles avatars badges collectives icons questions sites users');
});

test('the page of a badge says what it is for, how rare it is, and who got it last', async () => {
  const badge = (await network.get('/badges/recipients', { site, filter: '!everything' })).body.items[0] ?? {};
  const { text } = await page(new URL(String(badge['link'])).pathname);
  const holder = badge['user'] as { link: string; display_name: string };
  expect(text).toContain(`<h1>${String(badge['name'])}</h1>`);
  expect(text).toContain(`<p>${String(badge['description'])}</p>`);
  expect(text).toContain(`<a href="${new URL(holder.link).pathname}">${holder.display_name}</a>`);
  const { body } = await network.get(`/badges/${String(badge['badge_id'])}`, { site, key });
  expect(text).toContain(`Given ${Number(body.items[0]?.['award_count']).toLocaleString('en')} time`);
});

const write = (userId: number, title: string) =>
  network.world.actions.message({ site, userId, itemType: 'moderator_message', title, body: '' });
const unread = async () => (await network.mine('/inbox/unread')).body.items.map((item) => item['title']);

test('whoever is logged in reads items there, one by one or all, and clients find them read', async () => {
  network.world.db.exec('DELETE FROM inbox_items');
  for (const title of ['First & foremost', 'Second']) write(network.member(site), title);
  const browser = new Browser(network.authUrl);
  const logIn = pageAt(await browser.open(`${network.authUrl}/inbox`));
  expect(logIn.url).toContain('/users/login');
  const inbox = pageAt(await browser.send(logIn, { account_id: String(network.account()) }));
  expect(inbox.text).toContain('2 unread');
  expect(inbox.text).toContain('First &amp; foremost');
  const itemId = /name="item_id" value="(\d+)"><button>Read it there/.exec(inbox.text)?.[1] ?? '';
  const one = await browser.open(`${inbox.url}/read`, new URLSearchParams({ item_id: itemId }));
  expect(pageAt(one).text).toContain('1 unread');
  expect(await unread()).toEqual(['First &amp; foremost']);
  const all = await browser.open(`${inbox.url}/read`, new URLSearchParams({ what: 'inbox' }));
  expect(pageAt(all).text).not.toContain('Read it there');
  expect(await unread()).toEqual([]);
});

test('nobody reads for somebody else, nor from another site, nor without saying what', async () => {
  const id = write(network.member(site, 1), 'T');
  const post = (form: Record<string, string>, headers: Record<string, string>) => {
    const body = new URLSearchParams(form);
    return fetch(`${network.authUrl}/inbox/read`, { method: 'POST', body, headers, redirect: 'manual' });
  };
  const cookie = `sandbox_account=${network.account()}`;
  expect((await post({ item_id: String(id) }, { cookie })).status).toBe(303);
  expect((await post({ item_id: String(id) }, {})).headers.get('location')).toContain('/users/login');
  const theirs = { cookie: `sandbox_account=${network.account(1)}` };
  expect((await post({ what: 'inbox' }, { ...theirs, 'sec-fetch-site': 'cross-site' })).status).toBe(400);
  expect((await post({}, theirs)).status).toBe(400);
  const isUnread = () => network.value('SELECT is_unread FROM inbox_items WHERE id = ?', id);
  expect(isUnread()).toBe(1);
  expect((await post({ item_id: String(id) }, theirs)).status).toBe(303);
  expect(isUnread()).toBe(0);
});
