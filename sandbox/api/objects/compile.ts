import type { Filter } from './fields.ts';
import { htmlSafe } from '../../world/text-of-html.ts';
import type { ColumnField, ColumnKind, ListField, NestedField, ObjectType } from './object-type.ts';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };

/** An object type under one filter: the columns to select, the tables they need, and how a row becomes the object. */
export interface CompiledObject {
  readonly columns: string;
  readonly joins: string;
  /** @param self the sandbox's own address, for links */
  build(row: Values, self: string): JsonObject;
}

/** A row of the result, or one of a list inside it, which has passed through JSON; in the order of the columns. */
type Values = readonly unknown[];
type Read = (row: Values, self: string, into: JsonObject) => void;

const asText = (value: string | number) => String(value);
const splitTags = (value: string | number) => String(value).split('|').filter(Boolean);

/** An address that can stand in HTML and still is one: what an address cannot hold is written with its number. */
const safeAddress = (address: string) =>
  /[\s<>"'`]/.test(address) ? address.replace(/[\s<>"`]/g, encodeURIComponent).replaceAll("'", '%27') : address;

const readers: Record<ColumnKind, (value: string | number, self: string) => Json> = {
  number: (value) => value,
  boolean: (value) => value !== 0,
  text: (value) => htmlSafe(String(value)),
  html: asText,
  link: (value, self) => safeAddress(String(value).replaceAll('{self}', self)),
  tags: (value) => splitTags(value).map(htmlSafe),
  json: (value) => JSON.parse(String(value)) as Json,
  words: (value) =>
    String(value)
      .split(/[\s,]+/)
      .filter(Boolean),
};

/** Raw fidelity, for unsafe filters (docs/api.md, "Filters"). */
const rawReaders: typeof readers = { ...readers, text: asText, tags: splitTags };

/** Results of compiling a part of an object. */
interface Parts {
  readonly filter: Filter;
  readonly version: number;
  /** SQL of each column; a reader knows its column by its place. */
  readonly columns: string[];
  readonly joins: Map<string, string>;
}

/** Returns the place of a new column. */
const add = (columns: string[], sql: string): number => columns.push(sql) - 1;

function compileColumn(field: ColumnField, name: string, alias: string, { filter, columns }: Parts): Read {
  const at = add(columns, field.sql.replaceAll('$', alias));
  const read = (filter.unsafe ? rawReaders : readers)[field.kind];
  return (row, self, into) => {
    const value = row[at];
    // Absent fields are left out, never null (docs/api.md, "Objects").
    if (typeof value === 'string' || typeof value === 'number') into[name] = read(value, self);
  };
}

function compileNested(field: NestedField, name: string, alias: string, parts: Parts): Read {
  const { filter, columns, joins } = parts;
  const inner = field.join ? `${alias}_${field.join.alias}` : alias;
  const place = (sql: string) => sql.replaceAll('$', alias).replaceAll('@', inner);
  if (field.join) joins.set(inner, place(field.join.sql));
  const presentAt = field.present ? add(columns, `(${place(field.present)}) IS NOT NULL`) : undefined;
  const goneAt = field.goneName ? add(columns, place(field.goneName)) : undefined;
  const reads = compilePart(field.type, inner, parts);
  const namesGone = field.type.name === 'shallow_user';
  const safe = filter.unsafe ? asText : htmlSafe;
  return (row, self, into) => {
    if (presentAt !== undefined && row[presentAt] !== 1) {
      const gone = goneAt === undefined ? undefined : row[goneAt];
      if (namesGone && typeof gone === 'string') into[name] = { display_name: safe(gone), user_type: 'does_not_exist' };
      return;
    }
    const object: JsonObject = {};
    for (const read of reads) read(row, self, object);
    into[name] = object;
  };
}

/** A list inside an object is one column, which SQL makes a JSON array of its rows. */
function compileList(field: ListField, name: string, alias: string, { filter, version, columns }: Parts): Read {
  const inner = `${alias}_${field.alias}`;
  const place = (sql: string) => sql.replaceAll('$', alias).replaceAll('@', inner);
  const own: Parts = { filter, version, columns: [], joins: new Map() };
  const reads = compilePart(field.type, inner, own);
  const orderBy = place(field.orderBy ?? '@.id');
  const listed = `(SELECT json_group_array(json_array(${own.columns.join(', ')}) ORDER BY ${orderBy})
        FROM ${place(field.from)} ${[...own.joins.values()].join(' ')} WHERE ${place(field.where ?? 'TRUE')})`;
  const at = add(columns, field.when === undefined ? listed : `CASE WHEN ${place(field.when)} THEN ${listed} END`);
  return (values, self, into) => {
    const found = values[at];
    // Within another list the array is one already.
    const rows = (typeof found === 'string' ? JSON.parse(found) : found) as Values[] | null | undefined;
    if (!rows || rows.length === 0) return;
    const objects = rows.map((one) => {
      const object: JsonObject = {};
      for (const read of reads) read(one, self, object);
      return object;
    });
    into[name] = field.isSingle ? (objects[0] ?? {}) : objects;
  };
}

function compilePart(type: ObjectType, alias: string, parts: Parts): Read[] {
  const reads: Read[] = type.beside ? compilePart(type.beside, alias, parts) : [];
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.since !== undefined && parts.version < field.since && !parts.filter.early(type.name, name)) continue;
    const isOld = parts.version < 2;
    if (field.old === 'only' && !isOld) continue;
    const isCarried = parts.filter.includes(type.name, name, field.inDefault);
    if (!isCarried && !(isOld && field.old !== undefined)) continue;
    if (field.kind === 'nested') reads.push(compileNested(field, name, alias, parts));
    else if (field.kind === 'list') reads.push(compileList(field, name, alias, parts));
    else reads.push(compileColumn(field, name, alias, parts));
  }
  return reads;
}

/** How many compiled objects are kept: filters can be made without end. */
const MAX_COMPILED = 500;
const compiled = new Map<ObjectType, Map<string, CompiledObject>>();

/**
 * @param alias the alias of the object's table in the route's FROM clause
 * @param version the API version as a number, e.g. 2.2
 */
export function compileObject(type: ObjectType, alias: string, filter: Filter, version: number): CompiledObject {
  const ofType = compiled.get(type) ?? new Map<string, CompiledObject>();
  compiled.set(type, ofType);
  const name = `${alias} ${filter.name} ${version}`;
  const known = ofType.get(name);
  if (known) return known;
  const oldest = ofType.size >= MAX_COMPILED ? ofType.keys().next().value : undefined;
  if (oldest !== undefined) ofType.delete(oldest);
  const columns: string[] = [];
  const joins = new Map<string, string>();
  const reads = compilePart(type, alias, { filter, version, columns, joins });
  const made: CompiledObject = {
    columns: columns.length > 0 ? columns.join(', ') : '1',
    joins: [...joins.values()].join(' '),
    build(row, self) {
      const object: JsonObject = {};
      for (const read of reads) read(row, self, object);
      return object;
    },
  };
  ofType.set(name, made);
  return made;
}
