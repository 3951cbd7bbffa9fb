import { Ajv2020 } from 'ajv/dist/2020.js';

export interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required?: boolean }[];
  requestBody?: { required?: boolean; content: Record<string, Sent> };
  responses: Record<string, { content?: Record<string, Received> }>;
  security: Record<string, string[]>[];
}

/** What is sent as one content type. */
interface Sent {
  schema: { properties: Record<string, unknown>; required: string[] };
}

/** What is answered as one content type. */
interface Received {
  schema: { anyOf: { $ref: string }[] };
  example?: { items: Record<string, unknown>[] };
}

export interface Document {
  openapi: string;
  servers: { url: string; variables: { version: { enum: string[] } } }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties: Record<string, unknown>; required?: string[] }>;
    securitySchemes: Record<string, unknown>;
  };
}

/** The description that a running network serves. */
export const readDocument = async ({ apiBaseUrl }: { apiBaseUrl: string }) =>
  (await (await fetch(`${apiBaseUrl}/_sandbox/openapi.json`)).json()) as Document;

/** An answer, and what was asked for. */
export interface Answered {
  template: string;
  /** In small letters, as the document has it. */
  verb: string;
  version: string;
  /** Whether the filter leaves nothing of the default one out. */
  isWhole: boolean;
  status: number;
  body: unknown;
}

/** Whether a named filter leaves something of the default one out. */
export const narrowing = (filter: string | undefined) => filter === 'none' || filter === 'total';

/**
 * @returns what says what is wrong with an answer: the document's schema of the operation, and under a filter that
 *   leaves
 * nothing out the strict one among its alternatives; empty where all is well
 */
export function documentChecker(document: Document): (answered: Answered) => string {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  const pointer = (...parts: string[]) =>
    `openapi#/${parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
  const errors = (schema: string, body: unknown) => (ajv.validate(schema, body) ? '' : ajv.errorsText());
  return ({ template, verb, version, isWhole, status, body }) => {
    if (status !== 200) return errors(pointer('components', 'schemas', 'error_object'), body);
    const of = document.paths[template]?.[verb]?.responses['200']?.content?.['application/json']?.schema;
    if (!of) return `the document has no ${verb} ${template}`;
    const wrong = errors(
      pointer('paths', template, verb, 'responses', '200', 'content', 'application/json', 'schema'),
      body,
    );
    if (wrong !== '' || !isWhole) return wrong;
    const strict = of.anyOf
      .map(({ $ref }) => $ref)
      .find((name) => name.endsWith(version === '1.1' ? '_list_1.1' : '_list'));
    return strict === undefined ? `${template} has no strict schema` : errors(`openapi${strict}`, body);
  };
}
