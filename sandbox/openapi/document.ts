import { z } from 'zod';
import { SCOPES } from '../api/caller.ts';
import { mostWords } from '../api/query/parameters.ts';
import { VERSIONS } from '../api/query/paths.ts';
import { neededBy, routeOn, type Route } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import type { CredentialPlace, NetworkBehaviour } from '../behaviour.ts';
import { SCOPE_WORDS } from '../oauth/dialog-request.ts';
import { ref, schemas, STRING, type Json, type JsonMap } from './schemas.ts';

/**
 * The room `openapi` describes the sandbox's API as an OpenAPI document, for tools, and as a page, for people. Both
 * are made from the routes and objects themselves, with real answers as examples, so that they cannot fall behind.
 */

/** A real answer to an operation, and the address it came from, without the version, key and token. */
export interface Example {
  readonly url: string;
  readonly body: JsonMap;
}

/** The network that is described. */
export interface Described {
  /** Its own address, without a slash at the end. */
  readonly self: string;
  readonly behaviour: NetworkBehaviour;
  /** Returns the example of an operation by its path template. */
  readonly examples: (template: string) => Example | undefined;
}

/** A parameter of an operation, as OpenAPI has it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: JsonMap;
}

const parameter = (name: string, schema: JsonMap, description?: string, required = false): Parameter => ({
  name,
  in: 'query',
  ...(description !== undefined && { description }),
  ...(required && { required }),
  schema,
});

const PATH_PARAMETERS: Readonly<Record<string, readonly [schema: JsonMap, description?: string]>> = {
  id: [{ type: 'integer' }],
  toid: [{ type: 'integer' }],
  ids: [{ ...STRING, pattern: '^-?\\d+(;-?\\d+)*$' }, 'Up to 100 identifiers, separated by semicolons.'],
  period: [{ ...STRING, enum: ['all_time', 'month'] }],
};

/** Returns the parameters in a path: `{id}` is one number, `{ids}` are several, anything else words. */
export const pathParameters = (template: string): Parameter[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const vector = name.endsWith('s') ? `Up to ${mostWords(name)}, separated by semicolons.` : undefined;
    const [schema, description] = PATH_PARAMETERS[name] ?? [STRING, vector];
    return { ...parameter(name, schema, description, true), in: 'path' };
  });

const BOUNDS = { date: 'epoch seconds', number: 'a whole number', string: 'text', word: 'one of ', none: '' } as const;

function listParameters({ sorts = {}, order, created, unboundedPagesize }: Route): Parameter[] {
  const names = Object.keys(sorts);
  const most = unboundedPagesize ? {} : { maximum: 100 };
  const ranges = Object.entries(sorts)
    .filter(([, { bound }]) => bound !== 'none')
    .map(([name, { bound, words = [] }]) => `${BOUNDS[bound]}${words.join(', ')} for ${name}`);
  const bound = (name: string, end: string) =>
    parameter(name, STRING, `${end} bound of what is sorted by, included: ${ranges.join('; ')}.`);
  const date = (name: string, end: string) =>
    parameter(name, { type: 'integer', minimum: 0 }, `The ${end} date of creation, included, in epoch seconds.`);
  return [
    parameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Beyond 25 only with a key or token.'),
    parameter('pagesize', { type: 'integer', minimum: 0, ...most, default: 30 }),
    ...(names.length > 0 ? [parameter('sort', { ...STRING, enum: names, default: names[0] })] : []),
    ...(order === undefined ? [parameter('order', { ...STRING, enum: ['desc', 'asc'], default: 'desc' })] : []),
    ...(ranges.length > 0 ? [bound('min', 'Lower'), bound('max', 'Upper')] : []),
    ...(created === undefined ? [] : [date('fromdate', 'earliest'), date('todate', 'latest')]),
  ];
}

/** A parameter takes text, whatever it is made into. */
function ownParameter(name: string, schema: z.core.$ZodType): Parameter {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return parameter(name, described as JsonMap, undefined, !z.safeParse(schema, undefined).success);
}

const CALLBACK = 'A function to call with the answer (JSONP); the status is 200 then in any case.';

/** Returns the parameters of an operation beside those in its path. */
export function parametersOf(route: Route): Parameter[] {
  const isRequired = route.site === 'required';
  const site = parameter('site', STRING, "A site's API parameter, or its domain.", isRequired);
  const filter = 'One filter: default, withbody, none, total, or the id of another.';
  const isGet = route.verb === 'GET';
  return [
    ...(isRequired || route.site === 'optional' ? [site] : []),
    ...Object.entries(route.parameters).map(([name, schema]) => ownParameter(name, schema)),
    ...(isGet ? listParameters(route) : []),
    parameter('filter', { ...STRING, default: 'default' }, filter),
    ...(isGet ? [parameter('callback', STRING, CALLBACK)] : []),
  ];
}

/**
 * Returns who may call an operation, as OpenAPI has it: anyone, unless it needs a token. In the query a token needs a
 * key beside it, in the header it does not (docs/api.md, "Credentials").
 */
function securityOf(route: Route, template: string, place: CredentialPlace): Json {
  const needed = neededBy(route, template);
  const scopes = needed === undefined || needed === 'token' ? [] : [needed];
  const anyone = needed === undefined;
  return [
    ...(anyone ? [{}] : []),
    ...(place === 'header' ? [] : [...(anyone ? [{ key: [] }] : []), { key: [], access_token: scopes }]),
    ...(place === 'query' ? [] : [{ bearer: scopes }]),
  ];
}

