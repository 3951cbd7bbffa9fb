import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { routes } from '../../../sandbox/api/routes/index.ts';
import { behaviourOf } from '../../../sandbox/behaviour.ts';
import { openApiDocument } from '../../../sandbox/openapi/document.ts';
import { startSandbox } from '../../../sandbox/server/server.ts';
import { documentChecker, readDocument, type Document } from '../support/document.ts';
import { demoFile, noon, site, startNetwork } from '../support/network.ts';

const network = await startNetwork();
const document = await readDocument(network);
const check = documentChecker(document);

const operations = () =>
  Object.entries(document.paths).flatMap(([template, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ template, verb, operation })),
  );

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1, and served without --control, too', async () => {
    const checked = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
    expect(checked.errors ?? []).toEqual([]);
    expect(checked.valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers[0]?.url).toBe(`${network.apiBaseUrl}/{version}`);
    expect(document.servers[0]?.variables.version.enum).toEqual(['1.1', '2.0', '2.1', '2.2', '2.3']);
    const quiet = await startSandbox({ file: await demoFile(), clock: { now: () => noon } });
    expect((await fetch(`${quiet.apiBaseUrl}/_sandbox/openapi.json`)).headers.get('content-type')).toBe(
      'application/json; charset=utf-8',
    );
    await quiet.close();
  });

  test('says of every list what is in it', () => {
    const lists: unknown[] = [];
    JSON.stringify(document, (_name, value: unknown) => {
      if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'array') lists.push(value);
      return value;
    });
    expect(lists.length).toBeGreaterThan(50);
    expect(lists.filter((list) => !Object.hasOwn(Object(list) as object, 'items'))).toEqual([]);
  });

  test.each(['header', 'both'] as const)('says who may ask where credentials are taken in the %s', async (place) => {
    const other = openApiDocument({
      self: 'http://x',
      behaviour: behaviourOf('specification', { credentials: place }),
      examples: () => undefined,
    });
    expect((await new Validator().validate(structuredClone(other))).errors ?? []).toEqual([]);
    const { paths, components } = other as unknown as Document;
    expect(paths['/inbox']?.['get']?.security).toContainEqual({ bearer: ['read_inbox'] });
    const schemes = Object.keys(components.securitySchemes);
    expect(schemes).toContain('bearer');
    expect(schemes.includes('key')).toBe(place === 'both');
  });

  test('has every operation that the network has, each under a name of its own', () => {
    expect(Object.keys(document.paths).toSorted()).toEqual(
      [...new Set(routes.flatMap(({ paths }) => paths))].toSorted(),
    );
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
      expect(
        check({ template, verb, version: '2.3', isWhole: true, status: 200, body: example }),
        `${verb} ${template}`,
      ).toBe('');
    }
    const questions = document.paths['/questions']?.['get']?.responses['200']?.content?.['application/json']?.example;
    expect(JSON.stringify(questions)).toContain(network.apiBaseUrl);
  });

  test('making the examples leaves nothing behind', async () => {
    const count = () =>
      network.world.db
        .prepare(
          "SELECT (SELECT count(*) FROM posts), (SELECT count(*) FROM tokens WHERE token = 'example-token') AS tokens",
        )
        .get();
    const other = await startNetwork();
    const before = other.world.db.prepare('SELECT count(*) AS posts, max(id) AS id FROM posts').get();
    await fetch(`${other.apiBaseUrl}/_sandbox/docs`);
    expect(other.world.db.prepare('SELECT count(*) AS posts, max(id) AS id FROM posts').get()).toEqual(before);
    expect(await other.control.requests()).toEqual([]);
    expect(count()?.['tokens']).toBe(0);
  });
});

