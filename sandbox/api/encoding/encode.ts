import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * Ways to write a body on the wire; the API always compresses for whoever does not refuse it (docs/api.md, "Caching and
 * compression").
 */
export type Encoding = 'gzip' | 'deflate' | 'identity';

/** What a trailer says of the bytes of a text. */
interface Sum {
  readonly length: number;
  readonly crc: number;
  adler: number | undefined;
}

/** Blocks joined of parts that were compressed before, with room around them to make a body of them in place. */
export interface Joined {
  readonly bytes: Buffer;
  /** Where the blocks begin and end. */
  readonly start: number;
  readonly end: number;
  isGiven: boolean;
}

/** The room that {@link Joined} leaves before and after its blocks. */
export const JOINED_ROOM_BYTES = { before: 10, after: 256 } as const;

/** Text that one or more bodies begin with. */
export interface Beginning {
  readonly text: string;
  sum?: Sum;
  /** Blocks joined from ready rows: available at once, but longer than the text compressed as one. */
  joined?: Joined | undefined;
  /** Deflate blocks that end on a whole byte, so that more can follow. */
  compressed?: Buffer;
}

/** Below this, compressing costs more than it saves. */
const MIN_BYTES_TO_COMPRESS = 200;
const MAX_STORED_BYTES = 65_535;
const FAST_DEFLATE = { level: 1, finishFlush: constants.Z_SYNC_FLUSH } as const;
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);

/** Adler-32 (RFC 1950 section 9) of more bytes after those that gave `adler`. */
function adler32(bytes: Buffer, adler: number): number {
  let low = adler & 0xffff;
  let high = adler >>> 16;
  for (let start = 0; start < bytes.length;) {
    // The sums stay below 2^53 for many more bytes than this.
    const end = Math.min(start + 3800, bytes.length);
    for (; start < end; start += 1) {
      low += bytes[start] ?? 0;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return ((high << 16) | low) >>> 0;
}

/** The head of a block of bytes as they are (RFC 1951 section 3.2.4). */
export function storedHead(length: number, isLast: boolean): Buffer {
  const head = Buffer.allocUnsafe(5);
  head[0] = isLast ? 1 : 0;
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(length ^ 0xffff, 3);
  return head;
}

function stored(bytes: Buffer): Buffer[] {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += MAX_STORED_BYTES) {
    const block = bytes.subarray(start, start + MAX_STORED_BYTES);
    blocks.push(storedHead(block.length, false), block);
  }
  return blocks;
}

/**
 * An answer of ready rows is first sent as joined, each row compressed by itself, since most answers are given once.
 * From the second time on, and without ready rows, it is compressed as one.
 */
function blocksOf(beginning: Beginning): { blocks: Buffer[]; sum: Sum } {
  if (beginning.sum && beginning.compressed) return { blocks: [beginning.compressed], sum: beginning.sum };
  const { joined, sum: known } = beginning;
  if (joined && known && !joined.isGiven) {
    joined.isGiven = true;
    return { blocks: [joined.bytes.subarray(joined.start, joined.end)], sum: known };
  }
  const bytes = Buffer.from(beginning.text);
  const sum = (beginning.sum ??= { length: bytes.length, crc: crc32(bytes), adler: undefined });
  if (bytes.length < MIN_BYTES_TO_COMPRESS) return { blocks: stored(bytes), sum };
  beginning.compressed = deflateRawSync(bytes, FAST_DEFLATE);
  beginning.joined = undefined;
  return { blocks: [beginning.compressed], sum };
}

/** Makes the body where the blocks are, without copying them. @returns undefined where the ending has no room */
function inPlace({ bytes, start, end }: Joined, sum: Sum, ending: string): Buffer | undefined {
  const length = Buffer.byteLength(ending);
  if (length + 5 + 8 > JOINED_ROOM_BYTES.after) return undefined;
  GZIP_HEADER.copy(bytes, start - GZIP_HEADER.length);
  bytes[end] = 1;
  bytes.writeUInt16LE(length, end + 1);
  bytes.writeUInt16LE(length ^ 0xffff, end + 3);
  bytes.write(ending, end + 5);
  bytes.writeUInt32LE(crc32(ending, sum.crc), end + 5 + length);
  bytes.writeUInt32LE((sum.length + length) >>> 0, end + 9 + length);
  return bytes.subarray(start - GZIP_HEADER.length, end + 13 + length);
}

/**
 * Writes `beginning` and `ending` as one body. Only the ending, which differs from answer to answer, costs anything
 * after the second time: it follows as a block of its own.
 * @param ending at most 65,535 bytes in UTF-8
 */
export function encodeBody(beginning: Beginning, ending: string, encoding: Encoding): Buffer | string {
  if (encoding === 'identity') return beginning.text + ending;
  const { joined, sum: known } = beginning;
  if (encoding === 'gzip' && joined && known && !joined.isGiven) {
    joined.isGiven = true;
    const body = inPlace(joined, known, ending);
    if (body) return body;
  }
  const { blocks, sum } = blocksOf(beginning);
  const rest = Buffer.from(ending);
  blocks.push(storedHead(rest.length, true), rest);
  if (encoding === 'gzip') {
    const trailer = Buffer.allocUnsafe(8);
    trailer.writeUInt32LE(crc32(rest, sum.crc), 0);
    trailer.writeUInt32LE((sum.length + rest.length) >>> 0, 4);
    return Buffer.concat([GZIP_HEADER, ...blocks, trailer]);
  }
  sum.adler ??= adler32(Buffer.from(beginning.text), 1);
  const trailer = Buffer.allocUnsafe(4);
  trailer.writeUInt32BE(adler32(rest, sum.adler), 0);
  return Buffer.concat([ZLIB_HEADER, ...blocks, trailer]);
}

const chosen = new Map<string, Encoding>();
/** How many headers are remembered: clients send one of a handful, and whoever sends more must not fill the memory. */
const MAX_KNOWN_HEADERS = 100;

function choose(header: string): Encoding {
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

/**
 * @param header `Accept-Encoding`; without one it is gzip, as on the public service (docs/api.md, "Caching and
 * compression")
 */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'gzip';
  const known = chosen.get(header);
  if (known) return known;
  if (chosen.size >= MAX_KNOWN_HEADERS) chosen.clear();
  const encoding = choose(header);
  chosen.set(header, encoding);
  return encoding;
}
