import fc from 'fast-check';
import { z } from 'zod';

type Json = z.core.JSONSchema.JSONSchema;

/** Arbitraries of a schema without parts: a text, a number, or one of any type. */
type Simple = (schema: Json) => fc.Arbitrary<unknown>;

/** Values as the schema allows them. */
const allowed: Simple = (schema) => {
  const { minimum: min = -1000, maximum: max = 1000, pattern } = schema;
  if (schema.type === 'integer') return fc.integer({ min, max });
  if (schema.type === 'number') return fc.double({ min, max, noNaN: true });
  if (schema.type !== 'string') throw new Error(`No values are made of ${JSON.stringify(schema)}.`);
  return pattern === undefined ? fc.string({ maxLength: 20 }) : fc.stringMatching(new RegExp(pattern));
};

/** Any value of a shape that a JSON schema describes, as far as the contract's schemas use it. */
export function anyOf(schema: Json, simple = allowed): fc.Arbitrary<unknown> {
  const part = (of: unknown) => anyOf((of ?? {}) as Json, simple);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return fc.oneof(...either.map(part));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(part(schema.items), { minLength: schema.minItems ?? 0, maxLength: 5 });
  if (schema.type !== 'object') return simple(schema);
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, part(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}

/** Any value that a schema of the contract gives, so that what it gains later is tried as well. */
export const anyOfSchema = <Schema extends z.ZodType>(schema: Schema): fc.Arbitrary<z.output<Schema>> =>
  anyOf(z.toJSONSchema(schema, { io: 'output' })).map((value) => schema.parse(value));
