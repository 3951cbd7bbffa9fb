import { ERRORS } from '../api/errors.ts';
import { objectTypes } from '../api/objects/fields.ts';
import type { ColumnKind, Field, ObjectType } from '../api/objects/object-type.ts';
import { allRoutes } from '../api/routes/index.ts';

/** A piece of the document: JSON, which is all that OpenAPI is made of. */
export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonMap;
export type JsonMap = { readonly [name: string]: Json };

/** `{ $ref }` to a part of the document. */
export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonMap => ({
  $ref: `#/components/${kind}/${name}`,
});

export const STRING = { type: 'string' } as const satisfies JsonMap;
export const INTEGER = { type: 'integer' } as const satisfies JsonMap;
const listOf = (items: JsonMap): JsonMap => ({ type: 'array', items });
const objectOf = (properties: JsonMap, required?: readonly string[]): JsonMap => {
  return { type: 'object', properties, required, additionalProperties: false };
};

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

function valueOf(name: string, field: Field, extent: Extent): JsonMap {
  if (!('type' in field))
    // Only rates are not whole numbers.
    return name.endsWith('_per_minute') ? { type: 'number' } : SCHEMAS_BY_KIND[field.kind];
  const one = ref('schemas', `${field.type.name}${extent}`);
  return field.kind === 'nested' || field.isSingle ? one : listOf(one);
}

function fieldSchema(name: string, field: Field, extent: Extent): JsonMap {
  const value = valueOf(name, field, extent);
  const when = field.old === 'only' ? 'Only in version 1.1.' : !field.inDefault && 'Not in the default filter.';
  const since = field.since !== undefined && `Since version ${field.since}.`;
  const notes = [name.endsWith('_date') ? 'Epoch seconds.' : value['description'], when, since];
  return { ...value, description: notes.filter((note) => typeof note === 'string').join(' ') || undefined };
}

/**
 * Several types may share a name: the same object, with more fields in some places; certain is what all of them have.
 */
function objectSchema(types: readonly ObjectType[], extent: Extent): JsonMap {
  const fields = types.toReversed().flatMap(({ fields: own, beside }) => Object.entries({ ...beside?.fields, ...own }));
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(name, field, extent)]));
  const isCertain = (name: string) =>
    types.every(({ always, beside }) => always.includes(name) || beside?.always.includes(name));
  return objectOf(properties, extent === '' ? Object.keys(properties).filter(isCertain) : undefined);
}

/** The error object (docs/api.md, "Errors"). */
const ERROR_FIELDS = {
  error_id: { ...INTEGER, description: 'The HTTP status as well, unless started with --throttle public.' },
  error_message: STRING,
  error_name: { ...STRING, enum: Object.values(ERRORS).map(([name]) => name) },
};

const CERTAIN_OF_WRAPPER = ['items', 'has_more', 'quota_max', 'quota_remaining'];

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
    extent === '' ? [...CERTAIN_OF_WRAPPER, ...(echoesPage ? ['page', 'page_size'] : [])] : undefined,
  );

/** The wrapper of version 1.1, which names its list after what is in it (docs/api.md, "Wrapper"). */
function oldWrapper({ name, plural = `${name}s` }: ObjectType, extent: Extent): JsonMap {
  const number = { ...INTEGER, minimum: 0 };
  const list = listOf(ref('schemas', `${name}${extent}`));
  const properties = { total: number, page: { ...INTEGER, minimum: 1 }, pagesize: number, [plural]: list };
  return { ...objectOf(properties, Object.keys(properties)), description: 'The wrapper of version 1.1.' };
}

/** Every object of the API, and every wrapper around a list of them, as a JSON schema by its name. */
export function schemas(): JsonMap {
  const all: Record<string, JsonMap> = {};
  for (const extent of ['', '_filtered'] as const) {
    for (const [name, types] of Map.groupBy(objectTypes, (type) => type.name))
      all[`${name}${extent}`] = objectSchema(types, extent);
    for (const { of, echoesPage = false } of allRoutes) {
      all[`${of.name}_list${extent}`] = wrapper(of.name, extent, echoesPage);
      all[`${of.name}_list_1.1${extent}`] = oldWrapper(of, extent);
    }
  }
  return { ...all, error_object: objectOf(ERROR_FIELDS, Object.keys(ERROR_FIELDS)) };
}
