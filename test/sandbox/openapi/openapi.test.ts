import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { routes } from '../../../sandbox/api/routes/index.ts';
import { behaviourOf } from '../../../sandbox/behaviour.ts';
import { openApiDocument } from '../../../sandbox/openapi/document.ts';
import { startSandbox } from '../../../sandbox/server/server.ts';
import { documentChecker, readDocument, type Document } from '../support/document.ts';
import { demoFile, error, noon, site, startNetwork } from '../support/network.ts';

const network = await startNetwork();
const document = await readDocument(network);
const check = documentChecker(document);

const operations = Object.entries(document.paths).flatMap(([template, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({
    template,
    verb,
    operation,
    example: operation.responses['200']?.content?.['application/json']?.example,
  })),
);
const answers = operations.flatMap(({ template, verb, example }) =>
  example ? [{ template, verb, body: example }] : [],
);
const typeOf = (template: string) => routes.find(({ paths }) => paths.includes(template))?.of.name ?? '';
/** An answer of each type, which the schemas are made by. */
const ofEachType = [...new Map(answers.map((answer) => [typeOf(answer.template), answer])).values()];
const judge = (template: string, verb: string, body: unknown, { isWhole = true, version = '2.3', status = 200 } = {}) =>
  check({ template, verb, version, isWhole, status, body });
const isValid = async (of: object) =>
  (await new Validator().validate(structuredClone(of) as Record<string, unknown>)).valid;
const FILTERED = { isWhole: false };

test('the document is valid OpenAPI 3.1, and served without --control, too', async () => {
  expect(await isValid(document)).toBe(true);
  expect(document.openapi).toBe('3.1.0');
  expect(JSON.stringify(document.paths['/questions'])).toContain(`${network.apiBaseUrl}/sites/`);
  expect(document.servers[0]?.url).toBe(`${network.apiBaseUrl}/{version}`);
  expect(document.servers[0]?.variables.version.enum).toEqual(['1.1', '2.0', '2.1', '2.2', '2.3']);
  const quiet = await startSandbox({ file: await demoFile(), clock: { now: () => noon } });
  const served = await fetch(`${quiet.apiBaseUrl}/_sandbox/openapi.json`);
  expect(served.headers.get('content-type')).toBe('application/json; charset=utf-8');
  await quiet.close();
});

test('the document says of every list what is in it', () => {
  const lists: unknown[] = [];
  JSON.stringify(document, (_name, value: unknown) => {
    if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'array') lists.push(value);
    return value;
  });
  expect(lists.length).toBeGreaterThan(50);
  expect(lists.filter((list) => !Object.hasOwn(Object(list) as object, 'items'))).toEqual([]);
});

test.each(['header', 'both'] as const)('the document says who may ask with credentials in the %s', async (place) => {
  const behaviour = behaviourOf('specification', { credentials: place });
  const other = openApiDocument({ self: 'http://x', behaviour, examples: () => undefined });
  expect(await isValid(other)).toBe(true);
  const { paths, components } = other as unknown as Document;
  expect(paths['/inbox']?.['get']?.security).toContainEqual({ bearer: ['read_inbox'] });
  const schemes = Object.keys(components.securitySchemes);
  expect(schemes).toContain('bearer');
  expect(schemes.includes('key')).toBe(place === 'both');
});

test('the document has every operation that the network has, each under a name of its own, with a real answer as an example that fits its schema', () => {
  const paths = new Set(routes.flatMap((route) => route.paths));
  expect(Object.keys(document.paths).toSorted()).toEqual([...paths].toSorted());
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  expect(answers.flatMap(({ body }) => body.items.flatMap(Object.keys)).length).toBeGreaterThan(500);
  for (const { template, verb, operation, example } of operations) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(template.match(/\{\w+\}/g) ?? []);
    const isSimulated = template === '/errors/{id}';
    expect([template, isSimulated || judge(template, verb, example)]).toEqual([template, isSimulated || '']);
  }
});

test('the document says what needs a token and which scope', () => {
  const security = (path: string, verb = 'get') => document.paths[path]?.[verb]?.security;
  expect(security('/questions')).toContainEqual({});
  expect(security('/me')).toEqual([{ key: [], access_token: [] }]);
  expect(security('/me/inbox')).toEqual([{ key: [], access_token: ['read_inbox'] }]);
  expect(security('/answers/{id}/accept', 'post')).toEqual([{ key: [], access_token: ['write_access'] }]);
});

test('making the examples of the document leaves nothing behind', async () => {
  const other = await startNetwork();
  const posts = () => other.world.db.prepare('SELECT count(*) AS posts, max(id) AS id FROM posts').get();
  const before = posts();
  await other.fetch('/_sandbox/docs');
  expect(posts()).toEqual(before);
  expect(await other.control.requests()).toEqual([]);
  expect(network.value("SELECT count(*) FROM tokens WHERE token = 'example-token'")).toBe(0);
});

