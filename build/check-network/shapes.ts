import { z } from 'zod';

/** What each field of some objects is: its path (`site.styling`, `tags[]`) and the types that it had. */
export type Shape = Map<string, Set<string>>;

/** A shape, and the fields that none of the objects lacked. */
export interface Shapes {
  shape: Shape;
  always: Set<string>;
}

/** Takes objects as they came over the wire. */
export function shapesOf(objects: unknown[]): Shapes {
  const shape: Shape = new Map();
  let always: Set<string> | undefined;
  for (const object of objects) {
    const fields = new Set<string>();
    note(object, '', (path, type) => {
      fields.add(path);
      shape.set(path, (shape.get(path) ?? new Set()).add(type));
    });
    always = always ? inBoth(always, fields) : fields;
  }
  return { shape, always: always ?? new Set() };
}

/** What two sets share. */
export const inBoth = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): Set<T> =>
  new Set([...one].filter((each) => other.has(each)));

function note(value: unknown, path: string, seen: (path: string, type: string) => void): void {
  if (path !== '') seen(path, typeOf(value));
  if (Array.isArray(value)) for (const each of value) note(each, `${path}[]`, seen);
  else if (typeof value === 'object' && value !== null)
    for (const [name, each] of Object.entries(value)) note(each, path === '' ? name : `${path}.${name}`, seen);
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

/** The paths of all fields that a schema names. */
export function fieldsOf(schema: z.ZodType): Set<string> {
  const fields = new Set<string>();
  const walk = ({ properties = {}, items }: JsonSchema, path: string) => {
    for (const [name, field] of Object.entries(properties)) {
      const at = path === '' ? name : `${path}.${name}`;
      fields.add(at);
      walk(field, at);
    }
    if (items) {
      fields.add(`${path}[]`);
      walk(items, `${path}[]`);
    }
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema, '');
  return fields;
}
