import { z } from 'zod';
import { mostWords } from '../api/query/parameters.ts';
import { VERSIONS } from '../api/query/paths.ts';
import { neededBy, type PathOperation, type Route } from '../api/query/route.ts';
import { operationsOn } from '../api/routes/index.ts';
import type { CredentialPlace, NetworkBehaviour } from '../behaviour.ts';
import { SCOPE_WORDS } from '../oauth/dialog-request.ts';
import { INTEGER, ref, schemas, STRING, type Json, type JsonMap } from './schemas.ts';

/**
 * The room `openapi` describes the sandbox's API as an OpenAPI document, for tools, and as a page, for people. Both
 * are made from the routes and objects themselves, with real answers as examples (server/examples.ts), so that they
 * cannot fall behind.
 */

/** The network that is described. */
export interface Described {
  /** Its own address, without a slash at the end. */
  readonly self: string;
  readonly behaviour: NetworkBehaviour;
  /** Returns a real answer to an operation by its path template, and its address where that gives one to anybody. */
  readonly examples: (template: string) => { readonly address: string | undefined; readonly body: JsonMap } | undefined;
}

/** Creates a parameter of an operation, as OpenAPI has it. */
function parameter(name: string, schema: JsonMap, description?: string, isRequired = false) {
  return { name, in: 'query' as 'path' | 'query', description, required: isRequired || undefined, schema };
}
export type Parameter = ReturnType<typeof parameter>;

const PATH_SCHEMAS: Readonly<Record<string, JsonMap>> = {
  id: INTEGER,
  toid: INTEGER,
  ids: { ...STRING, pattern: '^-?\\d+(;-?\\d+)*$' },
  period: { ...STRING, enum: ['all_time', 'month'] },
};

/** Creates a parameter in a path: `{id}` is one number, `{ids}` are several, anything else words. */
function pathParameter(name: string): Parameter {
  const vector = name.endsWith('s') ? `Up to ${mostWords(name)}, separated by semicolons.` : undefined;
  return { ...parameter(name, PATH_SCHEMAS[name] ?? STRING, vector, true), in: 'path' };
}

const BOUNDS = { date: 'epoch seconds', number: 'a whole number', string: 'text', word: 'one of ', none: '' } as const;

const some = (areThere: boolean, ...all: Parameter[]) => (areThere ? all : []);

function listParameters({ sorts = {}, order, created, unboundedPagesize }: Route): Parameter[] {
  const names = Object.keys(sorts);
  const ranges = Object.entries(sorts)
    .filter(([, { bound }]) => bound !== 'none')
    .map(([name, { bound, words = [] }]) => `${BOUNDS[bound]}${words.join(', ')} for ${name}`);
  const bound = (name: string, end: string) =>
    parameter(name, STRING, `${end} bound of what is sorted by, included: ${ranges.join('; ')}.`);
  const date = (name: string, end: string) =>
    parameter(name, { ...INTEGER, minimum: 0 }, `The ${end} date of creation, included, in epoch seconds.`);
  return [
    parameter('page', { ...INTEGER, minimum: 1, default: 1 }, 'Beyond 25 only with a key or token.'),
    parameter('pagesize', { ...INTEGER, minimum: 0, maximum: unboundedPagesize ? undefined : 100, default: 30 }),
    ...some(names.length > 0, parameter('sort', { ...STRING, enum: names, default: names[0] })),
    ...some(order === undefined, parameter('order', { ...STRING, enum: ['desc', 'asc'], default: 'desc' })),
    ...some(ranges.length > 0, bound('min', 'Lower'), bound('max', 'Upper')),
    ...some(created !== undefined, date('fromdate', 'earliest'), date('todate', 'latest')),
  ];
}

/** A parameter takes text, whatever it is made into. */
function ownParameter(name: string, schema: z.core.$ZodType): Parameter {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return parameter(name, described as JsonMap, undefined, !z.safeParse(schema, undefined).success);
}

/** Returns the parameters of an operation. */
export function parametersOf({ route, template }: PathOperation): Parameter[] {
  const isGet = route.verb === 'GET';
  const site = parameter('site', STRING, "A site's API parameter, or its domain.", route.site === 'required');
  return [
    ...[...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => pathParameter(name)),
    ...some(route.site === 'required' || route.site === 'optional', site),
    ...Object.entries(route.parameters).map(([name, schema]) => ownParameter(name, schema)),
    ...(isGet ? listParameters(route) : []),
    parameter('filter', { ...STRING, default: 'default' }, 'One filter: default, withbody, none, total, or an id.'),
    ...some(isGet, parameter('callback', STRING, 'A function to call with the answer (JSONP), whose status is 200.')),
  ];
}

/**
 * Returns who may call an operation, as OpenAPI has it: anyone, unless it needs a token. In the query a token needs a
 * key beside it, in the header it does not (docs/api.md, "Credentials").
 */
function securityOf({ route, template }: PathOperation, place: CredentialPlace): JsonMap[] {
  const needed = neededBy(route, template);
  const scopes = needed === undefined || needed === 'token' ? [] : [needed];
  const inQuery = place === 'header' ? [] : [{ key: [], access_token: scopes }];
  const open = needed === undefined ? [{}, ...inQuery.map(() => ({ key: [] }))] : [];
  return [...open, ...inQuery, ...(place === 'query' ? [] : [{ bearer: scopes }])];
}

