import fc from 'fast-check';
import { z } from 'zod';

type Json = z.core.JSONSchema.JSONSchema;

/** Any value of a shape that a JSON schema describes, as far as the contract's schemas use it. */
function anyOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => anyOf(one)));
  const { minimum: min = -1000, maximum: max = 1000 } = schema;
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min, max });
    case 'number':
      return fc.double({ min, max, noNaN: true });
    case 'array':
      return fc.array(anyOf(schema.items as Json), { maxLength: 5 });
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, part]) => [name, anyOf(part as Json)]);
      return fc.record(Object.fromEntries(properties) as Record<string, fc.Arbitrary<unknown>>, {
        requiredKeys: schema.required ?? [],
      });
    }
    case 'string':
      return schema.pattern === undefined
        ? fc.string({ maxLength: 20 })
        : fc.stringMatching(new RegExp(schema.pattern));
    default:
      throw new Error(`No values are made of ${JSON.stringify(schema)}.`);
  }
}

/** Any value that a schema of the contract gives, so that what it gains later is tried as well. */
export const anyOfSchema = <Schema extends z.ZodType>(schema: Schema): fc.Arbitrary<z.output<Schema>> =>
  anyOf(z.toJSONSchema(schema, { io: 'output' })).map((value) => schema.parse(value));
