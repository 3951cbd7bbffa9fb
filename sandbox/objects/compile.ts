import type { Filter } from '../http/filters.ts';
import { htmlSafe } from '../http/escape.ts';
import type { Row } from '../http/statements.ts';
import type { ColumnKind, ObjectType } from './object-type.ts';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** An object type under one filter: the columns to select, the tables they need, and how a row becomes the object. */
export interface CompiledObject {
  readonly columns: string;
  readonly joins: string;
  /** @param self the sandbox's own address, for links */
  build(row: Row, self: string): JsonObject;
}

type Read = (row: Row, self: string, into: JsonObject) => void;

const readers: Record<ColumnKind, (value: string | number, self: string) => Json> = {
  number: (value) => value,
  boolean: (value) => value !== 0,
  text: (value) => htmlSafe(String(value)),
  html: (value) => String(value),
  link: (value, self) => String(value).replaceAll('{self}', self),
  tags: (value) => String(value).split('|').filter(Boolean).map(htmlSafe),
  json: (value) => JSON.parse(String(value)) as Json,
  words: (value) => String(value).split(/[\s,]+/).filter(Boolean),
};

function compilePart(
  type: ObjectType,
  alias: string,
  prefix: string,
  filter: Filter,
  version: number,
  columns: string[],
  joins: Map<string, string>,
): Read[] {
  const reads: Read[] = [];
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.since !== undefined && version < field.since) continue;
    if (!filter.includes(type.name, name, field.inDefault)) continue;
    const label = `${prefix}${name}`;
    if (field.kind !== 'nested') {
      columns.push(`${field.sql.replaceAll('$', alias)} AS "${label}"`);
      const read = readers[field.kind];
      reads.push((row, self, into) => {
        const value = row[label];
        // Absent fields are left out, never null (public-facts section 6).
        if (typeof value === 'string' || typeof value === 'number') into[name] = read(value, self);
      });
      continue;
    }
    const inner = field.join ? `${alias}_${field.join.alias}` : alias;
    const place = (sql: string) => sql.replaceAll('$', alias).replaceAll('@', inner);
    if (field.join) joins.set(inner, place(field.join.sql));
    if (field.present) columns.push(`(${place(field.present)}) IS NOT NULL AS "${label}?"`);
    if (field.goneName) columns.push(`${place(field.goneName)} AS "${label}!"`);
    const parts = compilePart(field.type, inner, `${label}.`, filter, version, columns, joins);
    const namesGone = field.goneName !== undefined && field.type.name === 'shallow_user';
    reads.push((row, self, into) => {
      if (field.present && row[`${label}?`] !== 1) {
        const gone = row[`${label}!`];
        if (namesGone && typeof gone === 'string') into[name] = { display_name: htmlSafe(gone), user_type: 'does_not_exist' };
        return;
      }
      const object: JsonObject = {};
      for (const read of parts) read(row, self, object);
      into[name] = object;
    });
  }
  return reads;
}

const compiled = new Map<string, CompiledObject>();

/**
 * @param alias the alias of the object's table in the route's FROM clause
 * @param version the API version as a number, e.g. 2.2
 */
export function compileObject(type: ObjectType, alias: string, filter: Filter, version: number): CompiledObject {
  const name = `${type.name} ${alias} ${filter.name} ${version}`;
  const known = compiled.get(name);
  if (known) return known;
  const columns: string[] = [];
  const joins = new Map<string, string>();
  const reads = compilePart(type, alias, '', filter, version, columns, joins);
  const made: CompiledObject = {
    columns: columns.length > 0 ? columns.join(', ') : '1',
    joins: [...joins.values()].join(' '),
    build(row, self) {
      const object: JsonObject = {};
      for (const read of reads) read(row, self, object);
      return object;
    },
  };
  compiled.set(name, made);
  return made;
}
