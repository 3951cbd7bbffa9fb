import type { FastifyReply } from 'fastify';
import { constants, crc32, deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib';
import type { Query } from './caller.ts';
import type { JsonObject } from './objects/compile.ts';
import type { Filter } from './objects/fields.ts';
import type { Route } from './query/route.ts';
import type { QuotaState } from './quota.ts';

/**
 * Ways to write a body on the wire; the API always compresses for whoever does not refuse it (docs/api.md, "Caching and
 * compression").
 */
export type Encoding = 'gzip' | 'deflate' | 'identity';

/** Compressed text that one or more bodies begin with. */
export interface Beginning {
  /** Deflate blocks that end on a whole byte, so that more can follow. */
  readonly blocks: Buffer;
  /** Bytes of the text. */
  readonly length: number;
  readonly crc: number;
}

const LEVEL = 1;
const OPEN_END = { finishFlush: constants.Z_SYNC_FLUSH } as const;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

export function compress(text: string): Beginning {
  const bytes = Buffer.from(text);
  return { blocks: deflateRawSync(bytes, { level: LEVEL, ...OPEN_END }), length: bytes.length, crc: crc32(bytes) };
}

export const textOf = ({ blocks }: Beginning): string => inflateRawSync(blocks, OPEN_END).toString();

/** A last block of bytes as they are (RFC 1951 section 3.2.4), and what follows it in gzip (RFC 1952 section 2.3.1). */
function gzipEnd(beginning: Beginning, ending: string): Buffer {
  const length = Buffer.byteLength(ending);
  const bytes = Buffer.allocUnsafe(5 + length + 8);
  bytes[0] = 1;
  bytes.writeUInt16LE(length, 1);
  bytes.writeUInt16LE(length ^ 0xffff, 3);
  bytes.write(ending, 5);
  bytes.writeUInt32LE(crc32(ending, beginning.crc), 5 + length);
  bytes.writeUInt32LE(beginning.length + length, 5 + length + 4);
  return bytes;
}

/**
 * Returns `beginning` and `ending` as one body; only the ending costs anything with gzip.
 * @param ending at most 65,535 bytes in UTF-8
 */
function encodeBody(beginning: Beginning, ending: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return Buffer.concat([GZIP_HEADER, beginning.blocks, gzipEnd(beginning, ending)]);
  const body = Buffer.from(textOf(beginning) + ending);
  return encoding === 'deflate' ? deflateSync(body, { level: LEVEL }) : body;
}

/**
 * @param header `Accept-Encoding`; without one it is gzip, as on the public service (docs/api.md, "Caching and
 * compression")
 */
function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'gzip';
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const read = weight === undefined ? 1 : Number(weight);
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, Number.isFinite(read) ? read : 0);
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  if (weightOf('gzip') > 0 && weightOf('gzip') >= weightOf('deflate')) return 'gzip';
  return weightOf('deflate') > 0 ? 'deflate' : 'identity';
}

/** The route, filter and version of a request: they decide which fields its wrapper has (docs/api.md, "Wrapper"). */
export interface Wrapping {
  readonly route: Route;
  readonly filter: Filter;
  /** E.g. 2.3. */
  readonly version: number;
}

/** Fields of the wrapper that are the same for whoever asks. */
const SHARED_FIELDS = ['items', 'has_more', 'page', 'page_size', 'total', 'type'];

function sharedFields({ route, filter }: Wrapping): string[] {
  const echoed = route.echoesPage === true && filter.wrapper('items') ? ['page', 'page_size'] : [];
  return SHARED_FIELDS.filter((field) => filter.wrapper(field) || echoed.includes(field));
}

/**
 * Returns the wrapper's JSON text up to the fields that differ with each answer, open at its end.
 * @param fields `items`, `has_more` and `total`, as far as they were read
 */
export function wrapperBeginning(wrapping: Wrapping, fields: JsonObject, page: number, pagesize: number): string {
  const { route, filter, version } = wrapping;
  const all: JsonObject = { ...fields, page, page_size: pagesize, type: route.of.name };
  // Version 1.1 names the list after what is in it.
  const wrapper =
    version < 2 && filter.wrapper('items')
      ? { total: fields['total'] ?? 0, page, pagesize, [route.of.plural ?? `${route.of.name}s`]: fields['items'] ?? [] }
      : Object.fromEntries(sharedFields(wrapping).map((field) => [field, all[field] ?? 0]));
  return JSON.stringify(wrapper).slice(0, -1);
}

/** Whether the answer can ask for a pause. */
export const tellsBackoff = ({ filter, version }: Wrapping): boolean => version >= 2 && filter.wrapper('backoff');

/** Returns the end of the wrapper's JSON text, its last brace included. */
export function wrapperEnding(wrapping: Wrapping, quota: QuotaState, backoff: number | undefined): string {
  const { filter, version } = wrapping;
  // The wrapper of 1.1 has no such fields; its quota is in the headers.
  if (version < 2) return '}';
  const values = { backoff, quota_max: quota.max, quota_remaining: quota.remaining };
  const fields = Object.entries(values)
    .filter(([name, value]) => value !== undefined && filter.wrapper(name))
    .map(([name, value]) => `"${name}":${value}`);
  return `${fields.length > 0 && sharedFields(wrapping).length > 0 ? ',' : ''}${fields.join(',')}}`;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
const SCRIPT_TYPE = 'text/javascript; charset=utf-8';

/** Headers of every answer of the API, so that pages of other origins may read it and nobody guesses its type. */
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
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text, in the part that may be kept and the part that is of this answer. */
  readonly beginning: Beginning;
  readonly ending: string;
}

/** Names of functions, also within objects, as pages choose them for JSONP. */
const CALLBACK_NAME_PATTERN = /^[\w$]+(?:\.[\w$]+|\[\d+\])*$/;
const MAX_CALLBACK_CHARACTERS = 100;

/** Returns the function to call with the answer (JSONP), if one is named and can be one. */
export function callbackOf({ callback }: Query): string | undefined {
  const isName =
    typeof callback === 'string' && callback.length <= MAX_CALLBACK_CHARACTERS && CALLBACK_NAME_PATTERN.test(callback);
  return isName ? callback : undefined;
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
export function sendJson(reply: FastifyReply, status: number, body: object): void {
  reply.code(status).headers(COMMON_HEADERS).header('content-type', JSON_TYPE).send(JSON.stringify(body));
}
