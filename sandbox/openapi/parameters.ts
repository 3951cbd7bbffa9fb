import { z } from 'zod';
import type { Route } from '../api/query/route.ts';
import type { CredentialPlace } from '../behaviour.ts';
import type { Json, JsonMap } from './schemas.ts';

/** A parameter of an operation, wherever it is sent. */
export interface Parameter {
  readonly name: string;
  readonly schema: JsonMap;
  readonly description?: string | undefined;
  readonly isRequired?: boolean;
}

const STRING: JsonMap = { type: 'string' };
const parameter = (name: string, schema: JsonMap, description?: string): Parameter => ({ name, schema, description });

const BOUNDS = { date: 'Epoch seconds', number: 'A whole number', string: 'Text', word: 'A word', none: '' } as const;

/** `min` and `max`, which depend on the sort. */
function boundParameters(sorts: NonNullable<Route['sorts']>): Parameter[] {
  const bounded = Object.entries(sorts).filter(([, { bound }]) => bound !== 'none');
  const ranges = bounded.map(
    ([name, { bound, words }]) => `${words ? `one of ${words.join(', ')}` : BOUNDS[bound].toLowerCase()} for ${name}`,
  );
  const bound = (name: string, end: string) =>
    parameter(name, STRING, `${end} bound of what is sorted by, included: ${ranges.join('; ')}.`);
  return bounded.length === 0 ? [] : [bound('min', 'Lower'), bound('max', 'Upper')];
}

function listParameters({ sorts = {}, order, created, unboundedPagesize }: Route): Parameter[] {
  const names = Object.keys(sorts);
  const most = unboundedPagesize ? {} : { maximum: 100 };
  const date = (name: string, end: string) =>
    parameter(name, { type: 'integer', minimum: 0 }, `The ${end} date of creation, included, in epoch seconds.`);
  return [
    parameter('page', { type: 'integer', minimum: 1, default: 1 }, 'Beyond 25 only with a key or token.'),
    parameter('pagesize', { type: 'integer', minimum: 0, ...most, default: 30 }),
    ...(names.length > 0 ? [parameter('sort', { ...STRING, enum: names, default: names[0] })] : []),
    ...(order === undefined ? [parameter('order', { ...STRING, enum: ['desc', 'asc'], default: 'desc' })] : []),
    ...boundParameters(sorts),
    ...(created === undefined ? [] : [date('fromdate', 'earliest'), date('todate', 'latest')]),
  ];
}

/** A parameter takes text, whatever it is made into. */
function ownParameter(name: string, schema: z.core.$ZodType): Parameter {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { name, schema: described as Record<string, Json>, isRequired: !z.safeParse(schema, undefined).success };
}

const CALLBACK = 'A function to call with the answer (JSONP); the status is 200 then in any case.';

/** Returns the parameters of an operation beside those in its path. */
export function parametersOf(route: Route): Parameter[] {
  const isRequired = route.site === 'required';
  const site = parameter('site', STRING, "A site's API parameter, or its domain.");
  const filter = 'One filter: default, withbody, none, total, or the id of another.';
  const isGet = route.verb === 'GET';
  return [
    ...(isRequired || route.site === 'optional' ? [{ ...site, isRequired }] : []),
    ...Object.entries(route.parameters).map(([name, schema]) => ownParameter(name, schema)),
    ...(isGet ? listParameters(route) : []),
    parameter('filter', { ...STRING, default: 'default' }, filter),
    ...(isGet ? [parameter('callback', STRING, CALLBACK)] : []),
  ];
}

const isVector = (name: string) => name.endsWith('s');

/** Returns the parameters in a path: `{id}` is one number, `{ids}` are several, anything else words. */
export const pathParameters = (template: string): Parameter[] =>
  [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    if (name === 'id' || name === 'toid') return parameter(name, { type: 'integer' });
    if (name === 'ids')
      return parameter(
        name,
        { ...STRING, pattern: '^-?\\d+(;-?\\d+)*$' },
        'Up to 100 identifiers, separated by semicolons.',
      );
    if (name === 'period') return parameter(name, { ...STRING, enum: ['all_time', 'month'] });
    const most = name === 'accessTokens' || name === 'filters' ? 20 : 100;
    return parameter(name, STRING, isVector(name) ? `Up to ${most}, separated by semicolons.` : undefined);
  });

/** Returns what an operation needs: nothing, a token, or a token with that scope. */
const neededBy = (route: Route, template: string) => route.needs ?? (template.startsWith('/me') ? 'token' : undefined);

/**
 * Returns who may call an operation, as OpenAPI has it: anyone, unless it needs a token. In the query a token needs a
 * key beside it, in the header it does not (docs/api.md, "Credentials").
 */
export function securityOf(route: Route, template: string, place: CredentialPlace): Json {
  const needed = neededBy(route, template);
  const scopes = needed === undefined || needed === 'token' ? [] : [needed];
  const inQuery = [...(needed === undefined ? [{ key: [] }] : []), { key: [], access_token: scopes }];
  return [
    ...(needed === undefined ? [{}] : []),
    ...(place === 'header' ? [] : inQuery),
    ...(place === 'query' ? [] : [{ bearer: scopes }]),
  ];
}

/** Returns who may call an operation, in words. */
export function needsInWords(route: Route, template: string, place: CredentialPlace): string {
  const needed = neededBy(route, template);
  if (needed === undefined) return 'Anyone may ask.';
  const scope = needed === 'token' ? '' : ` with the scope ${needed}`;
  if (place === 'header') return `Needs an access_token${scope} in the header Authorization.`;
  return `Needs an access_token${scope}${needed === 'token' ? ' and' : ', and'} a key.`;
}

const apiKey = (name: string, description: string): JsonMap => ({
  [name]: { type: 'apiKey', in: 'query', name, description },
});

/** Returns the places of credentials, as OpenAPI has them. */
export const securitySchemes = (place: CredentialPlace): JsonMap => ({
  ...(place !== 'header' && {
    ...apiKey('key', 'Of a registered application; there is always demo-key.'),
    ...apiKey('access_token', 'Of a person, from one of the sign-ins; it needs the key beside it.'),
  }),
  ...(place !== 'query' && {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of a person, or else a key of a registered application; there is always demo-key.',
    },
  }),
});

/** Returns the credentials in a form (docs/api.md, "Writing"); the query will do as well. */
export const formParameters = (place: CredentialPlace): readonly Parameter[] =>
  place === 'header'
    ? []
    : [
        parameter('key', STRING, "The application's key, unless it is in the query."),
        parameter('access_token', STRING, "The person's token, unless it is in the query; it needs the key beside it."),
      ];
