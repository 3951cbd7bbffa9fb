import { constants, crc32, deflateRawSync } from 'node:zlib';
import { createRowTable, ROW_COLUMNS, type RowTable } from './row-table.ts';

/**
 * How many bytes of compressed rows are kept; when they are full, all begins anew. Enough for a site of 100,000
 * questions.
 */
const SLAB_BYTES = 48 * 1024 * 1024;
/** A slab begins with this much, and has twice as much each time it is full: most networks never need it all. */
const FIRST_SLAB_BYTES = 256 * 1024;
/** Twice the rows that are kept at most, as a power of two. */
const TABLE_BITS = 18;
/** Rows are short: a small window finds what there is to find, and small buffers leave little behind. */
const ROW_DEFLATE = {
  level: 1,
  windowBits: 10,
  memLevel: 3,
  chunkSize: 1024,
  finishFlush: constants.Z_SYNC_FLUSH,
} as const;

/** A comma as a deflate block of its own. */
const COMMA_BLOCK = Buffer.from([0, 1, 0, 0xfe, 0xff, 0x2c]);
const COMMA_CRC = crc32(',');

/** Compressed texts of rows one after the other, and a table of where each is. Before each stands a comma's block. */
export class RowSlab {
  /** A new buffer takes its place when it has to grow. */
  bytes: Buffer = Buffer.allocUnsafeSlow(FIRST_SLAB_BYTES);
  readonly table: RowTable = createRowTable(TABLE_BITS);
  /** Bytes of the comma's block before each row. */
  readonly commaBytes: number = COMMA_BLOCK.length;
  #used = 0;

  get isEmpty(): boolean {
    return this.#used === 0;
  }

  clear(): void {
    this.#used = 0;
    this.table.clear();
  }

  /** Compresses a row's text and keeps it. @returns whether it found room */
  put(group: number, id: number, text: string): boolean {
    // A byte of UTF-16 is at most three of UTF-8, and what does not compress grows by little.
    const needed = this.#used + text.length * 3 + 1024;
    if (needed > SLAB_BYTES) return false;
    if (needed > this.bytes.length) this.#grow(needed);
    const place = this.table.add(group, id);
    if (place < 0) return false;
    const { columns } = this.table;
    const plain = Buffer.from(text);
    const blocks = deflateRawSync(plain, ROW_DEFLATE);
    const size = COMMA_BLOCK.length + blocks.length;
    COMMA_BLOCK.copy(this.bytes, this.#used);
    blocks.copy(this.bytes, this.#used + COMMA_BLOCK.length);
    columns[place + ROW_COLUMNS.start] = this.#used;
    columns[place + ROW_COLUMNS.size] = size;
    columns[place + ROW_COLUMNS.length] = plain.length;
    columns[place + ROW_COLUMNS.crc] = crc32(plain);
    columns[place + ROW_COLUMNS.crcAfterComma] = crc32(plain, COMMA_CRC);
    this.#used += size;
    return true;
  }

  #grow(needed: number): void {
    let size = this.bytes.length;
    while (size < needed) size *= 2;
    const grown = Buffer.allocUnsafeSlow(Math.min(size, SLAB_BYTES));
    this.bytes.copy(grown, 0, 0, this.#used);
    this.bytes = grown;
  }
}
