import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ErrorObject, Wrapper } from '../../../common/resources.ts';
import { SCOPES, type Scope } from '../../../sandbox/api/caller.ts';
import { routes } from '../../../sandbox/api/routes/index.ts';
import { documentChecker, narrowing, readDocument } from '../support/document.ts';
import { key, noon, site, startNetwork, token } from '../support/network.ts';
import { objectSchemas } from '../support/objects.ts';
import { filledPath, neededBy, readings } from '../support/operations.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const network = await startNetwork();
await network.control.grant({ token, accountId: network.account(), scopes: [...SCOPES] });
/** Error of an answer by the OpenAPI document. */
const check = documentChecker(await readDocument(network));
/** Filters of this network that leave something out. */
const ownFilters = [
  await network.filter({ exclude: 'question.title;answer.score;user.link', include: '.total' }),
  await network.filter({ base: 'none', include: '.items;question.owner;answer.owner', unsafe: 'true' }),
  await network.filter({ exclude: '.items' }),
];

/** Lists that may well be empty in the demo data. */
const mayBeEmpty = /unread$|moderator-only|required$|featured$|linked$|events$|toid\}$/;

test.each(readings)('the product and the document know everything the sandbox says: %s', async (template, route) => {
  for (const filter of ['default', 'withbody', '!minted-elsewhere']) {
    const path = filledPath(network, template, { site, token });
    const { status, body } = await network.mine(path, { filter, pagesize: 30, ...neededBy(template, route, site) });
    expect(status).toBe(200);
    expect(check({ template, verb: 'get', version: '2.3', isWhole: true, status, body })).toBe('');
    const { items } = Wrapper.parse(body);
    if (!mayBeEmpty.test(template)) expect(items.length).toBeGreaterThan(0);
    for (const item of items) objectSchemas[route.of.name]?.parse(item);
  }
});

test('under /me there is nothing on a site where the account is not', async () => {
  const accountId = Number(network.world.db.prepare('SELECT id FROM accounts ORDER BY id DESC LIMIT 1').get()?.['id']);
  network.world.db.exec(`DELETE FROM users WHERE account_id = ${accountId} AND site_id = 1`);
  await network.control.grant({ token: 'of nobody here', accountId, scopes: [...SCOPES] });
  const lists = readings.filter(([template, route]) => template.startsWith('/me/') && route.from[0] !== 'inbox_items');
  for (const [template, route] of lists.filter(([, { site: takes }]) => takes === 'required')) {
    const asked = { ...neededBy(template, route, site), access_token: 'of nobody here' };
    const { status, body } = await network.mine(filledPath(network, template, { site, token }), asked);
    expect([template, status]).toEqual([template, 200]);
    expect(body).not.toHaveProperty('error_id');
  }
});

test('what no full text takes is looked for all the same, and more tags than a vector holds are refused', async () => {
  for (const path of ['/search/advanced?q=foo%00bar', '/search?intitle=a%00', '/users?inname=ab%00c'])
    expect((await network.get(`${path}&site=${site}`)).status).toBe(200);
  const tagged = Array.from({ length: 101 }, (_, index) => `t${index}`).join(';');
  expect((await network.get('/search', { site, tagged })).body).toMatchObject({ error_message: 'tagged' });
});

const OF_A_PERSON = /^\/me\b|inbox|notifications|options$|full$|my-tags$|events$|tag-preferences$/;
const SCOPES_OF: readonly [RegExp, Scope][] = [
  [/inbox|notifications/, 'read_inbox'],
  [/full$|tag-preferences$/, 'private_info'],
];
test.each(readings)('%s needs a token, of that person and scope, where it tells of one', async (template, route) => {
  const path = filledPath(network, template, { site, token });
  const needed = neededBy(template, route, site);
  expect((await network.get(path, { key, ...needed })).status).toBe(OF_A_PERSON.test(template) ? 401 : 200);
  if (/^\/users\/\{id\}.*(?:inbox|notifications|full|tag-preferences)/.test(template)) {
    const ofAnother = template.replace('{id}', String(network.member(site, 1)));
    expect((await network.mine(ofAnother, needed)).status).toBe(403);
  }
  const scope = SCOPES_OF.find(([of]) => of.test(template))?.[1];
  const scopes = SCOPES.filter((other) => other !== scope);
  await network.control.grant({ token: 'without it', accountId: network.account(), scopes });
  const asked = await network.mine(path, { ...needed, access_token: 'without it' });
  expect(asked.status).toBe(scope === undefined ? 200 : 403);
});

const ofMe = readings.filter(([template]) => template.startsWith('/me'));
test.each(ofMe)('%s is what there is under the user of the token', async (template, route) => {
  const id = /associated$|merges$|network-activity$/.test(template) ? network.account() : network.member(site);
  const twin = route.paths.find((path) => path.startsWith('/users'))?.replace(/\{ids?\}/, String(id)) ?? '';
  const asked = { filter: '!everything', ...neededBy(template, route, site) };
  const ask = (path: string) => network.mine(filledPath(network, path, { site, token }), asked);
  const [mine, theirs] = [await ask(template), await ask(twin)];
  expect([mine.status, mine.body.items]).toEqual([200, theirs.body.items]);
});

