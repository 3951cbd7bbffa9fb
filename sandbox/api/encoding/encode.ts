import { constants, crc32, deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib';

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
export function encodeBody(beginning: Beginning, ending: string, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return Buffer.concat([GZIP_HEADER, beginning.blocks, gzipEnd(beginning, ending)]);
  const body = Buffer.from(textOf(beginning) + ending);
  return encoding === 'deflate' ? deflateSync(body, { level: LEVEL }) : body;
}

/**
 * @param header `Accept-Encoding`; without one it is gzip, as on the public service (docs/api.md, "Caching and
 * compression")
 */
export function encodingFor(header: string | undefined): Encoding {
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
