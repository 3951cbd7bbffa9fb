import { SCOPES } from '../api/caller.ts';
import { routeOn, type Route } from '../api/query/route.ts';
import { routesOn } from '../api/routes/index.ts';
import type { NetworkBehaviour } from '../behaviour.ts';
import { SCOPE_WORDS } from '../oauth/dialog-request.ts';
import {
  formParameters,
  parametersOf,
  pathParameters,
  securityOf,
  securitySchemes,
  type Parameter,
} from './parameters.ts';
import { ref, type Json, type JsonMap, answerSchema, schemas } from './schemas.ts';

/**
 * The room `openapi` describes the sandbox's API as an OpenAPI document, for tools, and as a page, for people. Both
 * are made from the routes and objects themselves, with real answers as examples, so that they cannot fall behind.
 */

/** A real answer to an operation, and the address it came from, without the version, key and token. */
export interface Example {
  readonly url: string;
  readonly body: JsonMap;
}

/** Returns the example of an operation by its path template. */
export type Examples = (template: string) => Example | undefined;

/** The network that is described. */
export interface Described {
  /** Its own address, without a slash at the end. */
  readonly self: string;
  readonly behaviour: NetworkBehaviour;
  readonly examples: Examples;
}

const HEADERS = {
  'X-RateLimit-Max': { description: 'Requests a day.', schema: { type: 'string' } },
  'X-RateLimit-Current': { description: 'Requests left of them.', schema: { type: 'string' } },
};

/** Returns the group of an operation. */
export const groupOf = (template: string): string => template.split('/')[1] ?? '';

const asParameter = (place: 'query' | 'path', { name, description, isRequired, schema }: Parameter): JsonMap => ({
  name,
  in: place,
  ...(description !== undefined && { description }),
  ...((place === 'path' || isRequired) && { required: true }),
  schema,
});

const operationId = (verb: string, template: string) =>
  verb.toLowerCase() +
  template.replace(/\{(\w+)\}/g, 'By/$1').replaceAll(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** An operation's parameters as a form, together with the credentials. */
function formOf(sent: readonly Parameter[], isRequired: boolean): JsonMap {
  const properties = sent.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties) as JsonMap,
    required: sent.filter((parameter) => parameter.isRequired).map(({ name }) => name),
  };
  return { required: isRequired, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function operation(
  route: Route,
  verb: 'GET' | 'POST',
  template: string,
  { examples, behaviour: { credentials } }: Described,
): JsonMap {
  const inPath = pathParameters(template).map((parameter) => asParameter('path', parameter));
  const sent = parametersOf(route);
  const isGet = verb === 'GET';
  const example = examples(template)?.body;
  return {
    operationId: operationId(verb, template),
    tags: [groupOf(template)],
    summary: route.summary,
    ...(route.since !== undefined && { description: `Since version ${route.since}.` }),
    parameters: isGet ? [...inPath, ...sent.map((parameter) => asParameter('query', parameter))] : inPath,
    ...(!isGet && { requestBody: formOf([...sent, ...formParameters(credentials)], verb === route.verb) }),
    security: securityOf(route, template, credentials),
    responses: {
      200: {
        description:
          'The wrapper with what was asked for; whole, unless a filter leaves something of the default one out.',
        headers: Object.fromEntries(Object.keys(HEADERS).map((name) => [name, ref('headers', name)])),
        content: {
          'application/json': { schema: answerSchema(route.of.name), ...(example && { example }) },
          ...(isGet && { 'text/javascript': { schema: { type: 'string' } } }),
        },
      },
      default: ref('responses', 'error'),
    },
  };
}

function paths(described: Described): JsonMap {
  const { behaviour } = described;
  const all: Record<string, Record<string, Json>> = {};
  for (const declared of routesOn(behaviour))
    for (const template of declared.paths) {
      const route = routeOn(behaviour, declared, template);
      for (const verb of route.alsoPost ? (['GET', 'POST'] as const) : [route.verb])
        (all[template] ??= {})[verb.toLowerCase()] = operation(route, verb, template, described);
    }
  return all;
}

/**
 * The API as an OpenAPI 3.1 document, made from the definitions that the routes themselves run on.
 */
export function openApiDocument(described: Described): JsonMap {
  const { self, behaviour } = described;
  const routes = routesOn(behaviour);
  const scopesInWords = Object.fromEntries(SCOPES.map((scope) => [scope, SCOPE_WORDS[scope]]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbox question-and-answer network',
      version: '2.3',
      description:
        'Lists come in a common wrapper; version 1.1 has one of its own (total, page, pagesize, and the list under ' +
        'its own name) and tells the quota in headers only. Under the default filter much of an object is certain; ' +
        'another filter may leave anything out, which the schemas ending in _filtered describe. ' +
        'Every answer is compressed unless the client refuses that.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: `${self}/{version}`,
        variables: { version: { enum: ['1.1', '2.0', '2.1', '2.2', '2.3'], default: '2.3' } },
      },
    ],
    tags: [...new Set(routes.flatMap((route) => route.paths.map(groupOf)))].map((name) => ({ name })),
    paths: paths(described),
    components: {
      schemas: schemas(),
      headers: HEADERS,
      responses: {
        error: {
          description: 'An error object.',
          content: { 'application/json': { schema: ref('schemas', 'error_object') } },
        },
      },
      securitySchemes: {
        ...securitySchemes(behaviour.credentials),
        sign_in: {
          type: 'oauth2',
          description: 'Where tokens come from.',
          flows: {
            implicit: { authorizationUrl: `${self}/oauth/dialog`, scopes: scopesInWords },
            authorizationCode: {
              authorizationUrl: `${self}/oauth`,
              tokenUrl: `${self}/oauth/access_token/json`,
              scopes: scopesInWords,
            },
          },
        },
      },
    },
  };
}
