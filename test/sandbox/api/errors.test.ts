import { expect, test } from 'vitest';
import { error, key, site, startNetwork, token } from '../support/network.ts';

const otherApp = { clientId: 'other', key: 'other-key', domain: 'other.example' };
const network = await startNetwork({ apps: [{ clientId: 'tests', key, domain: 'app.example' }, otherApp] });
network.world.db.exec(`INSERT INTO tokens VALUES ('of-tests', ${network.account()}, 'tests', '', 0, NULL, NULL);
  INSERT INTO tokens VALUES ('expired', ${network.account()}, 'tests', '', 0, 1000, NULL)`);
await network.control.grant({ token: 'revoked', accountId: network.account(), scopes: [] });
await network.control.revoke({ token: 'revoked' });

const [me, other] = [network.member(site), network.member(site, 1)];
const keyed = `site=${site}&key=${key}`;
const numbered = (count: number) => Array.from({ length: count }, (_, id) => id).join(';');
const noMethod = 'no method found with this name';
const unknownFilter = 'Invalid filter specified';
const tokenIs = (why: string) => `\`access_token\` is ${why}`;
const notItsKey = '`key` is not of the application that `access_token` was issued to';
const takesNoSite = 'This method does not accept a site parameter';

const noTags = ['two words', 'git;<script>', 'a/b', 'x'.repeat(36), '"git"'];
const twoFilters = ['total;withbody', 'total,withbody', 'total%20withbody', 'total&filter=withbody'];
const noFilters = ['withbdy', 'withBody', 'with_body', '_bd', 'DEFAULT', 'none1', ...twoFilters];
const anyWords = expect.any(String) as string;
type Refusal = [path: string, id: number, message: string];
const each = (values: readonly string[], refusal: (value: string) => Refusal) => values.map(refusal);
const naming = (name: string): string => expect.stringContaining(name) as string;

