import { expect, test } from 'vitest';
import type { ResponseReport } from '../../../electron/api/network.ts';
import { json } from './answering-server.ts';
import { asking, errorOf, key, networkAt, token } from './network-under-test.ts';

const person = { user_id: 5, display_name: 'Ann &amp; Bob', reputation: 101 };
const item = { item_type: 'new_answer', creation_date: 1_760_000_000, title: 'Why &#39;this&#39;?', is_unread: true };

test('what is asked: each endpoint asks its route below the base address, with the token in the header only, and no cache', async () => {
  const { server } = await asking([]);
  const { network } = networkAt(`${server.apiBaseUrl}/network/api/`);
  await network.me({ site: 'cooking' });
  await network.inbox({ page: 2, pagesize: 30 });
  await network.myInbox({ site: 'cooking', page: 2, pagesize: 30 });
  await network.associated({ pagesize: 100 });
  await network.sites();
  await network.reputation({ site: 'cooking', userId: 12 });
  await network.questions({ site: 'cooking', order: 'asc', fromdate: 1_760_000_000, pagesize: 100 });
  await network.search({ site: 'cooking', tagged: ['b', 'a'], order: 'asc', fromdate: 9 });
  await network.scored({ site: 'cooking', minScore: 3, fromdate: 9, tagged: ['a'] });
  await network.featured({ site: 'cooking' });
  await network.tags({ site: 'cooking', inname: 'so&up' });
  for (const headers of server.headers) {
    const expected = { authorization: `Bearer ${token}`, accept: 'application/json', 'cache-control': 'no-cache' };
    expect(headers).toMatchObject(expected);
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('referer');
  }
  const asked = server.asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)]);
  const base = '/network/api/2.3';
  const oldestFirst = { site: 'cooking', sort: 'creation', order: 'asc' };
  expect(asked).toEqual([
    [`${base}/me`, { site: 'cooking' }],
    [`${base}/inbox`, { filter: 'withbody', page: '2', pagesize: '30' }],
    [`${base}/me/inbox`, { site: 'cooking', filter: 'withbody', page: '2', pagesize: '30' }],
    [`${base}/me/associated`, { pagesize: '100' }],
    [`${base}/sites`, {}],
    [`${base}/users/12/reputation`, { site: 'cooking' }],
    [`${base}/questions`, { ...oldestFirst, fromdate: '1760000000', pagesize: '100' }],
    [`${base}/search`, { ...oldestFirst, tagged: 'a;b', fromdate: '9' }],
    [`${base}/search/advanced`, { ...oldestFirst, tagged: 'a', sort: 'votes', min: '3', fromdate: '9' }],
    [`${base}/questions/featured`, { site: 'cooking', sort: 'creation', order: 'desc' }],
    [`${base}/tags`, { site: 'cooking', inname: 'so&up', sort: 'popular', order: 'desc' }],
  ]);
});

test('what is asked: half a character in a name is asked for as what stands in for it', async () => {
  const { network, server } = await asking([]);
  await network.topAnswerers({ site: 'cooking', tag: 'a\ud83d', period: 'month' });
  await network.tagInfo({ site: 'cooking', tags: ['\udc00', 'b'] });
  expect(server.asked.map(({ pathname }) => decodeURIComponent(pathname))).toEqual([
    '/2.3/tags/a\ufffd/top-answerers/month',
    '/2.3/tags/b;\ufffd/info',
  ]);
});

const UNUSABLE = ['', 'not an address', 'ftp://example.org', 'http://user:pass@127.0.0.1:9'];
test.each(UNUSABLE)('what is asked: an unusable address (%j) is told without sending', async (apiBaseUrl) => {
  const { network, sent } = networkAt(apiBaseUrl);
  const error = await errorOf(network.sites());
  expect(error.kind).toBe('offline');
  expect(error.message).toContain('address');
  expect(sent).toEqual([]);
});

test('what comes back: items as Askbell uses them: entities decoded, dates as Dates, further pages and the time known', async () => {
  const { network, reports } = await asking((url, response) =>
    json(response, { items: url.pathname.endsWith('inbox') ? [item] : [person], has_more: true }, 200, {
      Date: 'Thu, 01 Jan 2026 00:00:00 GMT',
    }),
  );
  const networkTime = Date.UTC(2026, 0, 1);
  const inbox = await network.inbox();
  expect(inbox.items[0]).toMatchObject({ title: "Why 'this'?", creation_date: new Date('2025-10-09T08:53:20Z') });
  expect(inbox).toMatchObject({ hasMore: true, broken: 0, repeated: false, networkTime });
  expect(reports[0]).toMatchObject({ method: '/inbox', isGood: true, networkTime });
  expect((await network.me({ site: 'cooking' })).items[0]).toMatchObject({ display_name: 'Ann & Bob', user_id: 5 });
});

