import { gzipSync } from 'node:zlib';
import { MAX_BODY_BYTES } from '../../../../electron/api/http/body.ts';

/** Answers that are meant to cost memory and time, as they go over the wire: a head, and pieces of a body. */
export interface HostileAnswer {
  status?: string;
  headers?: readonly string[];
  /** Without it, nothing follows the head. A body that never ends is sent until somebody hangs up. */
  body?: () => Iterable<string | Buffer>;
  /** Chunked by these pieces, rather than until the connection ends. */
  isChunked?: true;
}

const MEGABYTE = 1024 * 1024;
/** As much as the client reads of an answer, nearly. */
const NEARLY_ALL_BYTES = 0.97 * MAX_BODY_BYTES;

const once = (body: string | Buffer, more: HostileAnswer = {}): HostileAnswer => ({ ...more, body: () => [body] });
const gzipped = (body: string | Buffer, coding = 'gzip'): HostileAnswer =>
  once(gzipSync(body), { headers: [`Content-Encoding: ${coding}`] });

function* repeated(piece: string | Buffer, times: number): Iterable<string | Buffer> {
  for (let count = 0; count < times; count++) yield piece;
}

/** As many of a piece of text as nearly fill an answer, joined by commas. */
const filled = (piece: string, bytes = NEARLY_ALL_BYTES): string =>
  `${piece},`.repeat(Math.floor(bytes / (Buffer.byteLength(piece) + 1))).slice(0, -1);

const wrapped = (items: string, more = ''): string => `{"items":[${items}],"has_more":false${more}}`;
const QUESTION = '{"question_id":1,"title":"T","creation_date":1780000000,"link":"https://host.example/q/1"';
const question = (more: string): string => `${QUESTION},${more}}`;
const ownNames = (count: number): string =>
  Array.from({ length: count }, (_, index) => `"k${index.toString(36)}":0`).join(',');
const error = (message: string, name = 'bad_parameter'): HostileAnswer =>
  once(`{"error_id":400,"error_name":${JSON.stringify(name)},"error_message":${JSON.stringify(message)}}`, {
    status: '400 Bad Request',
  });
const page = (html: string, status = '403 Forbidden'): HostileAnswer =>
  once(html, { status, headers: ['Content-Type: text/html'] });

const text = (piece: string, bytes = NEARLY_ALL_BYTES): string => piece.repeat(Math.floor(bytes / piece.length));
/** Two gigabytes of zeros, compressed member by member. */
const BOMB_MEMBER = gzipSync(Buffer.alloc(64 * MEGABYTE, ' '));
const TWO_GIGABYTES = 2048 * MEGABYTE;
const SPACES = Buffer.alloc(MEGABYTE, ' ');
/** A stored block of nothing, which a stream may hold without end. */
const EMPTY_BLOCK = Buffer.from([0, 0, 0, 0xff, 0xff]);
const GZIP_HEAD = gzipSync('').subarray(0, 10);