/** Seldom enough that most requests are answered. */
const maybe = <T>(...values: fc.Arbitrary<T>[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.oneof(...values) });
/** What is taken nearly always. */
const mostly = (value: string, ...others: fc.Arbitrary<string | undefined>[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, ...others);
const number = fc.oneof(
  fc.integer({ min: -2, max: 120 }).map(String),
  fc.integer({ min: noon - 10_000_000, max: noon }).map(String),
  fc.constantFrom('2147483648', '1e3', '0x10', '9'.repeat(40), ''),
  fc.string(),
);
const ownSorts = new Set(routes.flatMap((route) => Object.keys(route.sorts ?? {})));
const sorts = [...ownSorts, 'constructor', 'bounty_closes_date', ''];
const odd = [...';%\'"*[\u0000', 'git', 'git;sql', 'a b', 'c++', 'true', 'false', 'main_site', '1'];
const words = fc.oneof(fc.constantFrom(...odd), fc.string());
const filters = 'default withbody none total tags _bca total;withbody !abc toString __proto__'.split(' ');
const own = Object.fromEntries(
  [...new Set(routes.flatMap((route) => Object.keys(route.parameters)))].map((name) => [name, maybe(words, number)]),
);
const parameters = fc.record({
  ...own,
  site: mostly(site, fc.constantFrom('beds', 'loops.example', 'nowhere', ''), fc.string()),
  key: mostly(key, fc.constantFrom(undefined, 'wrong')),
  access_token: mostly(token, fc.constantFrom(undefined, 'wrong'), fc.string()),
  ...Object.fromEntries(['page', 'pagesize', 'fromdate', 'todate'].map((name) => [name, maybe(number)])),
  order: maybe(fc.constantFrom('asc', 'desc', 'ASC', 'up', '')),
  sort: maybe(fc.constantFrom(...sorts)),
  min: maybe(number, fc.constantFrom('gold', 'named')),
  max: maybe(number, fc.constantFrom('bronze', 'tag_based')),
  filter: maybe(fc.constantFrom(...filters, ...ownFilters), fc.string()),
});

const ids = fc.array(fc.integer({ min: -2, max: 200 }), { minLength: 1, maxLength: 5 }).map((some) => some.join(';'));
const segment = fc.oneof(
  { weight: 4, arbitrary: ids },
  words.map(encodeURIComponent),
  fc.constantFrom('2147483648', ';;', '%', '..%2f', 'all_time', 'month'),
);
const templates = routes.flatMap(({ paths, verb }) => paths.map((template) => ({ template, verb })));
const known = fc.tuple(fc.constantFrom(...templates), segment, segment).map(([{ template, verb }, first, second]) => ({
  verb,
  path: template.replace(/\{\w+\}/, first).replace(/\{\w+\}/, second),
  template,
}));
const unknown = fc
  .string()
  .map((word) => ({ verb: 'GET' as const, path: `/${encodeURIComponent(word)}`, template: '' }));
const asked = fc.oneof({ weight: 12, arbitrary: known }, { weight: 1, arbitrary: unknown });

test('whatever is asked: the wrapper or an error object as the OpenAPI document and the product have them, never a failure of the server', async () => {
  const types = new Map(routes.flatMap((route) => route.paths.map((path) => [path, route.of.name])));
  await fc.assert(
    fc.asyncProperty(
      asked,
      parameters,
      fc.constantFrom('1.1', '2.0', '2.1', '2.2', '2.3', '2.3', '2.3'),
      async ({ verb, path, template }, sent, version) => {
        const given = Object.fromEntries(
          Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
        );
        const isSimulated = template === '/errors/{id}';
        // The token must outlive the test.
        if (/invalidate|de-authenticate/.test(template) && path.includes(token)) return;
        const ask = verb === 'POST' ? network.post : network.get;
        const { status, body } = await ask(path, given, version);
        if (!isSimulated) expect(status).toBeLessThan(500);
        const isWhole = !narrowing(given['filter']) && !ownFilters.includes(given['filter'] ?? '');
        expect(check({ template, verb: verb.toLowerCase(), version, isWhole, status, body })).toBe('');
        if (status !== 200) {
          const error = ErrorObject.parse(body);
          expect(error).toMatchObject({ error_name: expect.any(String), error_message: expect.any(String) });
          expect(error.error_id === status || error.error_id === 407).toBe(true);
        } else if (given['filter'] === 'none') expect(body).toEqual({});
        else if (given['filter'] === 'total') expect(body).toEqual({ total: expect.any(Number) });
        else if (version !== '1.1' && isWhole) {
          const { items, quota_remaining: left } = Wrapper.parse(body);
          expect(left).toBeGreaterThan(0);
          expect(JSON.stringify(body)).not.toMatch(/[:,[]null[,}\]]/);
          for (const item of items) objectSchemas[types.get(template) ?? '']?.parse(item);
        }
      },
    ),
    { numRuns: propertyRuns(1200) },
  );
});

test('whatever is posted as JSON: the wrapper or an error object', async () => {
  const posted = routes
    .filter((route) => route.verb === 'POST' || route.alsoPost === true)
    .flatMap((route) => route.paths);
  const names = fc.constantFrom('site', 'include', 'base', 'preview', 'page', 'filter', 'access_token');
  const nested = fc.constant({ include: { toString: 1 }, site: [[]] });
  const body = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()), nested);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...posted), body, async (path, sent) => {
      const response = await network.fetch(`/2.3${filledPath(network, path, { site, token })}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      });
      const answer: unknown = await response.json();
      expect(response.status).toBeLessThan(500);
      const isBare = ['{}', '{"total":1}'].includes(JSON.stringify(answer));
      if (response.status === 200) expect(isBare || Wrapper.parse(answer)).toBeTruthy();
      else expect(ErrorObject.parse(answer).error_id).toBe(response.status);
    }),
    { numRuns: propertyRuns(200) },
  );
});
