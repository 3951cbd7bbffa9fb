import { ERRORS } from '../api/errors.ts';
import { objectTypes } from '../api/objects/fields.ts';
import type { ColumnKind, Field, ObjectType } from '../api/objects/object-type.ts';
import { allRoutes } from '../api/routes/index.ts';

/** A piece of the document: JSON, which is all that OpenAPI is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

export type JsonMap = { readonly [name: string]: Json | undefined };

/** `{ $ref }` to a part of the document. */
export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonMap => ({
  $ref: `#/components/${kind}/${name}`,
});

export const STRING = { type: 'string' } as const satisfies JsonMap;
const INTEGER = { type: 'integer' } as const satisfies JsonMap;
const listOf = (items: JsonMap): JsonMap => ({ type: 'array', items });
const objectOf = (properties: JsonMap, required?: readonly string[]): JsonMap => ({
  type: 'object',
  properties,
  ...(required && { required }),
  additionalProperties: false,
});

const SCHEMAS_BY_KIND: Readonly<Record<ColumnKind, JsonMap>> = {
  number: INTEGER,
  boolean: { type: 'boolean' },
  text: { ...STRING, description: 'Plain text, safe to stand in HTML.' },
  html: { ...STRING, description: 'HTML.' },
  link: { ...STRING, description: 'An address.' },
  tags: { ...listOf(STRING), description: 'Names of tags.' },
  json: listOf(STRING),
  words: listOf(STRING),
};

/**
 * Every object and wrapper is described twice: complete, as the default filter or a wider one gives it, where much is
 * certain; and as other filters may cut it down, where nothing is.
 */
type Extent = '' | '_filtered';
const EXTENTS: readonly Extent[] = ['', '_filtered'];

function valueOf(name: string, field: Field, extent: Extent): JsonMap {
  if (field.kind === 'nested' || field.kind === 'list') {
    const one = ref('schemas', `${field.type.name}${extent}`);
    return field.kind === 'nested' || field.isSingle ? one : listOf(one);
  }
  // Only rates are not whole numbers.
  if (name.endsWith('_per_minute')) return { type: 'number' };
  return { ...SCHEMAS_BY_KIND[field.kind], ...(name.endsWith('_date') && { description: 'Epoch seconds.' }) };
}

function fieldSchema(name: string, field: Field, extent: Extent): JsonMap {
  const value = valueOf(name, field, extent);
  const notes = [
    typeof value['description'] === 'string' && value['description'],
    field.old === 'only' ? 'Only in version 1.1.' : !field.inDefault && 'Not in the default filter.',
    field.since !== undefined && `Since version ${field.since}.`,
  ].filter(Boolean);
  return notes.length > 0 ? { ...value, description: notes.join(' ') } : value;
}

/**
 * Several types may share a name: the same object, with more fields in some places; certain is what all of them have.
 */
function objectSchema(types: readonly ObjectType[], extent: Extent): JsonMap {
  const fields = types.toReversed().flatMap(({ fields: own, beside }) => Object.entries({ ...beside?.fields, ...own }));
  const certain = types.map(({ always, beside }) => [...(beside?.always ?? []), ...always]);
  return objectOf(
    Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(name, field, extent)])),
    extent === '' ? certain.reduce((all, some) => all.filter((name) => some.includes(name))) : undefined,
  );
}

/** The error object (docs/api.md, "Errors"). */
const ERROR_SCHEMA = objectOf(
  {
    error_id: { ...INTEGER, description: 'The HTTP status as well, unless started with --throttle public.' },
    error_message: STRING,
    error_name: { ...STRING, enum: Object.values(ERRORS).map(([name]) => name) },
  },
  ['error_id', 'error_message', 'error_name'],
);

/** The wrapper around a list of objects, as of version 2.0 (docs/api.md, "Wrapper"). */
const wrapper = (item: string, extent: Extent, echoesPage: boolean): JsonMap =>
  objectOf(
    {
      items: listOf(ref('schemas', `${item}${extent}`)),
      has_more: { type: 'boolean', description: 'Whether there is a further page.' },
      page: { ...INTEGER, minimum: 1 },
      page_size: { ...INTEGER, minimum: 0 },
      total: { ...INTEGER, minimum: 0, description: 'Only through a filter.' },
      type: { const: item, description: 'What the items are; only through a filter.' },
      backoff: { ...INTEGER, minimum: 1, description: 'Seconds to leave this method alone.' },
      quota_max: INTEGER,
      quota_remaining: INTEGER,
    },
    extent === ''
      ? ['items', 'has_more', 'quota_max', 'quota_remaining', ...(echoesPage ? ['page', 'page_size'] : [])]
      : undefined,
  );

/** The wrapper of version 1.1, which names its list after what is in it (docs/api.md, "Wrapper"). */
function oldWrapper(item: string, plural: string, extent: Extent): JsonMap {
  const number = { ...INTEGER, minimum: 0 };
  const properties = { total: number, page: { ...INTEGER, minimum: 1 }, pagesize: number };
  const list = { [plural]: listOf(ref('schemas', `${item}${extent}`)) };
  const required = [...Object.keys(properties), plural];
  return { ...objectOf({ ...properties, ...list }, required), description: 'The wrapper of version 1.1.' };
}

/** Every object of the API, and every wrapper around a list of them, as a JSON schema by its name. */
export function schemas(): Record<string, JsonMap> {
  const types = Map.groupBy(objectTypes, ({ name }) => name);
  const listed = new Map(allRoutes.map((route) => [route.of.name, route]));
  const all = EXTENTS.flatMap((extent): [string, JsonMap][] => [
    ...[...types].map(([name, some]): [string, JsonMap] => [`${name}${extent}`, objectSchema(some, extent)]),
    ...[...listed].flatMap(
      ([
        name,
        {
          of: { plural = `${name}s` },
          echoesPage = false,
        },
      ]): [string, JsonMap][] => [
        [`${name}_list${extent}`, wrapper(name, extent, echoesPage)],
        [`${name}_list_1.1${extent}`, oldWrapper(name, plural, extent)],
      ],
    ),
  ]);
  return { ...Object.fromEntries(all), error_object: ERROR_SCHEMA };
}