/** Credentials in a form (docs/api.md, "Writing"); the query will do as well. */
const FORM_CREDENTIALS = [
  parameter('key', STRING, "The application's key, unless it is in the query."),
  parameter('access_token', STRING, "The person's token, unless it is in the query; it needs the key beside it."),
];

/** An operation's parameters as a form, together with the credentials. */
function formOf(sent: readonly Parameter[], place: CredentialPlace, isRequired: boolean): JsonMap {
  const all = [...sent, ...(place === 'header' ? [] : FORM_CREDENTIALS)];
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, in: _query, required: _needed, schema: of, ...described }) => [name, { ...of, ...described }]),
    ),
    required: all.filter(({ required }) => required).map(({ name }) => name),
  };
  return { required: isRequired, content: { 'application/x-www-form-urlencoded': { schema } } };
}

const HEADERS = {
  'X-RateLimit-Max': { description: 'Requests a day.', schema: STRING },
  'X-RateLimit-Current': { description: 'Requests left of them.', schema: STRING },
};

/** Returns the group of an operation. */
export const groupOf = (template: string): string => template.split('/')[1] ?? '';

const operationId = (verb: string, template: string) =>
  verb.toLowerCase() +
  template.replace(/\{(\w+)\}/g, 'By/$1').replaceAll(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());

function operation(route: Route, verb: 'GET' | 'POST', template: string, { examples, behaviour }: Described): JsonMap {
  const { credentials } = behaviour;
  const sent = parametersOf(route);
  const isGet = verb === 'GET';
  const example = examples(template)?.body;
  // The whole wrapper where the filter leaves nothing of the default one out, otherwise the filtered one.
  const schema = {
    anyOf: ['_list', '_list_1.1', '_list_filtered', '_list_1.1_filtered'].map((end) =>
      ref('schemas', `${route.of.name}${end}`),
    ),
  };
  return {
    operationId: operationId(verb, template),
    tags: [groupOf(template)],
    summary: route.summary,
    ...(route.since !== undefined && { description: `Since version ${route.since}.` }),
    parameters: [...pathParameters(template), ...(isGet ? sent : [])] as unknown as Json,
    ...(!isGet && { requestBody: formOf(sent, credentials, verb === route.verb) }),
    security: securityOf(route, template, credentials),
    responses: {
      200: {
        description:
          'The wrapper with what was asked for; whole, unless a filter leaves something of the default one out.',
        headers: Object.fromEntries(Object.keys(HEADERS).map((name) => [name, ref('headers', name)])),
        content: {
          'application/json': { schema, ...(example && { example }) },
          ...(isGet && { 'text/javascript': { schema: STRING } }),
        },
      },
      default: ref('responses', 'error'),
    },
  };
}

function paths(described: Described): JsonMap {
  const all: Record<string, Record<string, Json>> = {};
  for (const declared of routesOn(described.behaviour))
    for (const template of declared.paths) {
      const route = routeOn(described.behaviour, declared, template);
      for (const verb of route.alsoPost ? (['GET', 'POST'] as const) : [route.verb])
        (all[template] ??= {})[verb.toLowerCase()] = operation(route, verb, template, described);
    }
  return all;
}

const apiKey = (name: string, description: string): JsonMap => ({ type: 'apiKey', in: 'query', name, description });

/** Returns the places of credentials, and where tokens come from. */
function securitySchemes(self: string, place: CredentialPlace): JsonMap {
  const scopes = Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]]));
  const [authorizationUrl, tokenUrl] = [`${self}/oauth`, `${self}/oauth/access_token/json`];
  return {
    ...(place !== 'header' && {
      key: apiKey('key', 'Of a registered application; there is always demo-key.'),
      access_token: apiKey('access_token', 'Of a person, from one of the sign-ins; it needs the key beside it.'),
    }),
    ...(place !== 'query' && {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A token of a person, or else a key of a registered application; there is always demo-key.',
      },
    }),
    sign_in: {
      type: 'oauth2',
      description: 'Where tokens come from.',
      flows: {
        implicit: { authorizationUrl: `${authorizationUrl}/dialog`, scopes },
        authorizationCode: { authorizationUrl, tokenUrl, scopes },
      },
    },
  };
}

const DESCRIPTION =
  'Lists come in a common wrapper; version 1.1 has one of its own (total, page, pagesize, and the list under its own ' +
  'name) and tells the quota in headers only. Under the default filter much of an object is certain; another filter ' +
  'may leave anything out, which the schemas ending in _filtered describe. Every answer is compressed unless the ' +
  'client refuses that.';

/**
 * The API as an OpenAPI 3.1 document, made from the definitions that the routes themselves run on.
 */
export function openApiDocument(described: Described): JsonMap {
  const { self, behaviour } = described;
  const groups = new Set(routesOn(behaviour).flatMap((route) => route.paths.map(groupOf)));
  const license = { name: 'MIT', identifier: 'MIT' };
  const content = { 'application/json': { schema: ref('schemas', 'error_object') } };
  return {
    openapi: '3.1.0',
    info: { title: 'Sandbox question-and-answer network', version: '2.3', description: DESCRIPTION, license },
    servers: [{ url: `${self}/{version}`, variables: { version: { enum: VERSIONS, default: '2.3' } } }],
    tags: [...groups].map((name) => ({ name })),
    paths: paths(described),
    components: {
      schemas: schemas(),
      headers: HEADERS,
      responses: { error: { description: 'An error object.', content } },
      securitySchemes: securitySchemes(self, behaviour.credentials),
    },
  };
}