describe('the document says what is certain', () => {
  /** Something that the value is not. */
  const other = (value: unknown): unknown =>
    typeof value === 'string'
      ? 7
      : typeof value === 'number'
        ? String(value)
        : typeof value === 'boolean'
          ? 'true'
          : Array.isArray(value)
            ? {}
            : [];
  const without = (object: object, name: string) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  const answers = () =>
    operations().flatMap(({ template, verb, operation }) => {
      const body = operation.responses['200']?.content?.['application/json']?.example;
      return body ? [{ template, verb, body }] : [];
    });
  const judge = (template: string, verb: string, body: unknown, isWhole = true) =>
    check({ template, verb, version: '2.3', isWhole, status: 200, body });

  test('of every wrapper: a field less, one more, or another type does not fit', () => {
    for (const { template, verb, body } of answers()) {
      for (const [name, value] of Object.entries(body)) {
        expect(judge(template, verb, without(body, name)), `${template} without ${name}`).not.toBe('');
        expect(judge(template, verb, { ...body, [name]: other(value) }), `${template} with another ${name}`).not.toBe(
          '',
        );
        expect(judge(template, verb, without(body, name), false), `${template} filtered, without ${name}`).toBe('');
        expect(
          judge(template, verb, { ...body, [name]: other(value) }, false),
          `${template} filtered, with another ${name}`,
        ).not.toBe('');
      }
      expect(judge(template, verb, { ...body, more: 1 }, false)).not.toBe('');
      expect(judge(template, verb, body.items)).not.toBe('');
      expect(judge(template, verb, { error_id: 400, error_name: 'bad_parameter', error_message: 'x' }, false)).not.toBe(
        '',
      );
    }
  });

  test('of every object: a certain field less, one more, or another type anywhere in it does not fit', () => {
    let broken = 0;
    for (const { template, verb, body } of answers())
      for (const item of body.items) {
        const certain =
          document.components.schemas[routes.find(({ paths }) => paths.includes(template))?.of.name ?? '']?.required ??
          [];
        const judged = (changed: object, isWhole = true) =>
          judge(template, verb, { ...body, items: [changed] }, isWhole);
        expect(certain.length, template).toBeGreaterThan(0);
        expect(Object.keys(item), template).toEqual(expect.arrayContaining(certain));
        expect(judged({ ...item, more: 1 }, false)).not.toBe('');
        for (const [name, value] of Object.entries(item)) {
          const place = `${template} ${name}`;
          expect(judged(without(item, name)) !== '', place).toBe(certain.includes(name));
          expect(judged(without(item, name), false), place).toBe('');
          for (const isWhole of [true, false]) {
            expect(judged({ ...item, [name]: other(value) }, isWhole), place).not.toBe('');
            expect(judged({ ...item, [name]: null }, isWhole), place).not.toBe('');
          }
          if (typeof value === 'object' && value !== null && !Array.isArray(value))
            for (const [inner, innerValue] of Object.entries(value))
              expect(
                judged({ ...item, [name]: { ...value, [inner]: other(innerValue) } }, false),
                `${place}.${inner}`,
              ).not.toBe('');
          broken += 1;
        }
      }
    expect(broken).toBeGreaterThan(500);
  });

  test('of the wrapper of 1.1 and of error objects, too', async () => {
    const { body } = await network.get('/questions', { site }, '1.1');
    const judged = (changed: unknown, isWhole = true) =>
      check({ template: '/questions', verb: 'get', version: '1.1', isWhole, status: 200, body: changed });
    expect(judged(body)).toBe('');
    for (const name of ['total', 'page', 'pagesize', 'questions'])
      expect(judged(without(body, name), false)).not.toBe('');
    expect(judged({ ...body, questions: [{ title: 'x' }] }, false)).toBe('');
    expect(judged({ ...body, questions: [{ title: 'x' }] })).not.toBe('');
    const refusal = (await network.get('/questions')).body;
    const judgedRefusal = (changed: unknown) =>
      check({ template: '/questions', verb: 'get', version: '2.3', isWhole: true, status: 400, body: changed });
    expect(judgedRefusal(refusal)).toBe('');
    for (const name of ['error_id', 'error_name', 'error_message'])
      expect(judgedRefusal(without(refusal, name))).not.toBe('');
    expect(judgedRefusal({ ...refusal, error_name: 'oops' })).not.toBe('');
  });

  test('of the form that accepts an answer: who asks, what for, and that it is needed', () => {
    for (const path of ['/answers/{id}/accept', '/answers/{id}/accept/undo']) {
      const body = document.paths[path]?.['post']?.requestBody;
      expect(body?.required).toBe(true);
      const form = body?.content['application/x-www-form-urlencoded']?.schema;
      expect(Object.keys(form?.properties ?? {}).toSorted()).toEqual([
        'access_token',
        'filter',
        'key',
        'preview',
        'site',
      ]);
      expect(form?.required).toEqual(['site']);
    }
    expect(document.paths['/filters/create']?.['post']?.requestBody?.required).toBe(false);
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
    const links = [...page.matchAll(/href="([^"]+key=demo-key)"/g)].map(([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    );
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect((await fetch(link)).status, link).toBe(200);
  });
});
