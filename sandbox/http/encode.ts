import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Ways to write a body on the wire; the API always compresses for whoever does not refuse it (public-facts section 3). */
export type Encoding = 'gzip' | 'deflate' | 'identity';

interface Compressed {
  /** Deflate blocks that end on a whole byte, so that more can follow. */
  readonly blocks: Buffer;
  readonly bytes: number;
  readonly crc: number;
  adler: number | undefined;
  readonly plain: Buffer;
}

/** Text that one or more bodies begin with. It is compressed once, when it is first wanted. */
export interface Beginning {
  readonly text: string;
  compressed?: Compressed;
}

/** Below this, deflate blocks cost more than they save. */
const worthwhile = 200;
const fast = { level: 1, finishFlush: constants.Z_SYNC_FLUSH } as const;
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const zlibHeader = Buffer.from([0x78, 0x01]);
const nothing = Buffer.alloc(0);

/** Adler-32 (RFC 1950 section 9) of more bytes after those that gave `adler`. */
function adler32(bytes: Buffer, adler: number): number {
  let low = adler & 0xffff;
  let high = adler >>> 16;
  for (let start = 0; start < bytes.length; ) {
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

/** Bytes as they are, as a deflate block (RFC 1951 section 3.2.4); at most 65,535 of them. */
function storedBlock(bytes: Buffer, isLast: boolean): Buffer {
  const block = Buffer.allocUnsafe(5 + bytes.length);
  block[0] = isLast ? 1 : 0;
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(bytes.length ^ 0xffff, 3);
  bytes.copy(block, 5);
  return block;
}

function compress(beginning: Beginning): Compressed {
  if (beginning.compressed) return beginning.compressed;
  const plain = Buffer.from(beginning.text);
  const blocks = plain.length === 0 ? nothing : plain.length < worthwhile ? storedBlock(plain, false) : deflateRawSync(plain, fast);
  return (beginning.compressed = { blocks, bytes: plain.length, crc: crc32(plain), adler: undefined, plain });
}

/**
 * Writes `beginning` and `ending` as one body. Only the ending, which differs from answer to answer, costs anything
 * after the first time: it follows as a block of its own.
 * @param ending at most 65,535 bytes in UTF-8
 */
export function encodeBody(beginning: Beginning, ending: string, encoding: Encoding): Buffer | string {
  if (encoding === 'identity') return beginning.text + ending;
  const start = compress(beginning);
  const rest = Buffer.from(ending);
  const last = storedBlock(rest, true);
  if (encoding === 'gzip') {
    const trailer = Buffer.allocUnsafe(8);
    trailer.writeUInt32LE(crc32(rest, start.crc), 0);
    trailer.writeUInt32LE((start.bytes + rest.length) >>> 0, 4);
    return Buffer.concat([gzipHeader, start.blocks, last, trailer]);
  }
  start.adler ??= adler32(start.plain, 1);
  const trailer = Buffer.allocUnsafe(4);
  trailer.writeUInt32BE(adler32(rest, start.adler), 0);
  return Buffer.concat([zlibHeader, start.blocks, last, trailer]);
}

const chosen = new Map<string, Encoding>();
/** Clients send one of a handful of headers; whoever sends more does not fill the memory. */
const mostChosen = 100;

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

/** @param header `Accept-Encoding`; without one it is gzip, as on the public service (public-facts section 3) */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'gzip';
  const known = chosen.get(header);
  if (known) return known;
  if (chosen.size >= mostChosen) chosen.clear();
  const encoding = choose(header);
  chosen.set(header, encoding);
  return encoding;
}
