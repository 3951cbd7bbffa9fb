/**
 * An object of the API, described once: every field, where it comes from in SQL, and whether the default filter has it.
 * Routes, filters and links all go by this description. In SQL, `$` stands for the alias of the object's own table.
 */
export interface ObjectType {
  /** As filters name it, e.g. `question`. */
  readonly name: string;
  /** As the wrapper of version 1.1 names a list of them; the name with an `s` unless said otherwise. */
  readonly plural?: string;
  readonly fields: Readonly<Record<string, Field>>;
  /**
   * The fields that every such object has under the default filter, in every version; the others are absent where there
   * is nothing to tell.
   */
  readonly always: readonly string[];
  /** Another type of the same row, whose fields stand beside these; filters name them by that type. */
  readonly beside?: ObjectType;
}

/**
 * How a column becomes a value on the wire: `text` is plain text and gets HTML-safe, `html` stays, `link` gets the
 * sandbox's own address for `{self}` and is made safe, too, `tags` is `|a|b|`, `json` is a JSON array of strings,
 * `words` are separated by spaces. An unsafe filter gives `text` and `tags` as they are.
 */
export type ColumnKind = 'number' | 'boolean' | 'text' | 'html' | 'link' | 'tags' | 'json' | 'words';

/**
 * What version 1.1 does with a field, which knew no filters (docs/api.md, "Versions"): only it has the field (`only`),
 * or it has the field, too, whatever the filter (`too`).
 */
export type Old = 'only' | 'too';

export interface ColumnField {
  readonly kind: ColumnKind;
  readonly sql: string;
  readonly inDefault: boolean;
  /** The first version that has it, e.g. 2.1. */
  readonly since?: number;
  readonly old?: Old;
}

export interface NestedField {
  readonly kind: 'nested';
  readonly type: ObjectType;
  readonly inDefault: boolean;
  /** The other table under its own alias `@`; without it the object reads from the same row. */
  readonly join?: { readonly alias: string; readonly sql: string };
  /** SQL that is NULL where there is no such object; `@` is the joined table. */
  readonly present?: string;
  /** SQL of the name of somebody who is gone, used where the object is not present. */
  readonly goneName?: string;
  readonly since?: number;
  readonly old?: Old;
}

/** A list of other objects inside; left out where it is empty. */
export interface ListField {
  readonly kind: 'list';
  readonly type: ObjectType;
  readonly inDefault: boolean;
  /** The alias of the other table, which is `@` in SQL. */
  readonly alias: string;
  /** The table under its alias, e.g. `posts AS @`. */
  readonly from: string;
  readonly where: string;
  /** Columns of `@` to order by. */
  readonly orderBy: string;
  /** SQL that is true for the few rows that have any; the others are spared the query. */
  readonly when?: string;
  /** There is one at most, and it stands there by itself. */
  readonly isSingle?: boolean;
  readonly since?: number;
  readonly old?: Old;
}

export type Field = ColumnField | NestedField | ListField;

interface Mark {
  /** Not in the default filter. */
  extra?: boolean;
  since?: number;
  old?: Old;
}

const read = ({ extra = false, since, old }: Mark) => ({
  inDefault: !extra && old !== 'only',
  ...(since === undefined ? {} : { since }),
  ...(old === undefined ? {} : { old }),
});

const column =
  (kind: ColumnKind) =>
  (sql: string, mark: Mark = {}): ColumnField => ({ kind, sql, ...read(mark) });

export const number = column('number');
export const boolean = column('boolean');
export const text = column('text');
export const html = column('html');
export const link = column('link');
export const tagList = column('tags');
export const json = column('json');
export const words = column('words');

/** Creates a type each of whose fields is always there. */
export const certain = (name: string, fields: ObjectType['fields']): ObjectType => ({
  name,
  always: Object.keys(fields),
  fields,
});

/** An address within the API of version 1.1, such as `/questions/7/answers`; `parts` is SQL. */
export const oldPath = (...parts: readonly string[]): ColumnField => text(parts.join(' || '), { old: 'only' });

/** Another object inside; see {@link NestedField}. */
export const nested = (
  type: ObjectType,
  from: Pick<NestedField, 'join' | 'present' | 'goneName'> = {},
  mark: Mark = {},
): NestedField => ({ kind: 'nested', type, ...from, ...read(mark) });

/** Other objects inside; see {@link ListField}. */
export const list = (
  type: ObjectType,
  from: Pick<ListField, 'alias' | 'from' | 'where' | 'orderBy' | 'when' | 'isSingle'>,
  mark: Mark = {},
): ListField => ({ kind: 'list', type, ...from, ...read(mark) });
