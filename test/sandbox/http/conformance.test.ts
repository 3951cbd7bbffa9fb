import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { ErrorObject, InboxItem, NetworkUser, Question, Reputation, Site, Tag, User, Wrapper } from '../../../electron/api/resources.ts';
import { key, noon, site, startNetwork, token, type TestNetwork } from './network.ts';

let network: TestNetwork;
beforeAll(async () => {
  network = await startNetwork();
});
afterAll(() => network.close());

/** Every list route with what its items must be. */
const routes: [path: string, schema: z.ZodType, named: 'site' | 'none'][] = [
  ['/questions', Question, 'site'],
  ['/search', Question, 'site'],
  ['/tags', Tag, 'site'],
  ['/sites', Site, 'none'],
  ['/users', User, 'site'],
  ['/users/1;2;3', User, 'site'],
  ['/users/1;2;3/reputation', Reputation, 'site'],
  ['/me', User, 'site'],
  ['/me/inbox', InboxItem, 'site'],
  ['/me/reputation', Reputation, 'site'],
  ['/me/associated', NetworkUser, 'none'],
];

describe('the product reads everything the sandbox says', () => {
  test.each(routes)('%s', async (path, schema, named) => {
    for (const filter of ['default', 'withbody', 'minted-elsewhere']) {
      const { status, body } = await network.mine(path, {
        filter,
        pagesize: 50,
        ...(named === 'site' ? { site } : {}),
        ...(path === '/search' ? { intitle: 'a' } : {}),
      });
      expect(status).toBe(200);
      Wrapper.parse(body);
      expect(body.items.length).toBeGreaterThan(0);
      for (const item of body.items) schema.parse(item);
    }
  });
});

const maybe = <T>(...values: fc.Arbitrary<T>[]) => fc.option(fc.oneof(...values), { nil: undefined });
const number = fc.oneof(fc.integer({ min: -2, max: 120 }).map(String), fc.integer({ min: noon - 10_000_000, max: noon }).map(String), fc.string());
const parameters = fc.record({
  site: maybe(fc.constantFrom('loops', 'loops', 'beds', 'loops.example', 'nowhere'), fc.string()),
  key: maybe(fc.constantFrom(key, key, key, 'wrong')),
  access_token: maybe(fc.constantFrom(token, token, token, 'wrong'), fc.string()),
  page: maybe(number),
  pagesize: maybe(number),
  order: maybe(fc.constantFrom('asc', 'desc', 'ASC', 'up', '')),
  sort: maybe(fc.constantFrom('activity', 'votes', 'creation', 'hot', 'week', 'relevance', 'reputation', 'name', 'popular', 'modified', 'constructor', '')),
  min: maybe(number),
  max: maybe(number),
  fromdate: maybe(number),
  todate: maybe(number),
  tagged: maybe(fc.constantFrom('git', 'git;sql', ';', '%', "'"), fc.string()),
  nottagged: maybe(fc.string()),
  intitle: maybe(fc.constantFrom('how', '%', '"'), fc.string()),
  inname: maybe(fc.string()),
  types: maybe(fc.constantFrom('main_site', 'meta_site;main_site', 'x'), fc.string()),
  filter: maybe(fc.constantFrom('default', 'withbody', 'none', 'total', 'total;withbody', '!abc', 'toString')),
  since: maybe(number),
});
const paths = fc.oneof(
  fc.constantFrom(...routes.map(([path]) => path)),
  fc.string().map((word) => `/users/${encodeURIComponent(word)}/reputation`),
  fc.string().map((word) => `/${encodeURIComponent(word)}`),
);

test('whatever is asked: the wrapper or an error object, never a failure of the server', async () => {
  await fc.assert(
    fc.asyncProperty(paths, parameters, fc.constantFrom('1.1', '2.0', '2.3'), async (path, sent, version) => {
      const given = Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined));
      const { status, body } = await network.get(path, given, version);
      expect(status).toBeLessThan(500);
      if (status !== 200) {
        expect(ErrorObject.parse(body).error_id).toBe(status);
        expect(body).toHaveProperty('error_name');
      } else if (given['filter'] === 'none') expect(body).toEqual({});
      else if (given['filter'] === 'total') expect(body).toEqual({ total: expect.any(Number) });
      else {
        const wrapper = Wrapper.parse(body);
        expect(wrapper.quota_remaining).toBeGreaterThan(0);
        const schema = routes.find(([known]) => known === path)?.[1];
        for (const item of wrapper.items) schema?.parse(item);
      }
    }),
    { numRuns: 400 },
  );
});