test('what comes back: broken items are left out and counted, unknown fields and item types pass', async () => {
  const good = { ...item, item_type: 'carrier_pigeon', feathers: { grey: true } };
  const broken = [null, 7, {}, ...['yesterday', 1e300].map((date) => ({ ...item, creation_date: date }))];
  const { network, lines } = await asking([good, ...broken, item]);
  const page = await network.inbox();
  expect(page.items).toHaveLength(2);
  expect(page.broken).toBe(5);
  expect(page.items[0]).toMatchObject({ item_type: 'carrier_pigeon', feathers: { grey: true } });
  expect(lines.join('\n')).toContain('skipped 5 of 7 items');
});

test('what comes back: odd side fields of the wrapper cost nothing, and null in place of an error is none', async () => {
  const side = { quota_max: 'lots', quota_remaining: null, backoff: 'soon', error_id: null, error_name: null };
  const { network } = await asking({ items: [person], has_more: 'maybe', page: 'one', ...side });
  const page = await network.me({ site: 'cooking' });
  expect(page).toMatchObject({ items: [{ user_id: 5 }], hasMore: false });
  expect(page).not.toHaveProperty('quota');
  expect(page).not.toHaveProperty('backoffUntil');
});

const cases: [string, object, Record<string, string>, object | undefined][] = [
  ['the body', { quota_max: 10_000, quota_remaining: 9_876 }, {}, { max: 10_000, remaining: 9_876 }],
  ['the headers', {}, { 'X-RateLimit-Max': '300', 'X-RateLimit-Current': '299' }, { max: 300, remaining: 299 }],
  [
    'the body before the headers',
    { quota_max: 10_000, quota_remaining: 5 },
    { 'X-RateLimit-Max': '300', 'X-RateLimit-Current': '299' },
    { max: 10_000, remaining: 5 },
  ],
  ['both together', { quota_remaining: 5 }, { 'X-RateLimit-Max': '300' }, { max: 300, remaining: 5 }],
  // As seen in October 2026: docs/api.md, "Bans".
  ['a negative rest as it is', { quota_max: 300, quota_remaining: -3 }, {}, { max: 300, remaining: -3 }],
  ['nothing from half a word', { quota_max: 300 }, { 'X-RateLimit-Current': 'many' }, undefined],
];
test.each(cases)('the quota is read from %s', async (_, body, headers, quota) => {
  const { network, reports } = await asking((_url, response) => json(response, { items: [], ...body }, 200, headers));
  expect((await network.sites()).quota).toEqual(quota);
  expect(reports[0]?.quota).toEqual(quota);
});

test('listeners hear of each sending and of good and bad answers, and their faults stay theirs', async () => {
  const reports: ResponseReport[] = [];
  const oops = { error_id: 500, error_message: 'oops', quota_max: 300, quota_remaining: 7 };
  const { network, lines } = await asking(
    (url, response) => (url.pathname.endsWith('/sites') ? json(response, []) : json(response, oops, 500)),
    {
      observer: {
        sent() {
          throw new Error('listener broke');
        },
        answered: (report) => reports.push(report),
        blockedUntil: () => undefined,
      },
    },
  );
  await network.sites();
  const quota = { max: 300, remaining: 7 };
  expect(await errorOf(network.me({ site: 'cooking' }))).toMatchObject({ kind: 'server-fault', quota });
  const good = { isGood: true };
  expect(reports.map(({ isGood, quota }) => ({ isGood, quota }))).toEqual([good, { isGood: false, quota }]);
  expect(lines.join()).toContain('listener broke');
});

test('signing out at the network: ends the token without its ever showing, and forgets standing answers', async () => {
  const { network, lines, sent, server } = await asking([]);
  await network.sites();
  await network.invalidate();
  expect(decodeURIComponent(server.asked[1]!.pathname)).toBe(`/2.3/access-tokens/${token}/invalidate`);
  expect(lines.join('\n')).not.toContain('S3CRET');
  expect(sent).toContain('/access-tokens/{token}/invalidate');
  expect((await network.sites()).repeated).toBe(false);
});

test('signing out at the network: is done when there is no token, or none that the network still takes', async () => {
  const { server, network } = await asking((_, response) =>
    json(response, { error_id: 402, error_name: 'invalid_access_token' }, 400),
  );
  await networkAt(server.apiBaseUrl, { caller: { key } }).network.invalidate();
  expect(server.asked).toHaveLength(0);
  await network.invalidate();
  expect(server.asked).toHaveLength(1);
});

test.each([204, 200])('signing out at the network: is done when the answer is empty, with HTTP %i', async (status) => {
  const { network } = await asking((_, response) => response.writeHead(status).end());
  await network.invalidate();
  expect((await network.accept({ site: 'cooking', id: 5 })).items).toEqual([]);
  expect(await errorOf(network.sites())).toMatchObject({ kind: 'bad-answer', message: 'The answer was empty.' });
});
