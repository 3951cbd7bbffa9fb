import { constants, crc32, inflateRawSync } from 'node:zlib';
import { crcShift, joinCrc, type CrcShift } from './crc.ts';
import { JOINED_ROOM_BYTES, storedHead, type Beginning, type Joined } from './encode.ts';
import type { RowSlab } from './row-slab.ts';
import { ROW_COLUMNS } from './row-table.ts';

/** Bodies share pieces of memory of this size, which come and go as a whole. */
const PIECE_BYTES = 256 * 1024;
const MAX_FRAMES = 100;
/** Shifts of texts up to this length are kept. */
const MAX_SHIFT_BYTES = 8192;

const shifts: CrcShift[] = [];
const shiftOf = (bytes: number): CrcShift =>
  bytes >= MAX_SHIFT_BYTES ? crcShift(bytes) : (shifts[bytes] ??= crcShift(bytes));

/** A beginning that makes its text from its blocks only when somebody wants it uncompressed. */
class JoinedBeginning implements Beginning {
  readonly sum: { readonly length: number; readonly crc: number; adler: number | undefined };
  joined: Joined | undefined;
  compressed?: Buffer;

  constructor(joined: Joined, length: number, crc: number) {
    this.joined = joined;
    this.sum = { length, crc, adler: undefined };
  }

  get text(): string {
    const blocks = this.joined
      ? this.joined.bytes.subarray(this.joined.start, this.joined.end)
      : (this.compressed ?? '');
    return inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  }
}

/** What stands before and after a list's rows, as a block of bytes as they are. */
interface Frame {
  readonly block: Buffer;
  readonly length: number;
  readonly crc: number;
  readonly shift: CrcShift;
}

const frames = new Map<string, Frame>();

/** The frame of a text; there are only a few. */
function frameOf(text: string): Frame {
  const known = frames.get(text);
  if (known) return known;
  const bytes = Buffer.from(text);
  const block = Buffer.concat([storedHead(bytes.length, false), bytes]);
  const frame = { block, length: bytes.length, crc: crc32(bytes), shift: crcShift(bytes.length) };
  if (frames.size >= MAX_FRAMES) frames.clear();
  frames.set(text, frame);
  return frame;
}

/** Joins compressed rows to the bodies of answers. */
export class JoinedBodies {
  readonly #slab: RowSlab;
  #piece = Buffer.alloc(0);
  #taken = 0;

  constructor(slab: RowSlab) {
    this.#slab = slab;
  }

  /** @param places of the rows in the slab's table, in order */
  join(places: readonly number[], head: string, tail: string): Beginning {
    const { bytes: slab, table } = this.#slab;
    const { columns } = table;
    const before = frameOf(head);
    const after = frameOf(tail);
    const begin = this.#take(this.#sizeOf(places, before, after));
    before.block.copy(this.#piece, begin);
    let at = begin + before.block.length;
    let length = before.length + after.length;
    let crc = before.crc;
    for (let index = 0; index < places.length; index += 1) {
      const place = places[index] ?? 0;
      // The first row goes without the comma that stands before each row's blocks.
      const isFirst = index === 0;
      const start = columns[place + ROW_COLUMNS.start] ?? 0;
      const rowLength = (columns[place + ROW_COLUMNS.length] ?? 0) + (isFirst ? 0 : 1);
      const end = start + (columns[place + ROW_COLUMNS.size] ?? 0);
      at += slab.copy(this.#piece, at, isFirst ? start + this.#slab.commaBytes : start, end);
      const rowCrc = columns[place + (isFirst ? ROW_COLUMNS.crc : ROW_COLUMNS.crcAfterComma)] ?? 0;
      crc = joinCrc(crc, rowCrc, shiftOf(rowLength));
      length += rowLength;
    }
    at += after.block.copy(this.#piece, at);
    const joined = { bytes: this.#piece, start: begin, end: at, isGiven: false };
    return new JoinedBeginning(joined, length, joinCrc(crc, after.crc, after.shift));
  }

  #sizeOf(places: readonly number[], before: Frame, after: Frame): number {
    const { columns } = this.#slab.table;
    let size = JOINED_ROOM_BYTES.before + before.block.length + after.block.length + JOINED_ROOM_BYTES.after;
    for (const place of places) size += columns[place + ROW_COLUMNS.size] ?? 0;
    return size;
  }

  /** Takes room for a body. @returns where its blocks begin in the piece */
  #take(size: number): number {
    if (this.#piece.length - this.#taken < size) {
      this.#piece = Buffer.allocUnsafeSlow(Math.max(size, PIECE_BYTES));
      this.#taken = 0;
    }
    const begin = this.#taken + JOINED_ROOM_BYTES.before;
    this.#taken += size;
    return begin;
  }
}
