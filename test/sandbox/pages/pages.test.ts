import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postHtml } from '../../../sandbox/pages/post-pages.ts';
import { SCOPES } from '../../../sandbox/api/caller.ts';
import { key, noon, site, startNetwork, token } from '../support/network.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';

const network = await startNetwork();
await network.control.grant({ token, accountId: network.account(), scopes: [...SCOPES] });
const page = async (path: string) => {
  const response = await network.fetch(path);
  return {
    status: response.status,
    policy: response.headers.get('content-security-policy') ?? '',
    text: await response.text(),
  };
};

test('the question page shows question, answers and comments, with anchors', async () => {
  const body = '<p>Like <b>this</b>: 1 &lt; 2<script>alert(1)</script></p>';
  const id = network.ask({ title: 'How <i>so</i>?', body, tags: ['page-tests'], at: noon });
  const answer = network.answer({ questionId: id, body: '<p onclick="x()">Just so.</p>', at: noon });
  const comment = network.comment({ userId: network.member(site), postId: answer, body: 'Thanks & bye', at: noon });
  const { status, policy, text } = await page(`/sites/${site}/questions/${id}`);
  expect(status).toBe(200);
  expect(policy).toContain("default-src 'none'");
  for (const part of [
    '<h1>How &lt;i&gt;so&lt;/i&gt;?</h1>',
    '<p>Like <b>this</b>: 1 &lt; 2</p>',
    `<article id="answer-${answer}">`,
    '<p>Just so.</p>',
    `<li id="comment-${comment}">Thanks &amp; bye`,
  ])
    expect(text).toContain(part);
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

describe('posts rebuilt as safe HTML', () => {
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
  ])('%s', (source, expected) => expect(postHtml(source).source).toBe(expected));

  test('whatever comes in, only known elements without other attributes come out, each closed', () => {
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
