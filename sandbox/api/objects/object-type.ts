/**
 * An object of the API, described once: every field, where it comes from in SQL, and whether the default filter has it.
 * Whoever describes one imports this file as `f`: `f.text('$.title')` is a field.
 * Routes, filters and links all go by this description. In SQL, `$` stands for the alias of the object's own table.
 */
export interface ObjectType {
  /** As filters name it, e.g. `question`. */
  readonly name: string;
  /** As the wrapper of version 1.1 names a list of them; the name with an `s` unless said otherwise. */
  readonly plural?: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** The fields that every such object has under the default filter, in every version. */
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
 * Treatment of a field by version 1.1, which knew no filters (docs/api.md, "Versions"): only it has the field (`only`),
 * or it has the field, too, whatever the filter (`too`).
 */
export type Old = 'only' | 'too';

/** Which filters and versions have a field. */
interface Presence {
  readonly inDefault: boolean;
  /** Whether it is absent where it has no value. */
  readonly isOptional?: boolean;
  /** The first version that has it, e.g. 2.1. */
  readonly since?: number;
  readonly old?: Old;
}

export interface ColumnField extends Presence {
  readonly kind: ColumnKind;
  readonly sql: string;
}

export interface NestedField extends Presence {
  readonly kind: 'nested';
  readonly type: ObjectType;
  /** The other table under its own alias `@`; without it the object reads from the same row. */
  readonly join?: { readonly alias: string; readonly sql: string };
  /** SQL that is NULL where there is no such object; `@` is the joined table. */
  readonly present?: string;
  /** SQL of the name of somebody who is gone, used where the object is not present. */
  readonly goneName?: string;
}

/** A list of other objects inside; left out where it is empty. */
export interface ListField extends Presence {
  readonly kind: 'list';
  readonly type: ObjectType;
  /** The alias of the other table, which is `@` in SQL. */
  readonly alias: string;
  /** The table under its alias, e.g. `posts AS @`. */
  readonly from: string;
  /** All of them without it. */
  readonly where?: string;
  /** Columns of `@` to order by; its id by default. */
  readonly orderBy?: string;
  /** SQL that is true for the few rows that have any; the others are spared the query. */
  readonly when?: string;
  /** There is one at most, and it stands there by itself. */
  readonly isSingle?: boolean;
}

export type Field = ColumnField | NestedField | ListField;

interface Mark extends Omit<Presence, 'inDefault'> {
  /** Not in the default filter. */
  readonly extra?: boolean;
}

/** Mark of a field that is absent where it has no value. */
export const OPTIONAL: Mark = { isOptional: true };
/** Mark of a field that is not in the default filter. */
export const EXTRA: Mark = { extra: true };
/** Mark of such a field that version 1.1 has in any case. */
export const EXTRA_TOO: Mark = { extra: true, old: 'too' };
/** Mark of a field that only version 1.1 has. */
export const OLD: Mark = { old: 'only' };

const read = <Described extends Mark>({ extra = false, ...presence }: Described) => ({
  inDefault: !extra && presence.old !== 'only',
  ...presence,
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

/**
 * Creates fields of one kind. Each is named as its column, but for dates, which are `…_date` of `…_at`; otherwise the
 * column follows its colon.
 */
const columns =
  (kind: ColumnKind) =>
  (names: string, mark: Mark = {}, sqlOf = (name: string) => `$.${name}`): Readonly<Record<string, ColumnField>> =>
    Object.fromEntries(
      names.split(' ').map((word) => {
        const [name = '', from = name.replace('creation_date', 'created_at').replace(/_date$/, '_at')] =
          word.split(':');
        return [name, column(kind)(sqlOf(from), mark)];
      }),
    );

export const numbers = columns('number');
export const booleans = columns('boolean');
export const texts = columns('text');
export const links = columns('link');

/** SQL of a member of a row of `json_each`. */
export const inJson = (name: string): string => `$.value ->> '${name}'`;
export const inJsonOr0 = (name: string): string => `coalesce(${inJson(name)}, 0)`;

const isCertain = (field: Field): boolean =>
  field.inDefault &&
  !(field.isOptional ?? (field.kind === 'nested' && field.present !== undefined)) &&
  (field.since ?? field.old) === undefined;

/** Creates a type. @param called its name, and its plural where that is not the name with an `s` */
export function objectType(
  called: string | readonly [name: string, plural: string],
  fields: ObjectType['fields'],
  beside?: ObjectType,
): ObjectType {
  const [name, plural] = typeof called === 'string' ? [called] : called;
  const always = Object.keys(fields).filter((field) => fields[field] && isCertain(fields[field]));
  return { name, fields, always, ...(plural !== undefined && { plural }), ...(beside && { beside }) };
}

/** SQL of the address of the pages of a row's site. */
export const SITE_PAGE = "'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id)";

/** An address within the API of version 1.1, such as `/questions/7/answers`; `parts` is SQL. */
export const oldPath = (...parts: readonly string[]): ColumnField => text(parts.join(' || '), OLD);

/** Addresses of an object's lists in version 1.1, as `user_questions_url`. */
export const oldPaths = (object: string, lists: string): Readonly<Record<string, ColumnField>> =>
  Object.fromEntries(
    lists.split(' ').map((name) => [`${object}_${name}_url`, oldPath(`'/${object}s/'`, '$.id', `'/${name}'`)]),
  );

/** Another object inside; see {@link NestedField}. */
export const nested = (
  type: ObjectType,
  from: Pick<NestedField, 'join' | 'present' | 'goneName'> = {},
  mark: Mark = {},
): NestedField => ({ kind: 'nested', type, ...from, ...read(mark) });

/** Other objects inside; see {@link ListField}. */
export const list = (
  type: ObjectType,
  from: Pick<ListField, 'alias' | 'from' | 'where' | 'orderBy' | 'when' | 'isSingle'> & Mark,
): ListField => ({ kind: 'list', type, ...read(from) });
