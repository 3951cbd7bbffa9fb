import type { FastifyReply } from 'fastify';
import { compress, encodeBody, encodingFor, textOf, type Beginning } from './encode.ts';

/** The room `api/encoding` writes answers on the wire: it compresses them, and sends them with the API's headers. */

export const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

export type Headers = Readonly<Record<string, string>>;

/** What every answer of the API carries, so that pages of other origins may read it and nobody guesses its type. */
const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-RateLimit-Max, X-RateLimit-Current, Date',
  'cache-control': 'private',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
} as const;

/** An answer of the API, ready to be written. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON text, in the part that may be kept and the part that is of this answer. */
  readonly beginning: Beginning;
  readonly ending: string;
}

/** U+2028 and U+2029 end a line in old scripts, though not in JSON. */
const inScript = (json: string) => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** The answer as a script. A comment comes first, so that no callback's name can begin it like another kind of file. */
const asScript = ({ headers, beginning, ending }: Outgoing, callback: string): Outgoing => ({
  // Scripts do not see the status.
  status: 200,
  headers,
  beginning: compress(`/**/${callback}(${inScript(textOf(beginning))}`),
  ending: `${inScript(ending)});`,
});

/**
 * Sends an answer of the API.
 * @param accepts the request's `Accept-Encoding`
 * @param callback the function to call with the answer (JSONP)
 */
export function sendAnswer(
  reply: FastifyReply,
  accepts: string | undefined,
  outgoing: Outgoing,
  callback: string | undefined,
): void {
  const { status, headers, beginning, ending } = callback === undefined ? outgoing : asScript(outgoing, callback);
  const encoding = encodingFor(accepts);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply
    .code(status)
    .headers(headers)
    .headers(COMMON_HEADERS)
    .header('content-type', callback === undefined ? JSON_TYPE : SCRIPT_TYPE)
    .send(encodeBody(beginning, ending, encoding));
}

/** Sends JSON that is no answer of the API: the control routes and the description of the API. */
export function sendJson(reply: FastifyReply, status: number, headers: Headers, body: object): void {
  reply
    .code(status)
    .headers(headers)
    .headers(COMMON_HEADERS)
    .header('content-type', JSON_TYPE)
    .send(JSON.stringify(body));
}