/** Credentials in a form (docs/api.md, "Writing"); the query will do as well. */
const FORM_CREDENTIALS = [
  parameter('key', STRING, "The application's key, unless it is in the query."),
  parameter('access_token', STRING, "The person's token, unless it is in the query; it needs the key beside it."),
];

/** An operation's parameters as a form, together with the credentials. */
function formOf(sent: readonly Parameter[], place: CredentialPlace, isRequired: boolean): JsonMap {
  const all = [...sent, ...(place === 'header' ? [] : FORM_CREDENTIALS)];
  const fields = all.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]);
  const required = all.filter((field) => field.required).map(({ name }) => name);
  const schema = { type: 'object', properties: Object.fromEntries(fields) as JsonMap, required };
  return { required: isRequired, content: { 'application/x-www-form-urlencoded': { schema } } };
}

const QUOTA_HEADERS = { 'X-RateLimit-Max': 'Requests a day.', 'X-RateLimit-Current': 'Requests left of them.' };
const HEADERS = Object.entries(QUOTA_HEADERS);

/** Returns the group of an operation. */
export const groupOf = (template: string): string => template.split('/')[1] ?? '';

const operationId = (verb: string, template: string) =>
  verb.toLowerCase() +
  template.replace(/\{(\w+)\}/g, 'By/$1').replaceAll(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());

const LISTS = ['_list', '_list_1.1', '_list_filtered', '_list_1.1_filtered'];

function describe(operation: PathOperation, verb: Route['verb'], { examples, behaviour }: Described): JsonMap {
  const { route, template } = operation;
  const parameters = parametersOf(operation);
  const sent = parameters.filter((one) => one.in === 'query');
  const isGet = verb === 'GET';
  // The whole wrapper where the filter leaves nothing of the default one out, otherwise the filtered one.
  const schema = { anyOf: LISTS.map((list) => ref('schemas', `${route.of.name}${list}`)) };
  return {
    operationId: operationId(verb, template),
    tags: [groupOf(template)],
    summary: route.summary,
    description: route.since && `Since version ${route.since}.`,
    parameters: isGet ? parameters : parameters.filter((one) => one.in === 'path'),
    requestBody: isGet ? undefined : formOf(sent, behaviour.credentials, verb === route.verb),
    security: securityOf(operation, behaviour.credentials),
    responses: {
      200: {
        description: 'The wrapper with what was asked for, whole unless a filter leaves something of the default out.',
        headers: Object.fromEntries(HEADERS.map(([name]) => [name, ref('headers', name)])),
        content: {
          'application/json': { schema, example: examples(template)?.body },
          ...(isGet && { 'text/javascript': { schema: STRING } }),
        },
      },
      default: ref('responses', 'error'),
    },
  };
}

function paths(described: Described): JsonMap {
  const all: Record<string, Record<string, Json>> = {};
  for (const operation of operationsOn(described.behaviour))
    for (const verb of operation.route.alsoPost ? (['GET', 'POST'] as const) : [operation.route.verb])
      (all[operation.template] ??= {})[verb.toLowerCase()] = describe(operation, verb, described);
  return all;
}

const apiKey = (name: string, description: string): JsonMap => ({ type: 'apiKey', in: 'query', name, description });
const BEARER = 'A token of a person, or else a key of a registered application; there is always demo-key.';

/** Returns the places of credentials, and where tokens come from. */
function securitySchemes(self: string, place: CredentialPlace): JsonMap {
  const [authorizationUrl, scopes] = [`${self}/oauth`, SCOPE_WORDS];
  const implicit = { authorizationUrl: `${authorizationUrl}/dialog`, scopes };
  const authorizationCode = { authorizationUrl, tokenUrl: `${authorizationUrl}/access_token/json`, scopes };
  return {
    ...(place !== 'header' && {
      key: apiKey('key', 'Of a registered application; there is always demo-key.'),
      access_token: apiKey('access_token', 'Of a person, from one of the sign-ins; it needs the key beside it.'),
    }),
    ...(place !== 'query' && { bearer: { type: 'http', scheme: 'bearer', description: BEARER } }),
    sign_in: { type: 'oauth2', description: 'Where tokens come from.', flows: { implicit, authorizationCode } },
  };
}

const DESCRIPTION =
  'Lists come in a wrapper; version 1.1 has one of its own and tells the quota in headers only. Under the default ' +
  'filter much of an object is certain; others may leave anything out, which the schemas ending in _filtered ' +
  'describe. Every answer is compressed unless the client refuses that.';

/** The API as an OpenAPI 3.1 document, made from the definitions that the routes themselves run on. */
export function openApiDocument(described: Described): JsonMap {
  const { self, behaviour } = described;
  const license = { name: 'MIT', identifier: 'MIT' };
  const content = { 'application/json': { schema: ref('schemas', 'error_object') } };
  return {
    openapi: '3.1.0',
    info: { title: 'Sandbox question-and-answer network', version: '2.3', description: DESCRIPTION, license },
    servers: [{ url: `${self}/{version}`, variables: { version: { enum: VERSIONS, default: '2.3' } } }],
    tags: [...new Set(operationsOn(behaviour).map(({ template }) => groupOf(template)))].map((name) => ({ name })),
    paths: paths(described),
    components: {
      schemas: schemas(),
      headers: Object.fromEntries(HEADERS.map(([name, description]) => [name, { description, schema: STRING }])),
      responses: { error: { description: 'An error object.', content } },
      securitySchemes: securitySchemes(self, behaviour.credentials),
    },
  };
}
