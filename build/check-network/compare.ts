import { z } from 'zod';
import { Wrapper } from '../../common/resources.ts';
import { ENDPOINTS } from '../../electron/api/endpoints.ts';
import type { Asked } from './ask-all.ts';
import type { OperationName } from './operations.ts';

export type Finding = 'breaks' | 'new' | 'type' | 'missing' | 'sandbox' | 'wrapper';

/** The asked network and the two worlds of the sandbox. */
export const SOURCES = ['here', 'specification', 'public'] as const;
type BySource<Value> = Record<(typeof SOURCES)[number], Value>;

/** Row of the table; `field` is empty where it is about the whole answer. */
export type Difference = { finding: Finding; operation: OperationName; field: string } & BySource<string>;

/** Returns the differences, operation by operation; operations that were left out here are not compared. */
export function compare(answers: BySource<Asked[]>): Difference[] {
  return answers.here
    .filter(({ leftOut }) => leftOut === undefined)
    .flatMap(({ name: operation }) => {
      const one = bySource((source) => answers[source].find(({ name }) => name === operation));
      return differencesOf(operation, one).map((found) => ({ ...found, operation }));
    });
}

type Found = Omit<Difference, 'operation'>;

function differencesOf(operation: OperationName, one: BySource<Asked | undefined>): Found[] {
  const { item } = ENDPOINTS[operation];
  if (one.here?.error) {
    // Askbell copes with a refusal that one of the worlds has, too.
    const isExpected = [one.specification, one.public].some((world) => refusal(world) === refusal(one.here));
    return isExpected ? [] : [{ finding: 'breaks', field: '', ...bySource((source) => outcome(one[source])) }];
  }
  const items = bySource((source) => one[source]?.items ?? []);
  const wrappers = bySource((source) => {
    const body = one[source]?.body;
    return typeof body === 'object' && body !== null ? [{ ...body, items: [] }] : [];
  });
  return [
    ...schemaIssues(items, item),
    ...fieldDifferences(items, item),
    ...fieldDifferences(wrappers, Wrapper)
      .filter(({ finding }) => finding === 'new' || finding === 'missing')
      .map((found) => ({ ...found, finding: 'wrapper' as const, field: `.${found.field}` })),
  ];
}

const bySource = <Value>(of: (source: keyof BySource<Value>) => Value) =>
  Object.fromEntries(SOURCES.map((source) => [source, of(source)])) as BySource<Value>;

const refusal = (asked: Asked | undefined): string | undefined =>
  asked?.error && `${asked.error.kind} ${asked.error.errorId ?? ''}`;

function outcome(asked: Asked | undefined): string {
  if (!asked) return '–';
  if (asked.leftOut !== undefined) return 'left out';
  if (!asked.error) return `${asked.items.length} items`;
  const { kind, errorId, errorName } = asked.error;
  return [kind, errorId, errorName].filter((part) => part !== undefined).join(' ');
}

/** Returns items that Askbell cannot read, each field once. */
function schemaIssues(items: BySource<unknown[]>, schema: z.ZodType): Found[] {
  const issues = bySource(
    (source) =>
      new Map(
        items[source]
          .flatMap((item) => schema.safeParse(item).error?.issues ?? [])
          .map(({ path, message }) => [z.core.toDotPath(path).replaceAll(/\[\d+\]/g, '[]'), message]),
      ),
  );
  return [...issues.here.keys()].map((field) => ({
    finding: 'breaks',
    field,
    ...bySource((source) => issues[source].get(field) ?? 'fits'),
  }));
}

function fieldDifferences(objects: BySource<unknown[]>, schema: z.ZodType): Found[] {
  const seen = bySource((source) => fieldsOf(objects[source]));
  const worlds = [seen.specification, seen.public];
  const read = schemaFields(schema);
  const inWorlds = (field: string) => new Set(worlds.flatMap(({ types }) => [...(types.get(field) ?? [])]));
  const unknown = [...seen.here.types.keys()].filter((field) => !read.has(field) && inWorlds(field).size === 0);
  /** Returns what is to be said of a field, if anything. */
  function findingOf(field: string): Finding | undefined {
    const here = seen.here.types.get(field);
    if (!here) return read.has(field) && worlds.every(({ always }) => always.includes(field)) ? 'missing' : undefined;
    if (inWorlds(field).size > 0) return [...here].every((type) => inWorlds(field).has(type)) ? undefined : 'type';
    // An unknown field is told once, without the fields inside it.
    if (unknown.some((outer) => field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`))) return undefined;
    return read.has(field) ? 'sandbox' : 'new';
  }
  const typesIn = (field: string) =>
    bySource((source) => [...(seen[source].types.get(field) ?? ['–'])].toSorted().join(' or '));
  // Where nothing came, nothing is missing.
  const fields = seen.here.types.size === 0 ? [] : new Set([...seen.here.types.keys(), ...seen.specification.always]);
  return [...fields].flatMap((field) => {
    const finding = findingOf(field);
    return finding ? [{ finding, field, ...typesIn(field) }] : [];
  });
}

/** Fields of some objects by their path (`site.styling`, `tags[]`): the types seen, and the fields that none lacks. */
interface Fields {
  types: Map<string, Set<string>>;
  always: string[];
}

function fieldsOf(objects: unknown[]): Fields {
  const types: Fields['types'] = new Map();
  const each = objects.map((object) => {
    const fields = new Set<string>();
    visit(object, '', (path, type) => {
      fields.add(path);
      types.set(path, (types.get(path) ?? new Set()).add(type));
    });
    return fields;
  });
  return { types, always: [...types.keys()].filter((path) => each.every((fields) => fields.has(path))) };
}

function visit(value: unknown, path: string, see: (path: string, type: string) => void): void {
  if (path !== '') see(path, value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
  if (Array.isArray(value)) for (const each of value) visit(each, `${path}[]`, see);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) visit(each, path === '' ? name : `${path}.${name}`, see);
}

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** Returns the paths of all fields that a schema names. */
function schemaFields(schema: z.ZodType): Set<string> {
  const fields = new Set<string>();
  const walk = ({ properties = {}, items }: JsonSchema, path: string) => {
    if (path !== '') fields.add(path);
    for (const [name, field] of Object.entries(properties)) walk(field, path === '' ? name : `${path}.${name}`);
    if (items) walk(items, `${path}[]`);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema, '');
  return fields;
}
