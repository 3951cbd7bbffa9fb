/** A piece of the document: JSON, which is all that OpenAPI is made of. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

export type JsonMap = { readonly [name: string]: Json | undefined };

/** `{ $ref }` to a part of the document. */
export const ref = (kind: 'schemas' | 'headers' | 'responses', name: string): JsonMap => ({
  $ref: `#/components/${kind}/${name}`,
});