export const HOSTILE_ANSWERS = {
  good: once(wrapped(Array.from({ length: 100 }, () => question('"tags":["a","b"]')).join(','))),
  'good-gzip': gzipped(wrapped(Array.from({ length: 100 }, () => question('"tags":["a","b"]')).join(','))),

  // Length.
  'two-gigabytes': { body: () => repeated(SPACES, TWO_GIGABYTES / MEGABYTE) },
  'two-gigabytes-chunked': { isChunked: true, body: () => repeated(SPACES, TWO_GIGABYTES / MEGABYTE) },
  'two-gigabytes-within-text': {
    *body() {
      yield '{"items":["';
      yield* repeated(Buffer.alloc(MEGABYTE, 'x'), TWO_GIGABYTES / MEGABYTE);
    },
  },
  'two-gigabytes-gzip': {
    headers: ['Content-Encoding: gzip'],
    body: () => repeated(BOMB_MEMBER, TWO_GIGABYTES / (64 * MEGABYTE)),
  },
  'gzip-of-gzip': { ...gzipped(BOMB_MEMBER, 'gzip, gzip') },
  'gzip-without-output': {
    headers: ['Content-Encoding: gzip'],
    *body() {
      yield GZIP_HEAD;
      yield* repeated(Buffer.concat(Array.from({ length: 10_000 }, () => EMPTY_BLOCK)), 40_000);
    },
  },
  'gzip-endless-name': {
    headers: ['Content-Encoding: gzip'],
    *body() {
      yield Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
      yield* repeated(Buffer.alloc(MEGABYTE, 'x'), 2048);
    },
  },
  'codings-1500': gzipped('{}', Array.from({ length: 1500 }, () => 'gzip').join(',')),
  'length-too-large': { headers: ['Content-Length: 9007199254740991'], body: () => repeated(SPACES, 2048) },
  'chunks-of-one-byte': { isChunked: true, body: () => repeated(' ', 400_000) },
  'chunk-extensions': {
    headers: ['Transfer-Encoding: chunked'],
    body: () => repeated(`1;${'x'.repeat(4000)}\r\n \r\n`, 4000),
  },
  'chunk-size-huge': {
    headers: ['Transfer-Encoding: chunked'],
    body: () => ['fffffffffffff\r\n', ...repeated(SPACES, 100)],
  },
  'trailers-endless': {
    headers: ['Transfer-Encoding: chunked'],
    *body() {
      yield '2\r\n{}\r\n0\r\n';
      yield* repeated(`X-A: ${'x'.repeat(500)}\r\n`, 10_000);
    },
  },

  // Headers.
  'header-15-kb': { headers: [`X-Long: ${'x'.repeat(15_000)}`], body: () => ['{}'] },
  'headers-endless': { headers: Array.from({ length: 100_000 }, (_, index) => `X-${index}: y`) },
  'headers-1900': { headers: Array.from({ length: 1900 }, () => 'X: y'), body: () => ['{}'] },
  'hints-endless': {
    status: '103 Early Hints',
    body: () => repeated('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(500), 2000),
  },
  'retry-after-digits': {
    status: '503 Service Unavailable',
    headers: [`Retry-After: ${'9'.repeat(10_000)}`],
    body: () => ['{}'],
  },
  'redirect-loop': { status: '302 Found', headers: ['Location: ?'], body: () => repeated(SPACES, 2048) },
  'redirect-with-password': {
    status: '302 Found',
    headers: ['Location: https://user:password@127.0.0.1:9/'],
    body: () => ['{}'],
  },
  'redirect-of-15-kb': { status: '307 Moved', headers: [`Location: /${'a/../'.repeat(2900)}`], body: () => ['{}'] },

  // JSON.
  'lists-three-million-deep': once(gzipSync('['.repeat(3_000_000) + ']'.repeat(3_000_000)), {
    headers: ['Content-Encoding: gzip'],
  }),
  'lists-deep-in-item': once(wrapped(question(`"x":${'['.repeat(1_400_000)}${']'.repeat(1_400_000)}`))),
  'objects-deep-in-item': once(wrapped(question(`"x":${'{"a":'.repeat(400_000)}1${'}'.repeat(400_000)}`))),
  'brackets-without-end': once('{"items":['.repeat(400_000)),
  'items-of-nothing': once(wrapped(filled('{}'))),
  'items-of-numbers': once(wrapped(filled('1'))),
  'items-that-are-good': once(wrapped(filled(question('"score":1')))),
  'lists-in-lists': once(wrapped(filled('[[],[]]'))),
  'names-of-their-own': once(`{${ownNames(280_000)}}`),
  'names-of-their-own-in-item': once(wrapped(question(ownNames(44_000)))),
  'names-of-their-own-in-items': once(
    wrapped(
      Array.from({ length: 400 }, (_, item) => `{${ownNames(100).replaceAll('"k', `"k${item.toString(36)}_`)}}`).join(
        ',',
      ),
    ),
  ),
  'names-with-escapes': once(wrapped(`{${ownNames(20_000).replaceAll('"k', String.raw`"\"k`)}}`)),
  'names-twice': once(`{${filled('"items":[]')}}`),
  'names-of-prototype': once(
    wrapped(filled('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}')),
  ),
  'numbers-1e308': once(wrapped(filled('1e308'), ',"quota_max":1e308,"quota_remaining":-1e308,"backoff":1e308')),
  'number-of-digits': once(`{"items":[],"has_more":false,"backoff":${'9'.repeat(2_900_000)}}`),
  'number-as-text-of-digits': once(`{"items":[],"has_more":false,"backoff":"${'9'.repeat(2_900_000)}"}`),
  'quota-negative': once(wrapped('', ',"quota_max":-5,"quota_remaining":-9007199254740993')),
  'not-a-number': once('{"items":[NaN,Infinity,-Infinity],"has_more":false}'),
  'spaces-before': once(`${text(' ')}{}`),
  'title-of-megabytes': once(wrapped(question(`"body":"${text('x')}"`))),
  'title-of-escapes': once(wrapped(`{"question_id":1,"creation_date":1,"title":"${text('\\u0041')}"}`)),
  'title-of-entities': once(
    wrapped(filled(`{"question_id":1,"creation_date":1780000000,"title":"${'&amp;'.repeat(1200)}"}`)),
  ),
  'title-of-wide-letters': once(wrapped(question(`"body":"${text('\u20ac', MEGABYTE)}"`))),
  'tags-ten-thousand': once(wrapped(filled(question(`"tags":[${filled('"tag"', 60_000)}]`)))),
  'body-html-deep': once(wrapped(filled(question(`"body":"${'<b>'.repeat(30_000)}"`)))),
  'text-without-end': once(`{"items":["${text('\\"')}`),

  // Bytes.
  'utf-8-broken': once(Buffer.alloc(NEARLY_ALL_BYTES, 0xff)),
  'utf-8-surrogates': once(Buffer.alloc(NEARLY_ALL_BYTES, Buffer.from([0xed, 0xa0, 0x80]))),
  'byte-order-marks': once(Buffer.alloc(NEARLY_ALL_BYTES, Buffer.from([0xef, 0xbb, 0xbf]))),
  'utf-16': once(Buffer.from(wrapped(filled(question('"score":1'), MEGABYTE)), 'utf16le')),
  nulls: once(Buffer.alloc(NEARLY_ALL_BYTES)),

  // Words and pages.
  'message-of-megabytes': error(text('too many requests, more requests available in 9 seconds ')),
  'message-of-digits': error(`more requests available in ${text('9')} seconds`),
  'name-of-megabytes': error('No.', text('a ')),
  'page-of-refreshes': page(`<html>${text('<meta http-equiv=refresh ')}`),
  'page-of-locations': page(`<html>${text('location = ')}`),
  'page-of-errors': page(`<html>${text('error code: 10')}`),
  'page-of-brackets': page(text('<')),
} satisfies Record<string, HostileAnswer>;

export type HostileName = keyof typeof HOSTILE_ANSWERS;
export const HOSTILE_NAMES = Object.keys(HOSTILE_ANSWERS) as HostileName[];
