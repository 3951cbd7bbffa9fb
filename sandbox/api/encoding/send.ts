import type { FastifyReply } from 'fastify';
import type { ServerResponse } from 'node:http';
import { encodeBody, encodingFor, type Beginning } from './encode.ts';

/**
 * The room `api/encoding` writes answers on the wire. It compresses them, keeps compressed rows and whole answers to
 * use them again, and sends them with the headers of the API.
 */

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
/** Names and values in turn, which Node writes quicker than an object. */
const COMMON_HEADER_LIST = Object.entries(COMMON_HEADERS).flat();

let dated = { second: Number.NaN, text: '' };

/** @param now epoch seconds */
export function httpDate(now: number): string {
  if (dated.second !== now) dated = { second: now, text: new Date(now * 1000).toUTCString() };
  return dated.text;
}

/** An answer of the API, ready to be written. */
export interface Outgoing {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON text, in the part that may be kept and the part that is of this answer. */
  readonly beginning: Beginning;
  readonly ending: string;
  /** The function to call with the answer (JSONP); the status is 200 then, since scripts do not see it. */
  readonly callback?: string | undefined;
}

/** U+2028 and U+2029 end a line in old scripts, though not in JSON. */
const inScript = (json: string) => json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/**
 * Writes an answer of the API; everything the API says goes through here.
 * @param accepts the request's `Accept-Encoding`
 * @param now the network's clock in epoch seconds
 */
export function writeAnswer(
  response: ServerResponse,
  accepts: string | undefined,
  now: number,
  outgoing: Outgoing,
): void {
  const { callback } = outgoing;
  const encoding = encodingFor(accepts);
  // A comment first, so that no callback's name can make the body begin like another kind of file.
  const body =
    callback === undefined
      ? encodeBody(outgoing.beginning, outgoing.ending, encoding)
      : encodeBody(
          { text: `/**/${callback}(${inScript(outgoing.beginning.text)}` },
          `${inScript(outgoing.ending)});`,
          encoding,
        );
  const headers: (string | number)[] = [
    'content-type',
    callback === undefined ? JSON_TYPE : SCRIPT_TYPE,
    ...COMMON_HEADER_LIST,
  ];
  headers.push(
    'content-length',
    typeof body === 'string' ? Buffer.byteLength(body) : body.length,
    'date',
    httpDate(now),
  );
  if (encoding !== 'identity') headers.push('content-encoding', encoding);
  for (const name in outgoing.headers) headers.push(name, outgoing.headers[name] ?? '');
  response.writeHead(callback === undefined ? outgoing.status : 200, headers);
  response.end(body);
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
