import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../sandbox/api/routes/index.ts';
import { HELP, parseOptions } from '../../sandbox/command/options.ts';
import { startNetwork, type TestNetwork } from './support/network.ts';
import { readme, readmeRows } from './support/readme-table.ts';

test.each(routes.map((route): [string, typeof route] => [route.name, route]))(
  'the README describes %s as it is',
  (_name, route) => {
    const row = readmeRows.find(({ paths }) => paths.join() === route.paths.join());
    expect(row).toBeDefined();
    expect(/POST/.test(row?.operation ?? '')).toBe(route.verb === 'POST' || route.alsoPost === true);
    expect(row?.sorts).toEqual(Object.keys(route.sorts ?? {}));
    expect(row?.parameters).toEqual(Object.keys(route.parameters));
    expect(row?.needs.includes('site')).toBe(route.site === 'required');
    // That the file asks for every path of the row it sees to itself: see support/requested.ts.
    expect(existsSync(new URL(`${row?.test ?? ''}.test.ts`, import.meta.url))).toBe(true);
  },
);

test('the README lists no other operations', () => {
  expect(readmeRows).toHaveLength(routes.length);
});

describe('a running network', () => {
  let network: TestNetwork;
  beforeAll(async () => {
    network = await startNetwork();
  });
  afterAll(() => network.close());

  /** Values of path parameters that exist, or at least can be read. */
  const filled = (path: string) =>
    path
      .replace('{filters}', 'default')
      .replace('{period}', 'all_time')
      .replace(/\{(?:tags?|accessTokens)\}/, 'unknown')
      .replace(/\{ids?\}/, path.startsWith('/errors') ? '404' : '1');

  test.each(readmeRows.flatMap(({ operation, paths }) => paths.map((path) => [operation, path] as const)))(
    'has what the README lists: %s (%s)',
    async (operation, path) => {
      const ask = operation.startsWith('POST ') ? network.post : network.get;
      const { body, status } = await ask(filled(path), { site: 'loops' });
      if (path === '/errors/{id}') expect(body).toMatchObject({ error_id: 404, error_message: 'simulated' });
      else expect(body['error_name']).not.toBe('no_method');
      expect(status).not.toBe(500);
    },
  );

  const controlRoutes = [...readme.matchAll(/`(GET|POST|DELETE) ([a-z/]+)(?:\/\{\w+\})?`/g)].map(
    ([, verb = '', path = '']) => [verb, path] as const,
  );
  test('has control routes in the README', () => expect(controlRoutes.length).toBeGreaterThan(8));
  test.each(controlRoutes)('has the control route %s %s', async (method, path) => {
    const url = `${network.apiBaseUrl}/_sandbox/${path}${path === 'actions' ? '/none' : ''}`;
    const response = await fetch(url, { method });
    expect(response.status).not.toBe(404);
  });
});

describe('the command line', () => {
  const optionsIn = (text: string) => new Set([...text.matchAll(/--[a-z][a-z-]+/g)].map(([option]) => option));

  /** Of `curl`, which the README names too. */
  const OTHER_PROGRAMS_OPTIONS = ['--compressed'];
  test.each([...optionsIn(readme)].filter((option) => !OTHER_PROGRAMS_OPTIONS.includes(option)))(
    'the README names %s, which exists',
    (option) => {
      expect(optionsIn(HELP)).toContain(option);
    },
  );

  test.each([...optionsIn(HELP)])('%s of --help is an option', (option) => {
    let message = '';
    try {
      parseOptions([option]);
    } catch (error) {
      message = String(error);
    }
    expect(message).not.toContain('Unknown option');
  });
});
