import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../sandbox/routes/index.ts';
import { startSandbox } from '../../../sandbox/server.ts';
import { demoFile, key, noon, site, startNetwork, token, type TestNetwork } from './network.ts';

interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown>; required: string[] } }> };
  responses: Record<string, { content?: Record<string, { schema: object; example?: { items: object[] } }> }>;
  security: Record<string, string[]>[];
}
interface Document {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

let network: TestNetwork;
let document: Document;
let validate: (template: string, verb: string, status: string, body: unknown) => string;
beforeAll(async () => {
  network = await startNetwork();
  await network.control.grant({ token, accountId: network.account(), scopes: ['read_inbox', 'write_access', 'private_info'] });
  document = (await (await fetch(`${network.apiBaseUrl}/_sandbox/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  const pointer = (...parts: string[]) => `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  validate = (template, verb, status, body) => {
    const schema =
      status === '200'
        ? pointer('paths', template, verb, 'responses', '200', 'content', 'application/json', 'schema')
        : pointer('components', 'schemas', 'error_object');
    return ajv.validate(schema, body) ? '' : ajv.errorsText();
  };
});
afterAll(() => network.close());

const operations = () => Object.entries(document.paths).flatMap(([template, verbs]) => Object.entries(verbs).map(([verb, operation]) => ({ template, verb, operation })));

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, and served without --control, too', async () => {
    const checked = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(checked.errors ?? []).toEqual([]);
    expect(checked.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers[0]?.url).toBe(`${network.apiBaseUrl}/{version}`);
    const quiet = await startSandbox({ file: await demoFile(), clock: { now: () => noon } });
    expect((await fetch(`${quiet.apiBaseUrl}/_sandbox/openapi.json`)).headers.get('content-type')).toBe('application/json; charset=utf-8');
    await quiet.close();
  });

  test('has every operation that the network has, each under a name of its own', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual([...new Set(routes.flatMap(({ paths }) => paths))].toSorted());
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const { template, operation } of operations()) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(inPath).toEqual(template.match(/\{\w+\}/g) ?? []);
    }
  });

  test('says what needs a token and which scope', () => {
    const security = (path: string, verb = 'get') => document.paths[path]?.[verb]?.security;
    expect(security('/questions')).toContainEqual({});
    expect(security('/me')).toEqual([{ key: [], access_token: [] }]);
    expect(security('/me/inbox')).toEqual([{ key: [], access_token: ['read_inbox'] }]);
    expect(security('/answers/{id}/accept', 'post')).toEqual([{ key: [], access_token: ['write_access'] }]);
  });

  test('has a real answer as an example of every operation but the one that only fails, and each fits its schema', () => {
    for (const { template, verb, operation } of operations()) {
      if (template === '/errors/{id}') continue;
      const example = operation.responses['200']?.content?.['application/json']?.example;
      expect(example, `${verb} ${template}`).toBeDefined();
      expect(validate(template, verb, '200', example), `${verb} ${template}`).toBe('');
    }
    const questions = document.paths['/questions']?.['get']?.responses['200']?.content?.['application/json']?.example;
    expect(JSON.stringify(questions)).toContain(network.apiBaseUrl);
  });

  test('making the examples leaves nothing behind', async () => {
    const count = () => network.world.db.prepare("SELECT (SELECT count(*) FROM posts), (SELECT count(*) FROM tokens WHERE token = 'example-token') AS tokens").get();
    const other = await startNetwork();
    const before = other.world.db.prepare('SELECT count(*) AS posts, max(id) AS id FROM posts').get();
    await fetch(`${other.apiBaseUrl}/_sandbox/docs`);
    expect(other.world.db.prepare('SELECT count(*) AS posts, max(id) AS id FROM posts').get()).toEqual(before);
    expect(await other.control.requests()).toEqual([]);
    await other.close();
    expect(count()?.['tokens']).toBe(0);
  });
});

describe('answers fit the document', () => {
  const value = fc.oneof(
    fc.constantFrom('1', '2', '0', '-1', 'asc', 'desc', 'git', 'git;sql', 'true', 'false', 'activity', 'votes', 'creation', 'name', 'gold', 'month', 'default', 'withbody', 'total', 'none', '!foreign'),
    fc.integer({ min: 1_600_000_000, max: 1_800_000_000 }).map(String),
    fc.string(),
  );

  test('whatever is asked of whichever operation, with parameters it has', async () => {
    const all = operations().filter(({ template }) => !template.includes('{accessTokens}') && template !== '/errors/{id}');
    const ids = network.world.db.prepare('SELECT id FROM posts ORDER BY id LIMIT 40').all().map(({ id }) => String(id));
    const asked = fc.constantFrom(...all).chain(({ template, verb, operation }) => {
      const names = [
        ...operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
        ...Object.keys(Object.values(operation.requestBody?.content ?? {})[0]?.schema.properties ?? {}),
      ].filter((name) => name !== 'callback' && name !== 'site');
      const inPath = template.match(/\{\w+\}/g)?.length ?? 0;
      const part = (fc.oneof(fc.constantFrom(...ids, '1;2;3', 'git', 'all_time', 'month'), fc.string({ minLength: 1 })));
      return fc.record({
        template: fc.constant(template),
        verb: fc.constant(verb),
        segments: fc.array(part, { minLength: inPath, maxLength: inPath }),
        sent: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }),
        caller: fc.constantFrom({}, { key }, { key, access_token: token }, { key, access_token: token }),
        version: fc.constantFrom('2.0', '2.2', '2.3'),
      });
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ template, verb, segments, sent, caller, version }) => {
        const rest = [...segments];
        const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(rest.shift() ?? ''));
        const operation = document.paths[template]?.[verb];
        const takesSite = verb === 'post' || operation?.parameters.some(({ name }) => name === 'site');
        const parameters = new URLSearchParams({ ...(takesSite ? { site } : {}), ...sent, ...caller });
        const response =
          verb === 'post'
            ? await fetch(`${network.apiBaseUrl}/${version}${path}`, { method: 'POST', body: parameters })
            : await fetch(`${network.apiBaseUrl}/${version}${path}?${parameters.toString()}`);
        expect(response.status).toBeLessThan(500);
        expect(validate(template, verb, String(response.status), await response.json())).toBe('');
      }),
      { numRuns: 400 },
    );
  });
});

describe('the page', () => {
  test('shows every operation with a real answer, loads nothing from elsewhere and runs no script', async () => {
    const response = await fetch(`${network.apiBaseUrl}/_sandbox/docs`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('content-security-policy')).not.toContain('script-src');
    const page = await response.text();
    for (const template of Object.keys(document.paths)) expect(page).toContain(`<code>${template}</code>`);
    expect(page).not.toMatch(/<script|src="http/);
    const links = [...page.matchAll(/href="([^"]+key=demo-key)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
  });
});