/** Something that the value is not. */
const other = (value: unknown): unknown => {
  if (Array.isArray(value)) return {};
  return { string: 7, number: String(value), boolean: 'true' }[typeof value as string] ?? [];
};
const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));

test.each(ofEachType)('a wrapper of $template with another field or type does not fit', ({ template, verb, body }) => {
  for (const [name, value] of Object.entries(body)) {
    const changed = { ...body, [name]: other(value) };
    expect(judge(template, verb, without(body, name)), `without ${name}`).not.toBe('');
    expect(judge(template, verb, changed), `with another ${name}`).not.toBe('');
    expect(judge(template, verb, without(body, name), FILTERED), `filtered, without ${name}`).toBe('');
    expect(judge(template, verb, changed, FILTERED), `filtered, with another ${name}`).not.toBe('');
  }
  expect(judge(template, verb, { ...body, more: 1 }, FILTERED)).not.toBe('');
  expect(judge(template, verb, body.items)).not.toBe('');
  expect(judge(template, verb, error(400, 'x'), FILTERED)).not.toBe('');
});

test.each(ofEachType)('objects of $template with another field or type do not fit', ({ template, verb, body }) => {
  const certain = document.components.schemas[typeOf(template)]?.required ?? [];
  const judged = (changed: object, how = {}) => judge(template, verb, { ...body, items: [changed] }, how);
  expect(certain.length).toBeGreaterThan(0);
  for (const item of body.items) {
    expect(Object.keys(item)).toEqual(expect.arrayContaining(certain));
    expect(judged({ ...item, more: 1 }, FILTERED)).not.toBe('');
    for (const [name, value] of Object.entries(item)) {
      expect(judged(without(item, name)) !== '', name).toBe(certain.includes(name));
      expect(judged(without(item, name), FILTERED), name).toBe('');
      for (const how of [{}, FILTERED])
        for (const wrong of [other(value), null]) expect(judged({ ...item, [name]: wrong }, how), name).not.toBe('');
      const inside = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
      for (const [inner, innerValue] of Object.entries(inside)) {
        const changed = { ...item, [name]: { ...inside, [inner]: other(innerValue) } };
        expect(judged(changed, FILTERED), `${name}.${inner}`).not.toBe('');
      }
    }
  }
});
test('the document says what is certain of the wrapper of 1.1 and of error objects, too', async () => {
  const { body } = await network.get('/questions', { site }, '1.1');
  const judged = (changed: unknown, isWhole = true) => judge('/questions', 'get', changed, { version: '1.1', isWhole });
  expect(judged(body)).toBe('');
  for (const name of ['total', 'page', 'pagesize', 'questions'])
    expect(judged(without(body, name), false)).not.toBe('');
  expect(judged({ ...body, questions: [{ title: 'x' }] }, false)).toBe('');
  expect(judged({ ...body, questions: [{ title: 'x' }] })).not.toBe('');
  const refusal = (await network.get('/questions')).body;
  const judgedRefusal = (changed: unknown) => judge('/questions', 'get', changed, { status: 400 });
  expect(judgedRefusal(refusal)).toBe('');
  for (const name of ['error_id', 'error_name', 'error_message'])
    expect(judgedRefusal(without(refusal, name))).not.toBe('');
  expect(judgedRefusal({ ...refusal, error_name: 'oops' })).not.toBe('');
});

test('the document says what is certain of the form that accepts an answer: who asks, what for, and that it is needed', () => {
  for (const path of ['/answers/{id}/accept', '/answers/{id}/accept/undo']) {
    const body = document.paths[path]?.['post']?.requestBody;
    expect(body?.required).toBe(true);
    const form = body?.content['application/x-www-form-urlencoded']?.schema;
    const fields = Object.keys(form?.properties ?? {});
    expect(fields.toSorted()).toEqual(['access_token', 'filter', 'key', 'preview', 'site']);
    expect(form?.required).toEqual(['site']);
  }
  expect(document.paths['/filters/create']?.['post']?.requestBody?.required).toBe(false);
});

test('the page shows every operation with a real answer, loads nothing from elsewhere and runs no script', async () => {
  const response = await network.fetch('/_sandbox/docs');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.headers.get('content-security-policy')).not.toContain('script-src');
  const page = await response.text();
  for (const template of Object.keys(document.paths)) expect(page).toContain(`<code>${template}</code>`);
  expect(page).not.toMatch(/<script|src="http/);
  const links = [...page.matchAll(/href="([^"]+key=demo-key)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
  expect(links.length).toBeGreaterThan(20);
  for (const link of links) expect((await fetch(link)).status, link).toBe(200);
});
