import { objectTypes } from '../objects/index.ts';
import type { ColumnKind, Field, ObjectType } from '../objects/object-type.ts';
import { ref, type Json, type JsonMap } from './json.ts';

const kinds: Readonly<Record<ColumnKind, JsonMap>> = {
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  text: { type: 'string', description: 'Plain text, safe to stand in HTML.' },
  html: { type: 'string', description: 'HTML.' },
  link: { type: 'string', description: 'An address.' },
  tags: { type: 'array', items: { type: 'string' }, description: 'Names of tags.' },
  json: { type: 'array' },
  words: { type: 'array', items: { type: 'string' } },
};

/** Numbers whose name says what they count or name are whole. */
const isWhole = (name: string) => /_(?:date|id|count)$/.test(name);

function valueOf(name: string, field: Field): JsonMap {
  if (field.kind === 'nested') return ref('schemas', field.type.name);
  if (field.kind === 'list') return { type: 'array', items: ref('schemas', field.type.name) };
  if (field.kind !== 'number' || !isWhole(name)) return kinds[field.kind];
  return { type: 'integer', ...(name.endsWith('_date') ? { description: 'Epoch seconds.' } : {}) };
}

function fieldSchema(name: string, field: Field): JsonMap {
  const value = valueOf(name, field);
  const notes = [
    ...(typeof value['description'] === 'string' ? [value['description']] : []),
    ...(field.inDefault ? [] : ['Not in the default filter.']),
    ...(field.since === undefined ? [] : [`Since version ${field.since}.`]),
  ];
  return notes.length > 0 ? { ...value, description: notes.join(' ') } : value;
}

/** Several types may share a name: the same object, with more fields in some places. */
function objectSchema(types: readonly ObjectType[]): JsonMap {
  const properties: Record<string, Json> = {};
  for (const { fields } of types) for (const [name, field] of Object.entries(fields)) properties[name] ??= fieldSchema(name, field);
  return { type: 'object', properties, additionalProperties: false };
}

/** The error object (network-api "Errors"). */
const error: JsonMap = {
  type: 'object',
  required: ['error_id', 'error_message', 'error_name'],
  properties: {
    error_id: { type: 'integer', description: 'The HTTP status as well, unless the sandbox was started with --throttle public.' },
    error_message: { type: 'string' },
    error_name: { type: 'string' },
  },
  additionalProperties: false,
};

/** Every object of the API as a JSON schema, by its name. No field is certain, since filters choose. */
export function schemas(): Record<string, JsonMap> {
  const names = [...new Set(objectTypes.map(({ name }) => name))].toSorted();
  return {
    ...Object.fromEntries(names.map((name) => [name, objectSchema(objectTypes.filter((type) => type.name === name))])),
    error_object: error,
  };
}

/** The wrapper around a list of objects, as of version 2.0 (network-api "Common wrapper object"). */
export const wrapperSchema = (item: string): JsonMap => ({
  type: 'object',
  properties: {
    items: { type: 'array', items: ref('schemas', item) },
    has_more: { type: 'boolean', description: 'Whether there is a further page.' },
    page: { type: 'integer' },
    page_size: { type: 'integer' },
    total: { type: 'integer', description: 'Only through a filter.' },
    type: { type: 'string', description: 'What the items are; only through a filter.' },
    backoff: { type: 'integer', description: 'Seconds to leave this method alone.' },
    quota_max: { type: 'integer' },
    quota_remaining: { type: 'integer' },
  },
  additionalProperties: false,
});