test.each<Refusal>([
  ...each(['questions', 'info'], (path) => [`/${path}`, 400, '`site` is required']),
  [`/me/inbox?key=${key}&access_token=${token}`, 400, '`site` is required'],
  ['/questions?site=nowhere', 400, 'No site found for name `nowhere`'],
  ...each(['sites', 'users/1/associated'], (path) => [`/${path}?site=loops`, 400, takesNoSite]),
  // Whatever is sent twice is refused, whichever is first.
  ['/questions?site=loops&site=beds', 400, 'site'],
  ...each([key, 'nonsense'], (second) => [`/questions?${keyed}&key=${second}`, 400, 'key']),
  [`/me?${keyed}&access_token=${token}&access_token=${token}`, 400, 'access_token'],
  [`/questions?site=${site}&callback=one&callback=two`, 400, 'callback'],
  [`/me?${keyed}`, 401, 'This method requires an access_token'],
  ...each(['not known', 'expired', 'revoked'], (why) => [`/tags?${keyed}&access_token=${why}`, 402, tokenIs(why)]),
  [`/me?site=${site}&access_token=${token}`, 405, '`key` is required when `access_token` is passed.'],
  [`/me?site=${site}&key=other-key&access_token=of-tests`, 400, notItsKey],
  ...each(['', '/', '/nothing/here'], (path) => [path, 404, noMethod]),
  ...each(['user', 'Users', 'users/1/nothing'], (path) => [`/${path}?site=${site}`, 404, noMethod]),
  ...each(['somebody/reputation', `${me};${other}/privileges`], (of) => [`/users/${of}?site=${site}`, 404, noMethod]),
  ['/answers/1/accept?site=loops', 404, noMethod],
  [`/me/achievements?${keyed}&access_token=${token}`, 404, noMethod],
  ...each(['2147483648', numbered(101)], (ids) => [`/users/${ids}?site=${site}`, 400, 'ids']),
  [`/access-tokens/${numbered(21)}`, 400, 'accessTokens'],
  [`/filters/${numbered(21)}`, 400, 'filters'],
  ['/tags/a;b;c;d;e/related?site=loops', 400, 'tags'],
  ['/tags/git/top-answerers/year?site=loops', 400, 'period'],
  ...each(['418', '-1', '4000'], (id) => [`/errors/${id}`, 400, 'id']),
  // A parameter is refused by its name.
  ...each(['101', '-1', 'many'], (size) => [`/questions?site=loops&pagesize=${size}`, 400, 'pagesize']),
  ...each(['0', '1.5', '-2'], (page) => [`/questions?site=loops&page=${page}`, 400, 'page']),
  ['/questions?site=loops&page=26', 403, anyWords],
  ['/questions?site=loops&order=up', 400, 'order'],
  ...each(['reputation', 'toString'], (sort) => [`/questions?site=loops&sort=${sort}`, 400, 'sort']),
  ...each(['yesterday', '1e9', '-1'], (date) => [`/questions?site=loops&fromdate=${date}`, 400, 'fromdate']),
  ['/questions?site=loops&min=x', 400, 'min'],
  ['/questions?site=loops&max=999999999999999', 400, 'max'],
  ...each(['hot', 'week', 'month'], (sort) => [`/questions?site=loops&sort=${sort}&min=1`, 400, 'min']),
  ...['hot', 'week', 'month'].flatMap((sort) =>
    each(['unanswered', 'no-answers', '1;2'], (list) => [`/questions/${list}?site=loops&sort=${sort}`, 400, 'sort']),
  ),
  ['/comments?site=loops&sort=activity', 400, 'sort'],
  ['/badges?site=loops&min=iron', 400, 'min'],
  ...each(['name', 'tags'], (type) => [`/badges/${type}?site=loops&sort=type`, 400, 'sort']),
  [`/me/associated?key=${key}&access_token=${token}&types=side_site`, 400, 'types'],
  [`/inbox/unread?key=${key}&access_token=${token}&since=today`, 400, 'since'],
  ...each(['', '/advanced'], (kind) => [`/search${kind}?site=loops&nottagged=zoo`, 400, anyWords]),
  ['/search/advanced?site=loops&accepted=maybe', 400, 'accepted'],
  ...each(['many', '1.5', '99999999999'], (views) => [`/search/advanced?site=loops&views=${views}`, 400, 'views']),
  [`/search/advanced?site=loops&q=${'x'.repeat(1001)}`, 400, 'q'],
  ['/search/advanced?site=loops&q=a&sort=relevance&min=1', 400, 'min'],
  ['/similar?site=loops', 400, 'title'],
  ...each(noTags, (tag) => [`/search?site=loops&intitle=a&tagged=${tag}`, 400, 'tagged']),
  ...each(noTags, (tag) => [`/search?site=loops&intitle=a&nottagged=${tag}`, 400, 'nottagged']),
  ['/users?site=loops&filter=tags', 400, unknownFilter],
  // A slip in a name is told, not answered with every field; nor are there two filters.
  ...each(noFilters, (filter) => [`/questions?site=loops&filter=${filter}`, 400, unknownFilter]),
  ...each(['question.nothing', 'nonsense'], (field) => [`/filters/create?include=${field}`, 400, naming('include')]),
  ['/filters/create?exclude=.nothing', 400, naming('exclude')],
  ['/filters/create?unsafe=maybe', 400, naming('unsafe')],
  ['/filters/create?base=!not-ours', 400, naming('filter')],
])('%s is error %i', async (path, id, message) => {
  const reply = await network.get(path);
  expect([reply.status, reply.body]).toEqual([id, error(id, message)]);
  expect(reply.headers.get('content-type')).toMatch(/^application\/json/);
});

