import { ERROR_NAMES } from '../api/errors.ts';
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

const SCHEMAS_BY_KIND: Readonly<Record<ColumnKind, JsonMap>> = {
  number: { type: 'integer' },
  boolean: { type: 'boolean' },
  text: { type: 'string', description: 'Plain text, safe to stand in HTML.' },
  html: { type: 'string', description: 'HTML.' },
  link: { type: 'string', description: 'An address.' },
  tags: { type: 'array', items: { type: 'string' }, description: 'Names of tags.' },
  json: { type: 'array', items: { type: 'string' } },
  words: { type: 'array', items: { type: 'string' } },
};

/**
 * Every object and wrapper is described twice: complete, as the default filter or a wider one gives it, where much is
 * certain; and as other filters may cut it down, where nothing is.
 */
type Extent = '' | '_filtered';
const EXTENTS: readonly Extent[] = ['', '_filtered'];

function valueOf(name: string, field: Field, extent: Extent): JsonMap {
  if (field.kind === 'nested') return ref('schemas', `${field.type.name}${extent}`);
  if (field.kind === 'list' && field.isSingle) return ref('schemas', `${field.type.name}${extent}`);
  if (field.kind === 'list') return { type: 'array', items: ref('schemas', `${field.type.name}${extent}`) };
  if (field.kind !== 'number') return SCHEMAS_BY_KIND[field.kind];
  // Only rates are not whole numbers.
  if (name.endsWith('_per_minute')) return { type: 'number' };
  return { ...SCHEMAS_BY_KIND.number, ...(name.endsWith('_date') ? { description: 'Epoch seconds.' } : {}) };
}

function fieldSchema(name: string, field: Field, extent: Extent): JsonMap {
  const value = valueOf(name, field, extent);
  const notes = [
    ...(typeof value['description'] === 'string' ? [value['description']] : []),
    ...(field.old === 'only' ? ['Only in version 1.1.'] : field.inDefault ? [] : ['Not in the default filter.']),
    ...(field.since === undefined ? [] : [`Since version ${field.since}.`]),
  ];
  return notes.length > 0 ? { ...value, description: notes.join(' ') } : value;
}

/**
 * Several types may share a name: the same object, with more fields in some places; certain is what all of them have.
 */
function objectSchema(types: readonly ObjectType[], extent: Extent): JsonMap {
  const properties: Record<string, Json> = {};
  for (const { fields, beside } of types)
    for (const [name, field] of Object.entries({ ...beside?.fields, ...fields }))
      properties[name] ??= fieldSchema(name, field, extent);
  const certainly = ({ always, beside }: ObjectType) => [...(beside?.always ?? []), ...always];
  const required = (types[0] ? certainly(types[0]) : []).filter((name) =>
    types.every((type) => certainly(type).includes(name)),
  );
  return { type: 'object', properties, ...(extent === '' ? { required } : {}), additionalProperties: false };
}

/** The error object (docs/api.md, "Errors"). */
const ERROR_SCHEMA: JsonMap = {
  type: 'object',
  required: ['error_id', 'error_message', 'error_name'],
  properties: {
    error_id: {
      type: 'integer',
      description: 'The HTTP status as well, unless the sandbox was started with --throttle public.',
    },
    error_message: { type: 'string' },
    error_name: { type: 'string', enum: Object.values(ERROR_NAMES) },
  },
  additionalProperties: false,
};

const CERTAIN_FIELDS = ['items', 'has_more', 'quota_max', 'quota_remaining'];

/** The wrapper around a list of objects, as of version 2.0 (docs/api.md, "Wrapper"). */
const wrapper = (item: string, extent: Extent, echoesPage: boolean): JsonMap => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: ref('schemas', `${item}${extent}`) },
    has_more: { type: 'boolean', description: 'Whether there is a further page.' },
    page: { type: 'integer', minimum: 1 },
    page_size: { type: 'integer', minimum: 0 },
    total: { type: 'integer', minimum: 0, description: 'Only through a filter.' },
    type: { const: item, description: 'What the items are; only through a filter.' },
    backoff: { type: 'integer', minimum: 1, description: 'Seconds to leave this method alone.' },
    quota_max: { type: 'integer' },
    quota_remaining: { type: 'integer' },
  },
  ...(extent === '' ? { required: [...CERTAIN_FIELDS, ...(echoesPage ? ['page', 'page_size'] : [])] } : {}),
  additionalProperties: false,
});

/** The wrapper of version 1.1, which names its list after what is in it (docs/api.md, "Wrapper"). */
const oldWrapper = (item: string, plural: string, extent: Extent): JsonMap => ({
  type: 'object',
  description: 'The wrapper of version 1.1.',
  properties: {
    total: { type: 'integer', minimum: 0 },
    page: { type: 'integer', minimum: 1 },
    pagesize: { type: 'integer', minimum: 0 },
    [plural]: { type: 'array', items: ref('schemas', `${item}${extent}`) },
  },
  required: ['total', 'page', 'pagesize', plural],
  additionalProperties: false,
});

const listed = [...new Map(allRoutes.map((route) => [route.of.name, route])).values()];

/** Every object of the API, and every wrapper around a list of them, as a JSON schema by its name. */
export function schemas(): Record<string, JsonMap> {
  const names = [...new Set(objectTypes.map(({ name }) => name))].toSorted();
  const objects = (extent: Extent) =>
    names.map((name): [string, JsonMap] => [
      `${name}${extent}`,
      objectSchema(
        objectTypes.filter((type) => type.name === name),
        extent,
      ),
    ]);
  const wrappers = (extent: Extent) =>
    listed.flatMap(({ of: { name, plural = `${name}s` }, echoesPage = false }): [string, JsonMap][] => [
      [`${name}_list${extent}`, wrapper(name, extent, echoesPage)],
      [`${name}_list_1.1${extent}`, oldWrapper(name, plural, extent)],
    ]);
  return Object.fromEntries([
    ...EXTENTS.flatMap(objects),
    ...EXTENTS.flatMap(wrappers),
    ['error_object', ERROR_SCHEMA],
  ]);
}

/**
 * Returns the schema of an operation's answers: the whole wrapper where the filter leaves nothing of the default one
 * out, the filtered one otherwise; version 1.1 has its own.
 * @param item the type's name
 */
export const answerSchema = (item: string): JsonMap => ({
  anyOf: ['_list', '_list_1.1', '_list_filtered', '_list_1.1_filtered'].map((end) => ref('schemas', `${item}${end}`)),
});
