import { z } from 'zod';
import type { Route } from '../api/query/route.ts';
import type { Json, JsonMap } from './json.ts';

/** A parameter of an operation, wherever it is sent. */
export interface Parameter {
  readonly name: string;
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly schema: JsonMap;
}

const DATE_SCHEMA: JsonMap = { type: 'integer', minimum: 0 };
const BOUNDS = { date: 'Epoch seconds', number: 'A whole number', string: 'Text', word: 'A word', none: '' } as const;

/** What `min` and `max` hold depends on the sort. */
function boundParameters(sorts: NonNullable<Route['sorts']>): Parameter[] {
  const bounded = Object.entries(sorts).filter(([, { bound }]) => bound !== 'none');
  if (bounded.length === 0) return [];
  const ranges = bounded.map(
    ([name, { bound, words }]) => `${words ? `one of ${words.join(', ')}` : BOUNDS[bound].toLowerCase()} for ${name}`,
  );
  return (['min', 'max'] as const).map((name) => ({
    name,
    description: `${name === 'min' ? 'Lower' : 'Upper'} bound of what is sorted by, included: ${ranges.join('; ')}.`,
    schema: { type: 'string' },
  }));
}

function listParameters(route: Route): Parameter[] {
  const sorts = route.sorts ?? {};
  const names = Object.keys(sorts);
  return [
    {
      name: 'page',
      schema: { type: 'integer', minimum: 1, default: 1 },
      description: 'Beyond 25 only with a key or token.',
    },
    {
      name: 'pagesize',
      schema: { type: 'integer', minimum: 0, ...(route.unboundedPagesize ? {} : { maximum: 100 }), default: 30 },
    },
    ...(names.length > 0 ? [{ name: 'sort', schema: { type: 'string', enum: names, default: names[0] } }] : []),
    ...(route.order === undefined
      ? [{ name: 'order', schema: { type: 'string', enum: ['desc', 'asc'], default: 'desc' } }]
      : []),
    ...boundParameters(sorts),
    ...(route.created === undefined
      ? []
      : [
          {
            name: 'fromdate',
            schema: DATE_SCHEMA,
            description: 'The earliest date of creation, included, in epoch seconds.',
          },
          {
            name: 'todate',
            schema: DATE_SCHEMA,
            description: 'The latest date of creation, included, in epoch seconds.',
          },
        ]),
  ];
}

/** A parameter takes text, whatever it is made into. */
function ownParameter(name: string, schema: z.core.$ZodType): Parameter {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { name, schema: described as Record<string, Json>, isRequired: !z.safeParse(schema, undefined).success };
}

/** Everything that may be sent to an operation beside what is in its path. */
export function parametersOf(route: Route): Parameter[] {
  return [
    ...(route.site === 'required' || route.site === 'optional'
      ? [
          {
            name: 'site',
            isRequired: route.site === 'required',
            schema: { type: 'string' },
            description: "A site's API parameter, or its domain.",
          },
        ]
      : []),
    ...Object.entries(route.parameters).map(([name, schema]) => ownParameter(name, schema)),
    ...(route.verb === 'GET' ? listParameters(route) : []),
    {
      name: 'filter',
      schema: { type: 'string', default: 'default' },
      description: 'One filter: default, withbody, none, total, or the id of another.',
    },
    ...(route.verb === 'GET'
      ? [
          {
            name: 'callback',
            schema: { type: 'string' },
            description: 'A function to call with the answer (JSONP); the status is 200 then in any case.',
          },
        ]
      : []),
  ];
}

/** How a vector in the path is described: `{id}` is one number, `{ids}` are several, anything else words. */
export function pathParameter(name: string): Parameter {
  if (name === 'id' || name === 'toid') return { name, schema: { type: 'integer' } };
  if (name === 'ids')
    return {
      name,
      schema: { type: 'string', pattern: '^-?\\d+(;-?\\d+)*$' },
      description: 'Up to 100 identifiers, separated by semicolons.',
    };
  if (name === 'period') return { name, schema: { type: 'string', enum: ['all_time', 'month'] } };
  const isMany = name.endsWith('s');
  const most = name === 'accessTokens' || name === 'filters' ? 20 : 100;
  return {
    name,
    schema: { type: 'string' },
    ...(isMany ? { description: `Up to ${most}, separated by semicolons.` } : {}),
  };
}