test('what is not too much is taken: 100 ids, page 26 with a key, pages of 0 to 100, of 30 unless said, any tag', async () => {
  expect((await network.get(`/users/${numbered(100)}`, { site })).status).toBe(200);
  expect((await network.get('/questions', { site, page: 26, key })).status).toBe(200);
  expect((await network.get('/questions', { site })).body.items).toHaveLength(30);
  expect((await network.get('/questions', { site, pagesize: 100 })).body.items).toHaveLength(100);
  expect((await network.get('/questions', { site, pagesize: 0 })).body).toMatchObject({ items: [], has_more: true });
  for (const tag of ['git; c++ ', 'node.js;c#', 'ünïcode-tag', ';'])
    expect((await network.get('/search', { site, intitle: 'a', tagged: tag, nottagged: tag })).status).toBe(200);
});

test('a header X-API-Key is no key', async () => {
  const asked = network.fetch(`/2.3/me?site=${site}&access_token=${token}`, { headers: { 'x-api-key': key } });
  expect(await (await asked).json()).toMatchObject(error(405));
});

const post = (body: string | URLSearchParams, type?: string): RequestInit => {
  return { method: 'POST', body, ...(type !== undefined && { headers: { 'content-type': type } }) };
};
const badJson = post('{', 'application/json');
const notJson = "Body is not valid JSON but content-type is set to 'application/json'";
const noForm = 'Send a form (application/x-www-form-urlencoded) or JSON (application/json)';
const muchTooLarge = post(new URLSearchParams({ a: 'x'.repeat(100_000) }));
const tooLarge = post(new URLSearchParams({ include: 'x'.repeat(70_000) }));
test.each([
  ['a key that nobody has', '/2.3/sites?key=nonsense', {}, 400, "`key` doesn't match a known application"],
  ['an address that cannot be decoded', `/2.3/questions/%?site=${site}`, {}, 404, noMethod],
  ['the same with a key', `/2.3/questions/%E0%A4%A?${keyed}`, {}, 404, noMethod],
  ['a body that is no JSON', `/2.3/answers/1/accept?${keyed}`, badJson, 400, notJson],
  ['a body that is no form', '/2.3/filters/create', post('<a/>', 'text/xml'), 400, noForm],
  ['a text there', `/2.3/answers/1/accept?key=${key}`, post('site=loops', 'text/plain'), 400, noForm],
  ['a body that is too large', '/2.3/filters/create', tooLarge, 400, /too large/],
  ['one that is much too large', `/2.3/answers/1/accept?key=${key}`, muchTooLarge, 400, /too large/],
] as [string, string, RequestInit, number, string | RegExp][])(
  '%s counts as any other, and is told the same way',
  async (_what, path, init, status, message) => {
    await network.control.clearRequests();
    const left = async () =>
      Number((await network.get('/errors', path.includes('key=') ? { key } : {})).body['quota_remaining']);
    const before = await left();
    const response = await network.fetch(path, init);
    expect([response.status, await response.json()]).toEqual([
      status,
      { ...error(status), error_message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ]);
    expect(response.headers.get('x-ratelimit-max')).toBe('100000');
    expect(response.headers.get('x-ratelimit-current')).toBe(String(before - 1));
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await left()).toBe(before - 2);
    const query = path.includes('site=') ? { site } : {};
    expect((await network.control.requests())[1]).toMatchObject({ path: path.split('?')[0], status, query });
  },
);

test('an unexpected failure is internal_error without a trace of the inside', async () => {
  const lines: string[] = [];
  const broken = await startNetwork({ log: (line) => lines.push(line) });
  broken.world.db.exec('DROP TABLE post_tags; DROP TABLE tags');
  const { status, body } = await broken.get('/tags', { site, key });
  expect(status).toBe(500);
  expect(body).toEqual(error(500, 'an internal error occurred'));
  expect(lines).toEqual(['GET /tags failed: no such table: tags']);
});

test.each([
  '/questions?site=<script>alert(1)</script>',
  '/filters/create?include=<b>.x',
  '/filters/create?exclude="><img>',
])('what %s said stands in its error only so that it can stand in HTML', async (path) => {
  const { status, body } = await network.get(path);
  expect([status, body['error_id']]).toEqual([400, 400]);
  expect(body['error_message']).toMatch(/&lt;|&quot;/);
  expect(body['error_message']).not.toMatch(/[<>"]/);
});
