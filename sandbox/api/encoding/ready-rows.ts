import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CompiledObject } from '../objects/compile.ts';
import { crcShift, joinCrc, type CrcShift } from './crc.ts';
import { JOINED_ROOM_BYTES, storedHead, type Beginning, type Joined } from './encode.ts';
import { createRowTable, ROW_COLUMNS } from './row-table.ts';
import type { Bindings, Statements } from '../../world/database/statements.ts';

/**
 * Objects that lists are made of, each as the compressed JSON text it becomes. Making that of a row costs more than
 * everything else an answer takes, and most answers share rows with earlier ones. What is compressed in parts that end
 * on whole bytes can be joined without compressing anew (RFC 1951), and so can its checksum.
 */
export interface ReadyRows {
  /**
   * @param rows which table's rows become which object
   * @param ids of the rows on the site, in order
   * @param head JSON text before the list's items
   * @param tail JSON text after them, of less than 64 KiB as `head` is
   * @returns undefined where there is no room for so much
   */
  join(rows: ReadyKind, siteId: number, ids: readonly number[], head: string, tail: string): Beginning | undefined;
  /** Forgets all, since something has changed. */
  clear(): void;
}

/** Rows of a table under one filter and version. */
export interface ReadyKind {
  readonly object: CompiledObject;
  readonly table: string;
  readonly alias: string;
  /** SQL that is true for a row whose object may change with nothing but time, and so is not kept; `$` is the alias. */
  readonly unsettled: string;
  /** Whatever the object's SQL may bind. */
  readonly bindings: Bindings;
  readonly self: string;
}

/**
 * Bytes of compressed rows that are kept; when they are full, all begins anew. Enough for a site of 100,000 questions;
 * the system gives the memory as it is used.
 */
const SLAB_BYTES = 48 * 1024 * 1024;
const BODY_CHUNK_BYTES = 256 * 1024;
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

/** A comma as a deflate block of its own. It stands before each row's blocks; the first row of a list goes without. */
const COMMA_BLOCK = Buffer.from([0, 1, 0, 0xfe, 0xff, 0x2c]);
const commaCrc = crc32(',');

const shifts: CrcShift[] = [];
function shiftOf(bytes: number): CrcShift {
  if (bytes >= 8192) return crcShift(bytes);
  return (shifts[bytes] ??= crcShift(bytes));
}

/** A beginning whose text is only made of its blocks when somebody wants it plain. */
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

const powerOfTwo = (count: number) => 2 ** Math.ceil(Math.log2(Math.max(1, count)));

/** What stands before and after a list's rows, as a block of bytes as they are. */
interface Frame {
  readonly block: Buffer;
  readonly length: number;
  readonly crc: number;
  readonly shift: CrcShift;
}

const frames = new Map<string, Frame>();
const MOST_FRAMES = 100;

/** The frame of a text; there are only a few. */
function frameOf(text: string): Frame {
  const known = frames.get(text);
  if (known) return known;
  const bytes = Buffer.from(text);
  const block = Buffer.concat([storedHead(bytes.length, false), bytes]);
  const frame = { block, length: bytes.length, crc: crc32(bytes), shift: crcShift(bytes.length) };
  if (frames.size >= MOST_FRAMES) frames.clear();
  frames.set(text, frame);
  return frame;
}

export function createReadyRows(statements: Statements): ReadyRows {
  const slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  const table = createRowTable(TABLE_BITS);
  const { columns } = table;
  let used = 0;
  let groups = new Map<CompiledObject, Map<number, number>>();

  /** Bodies share large pieces of memory, which come and go as a whole. */
  let piece = Buffer.alloc(0);
  let taken = 0;

  const clear = () => {
    used = 0;
    table.clear();
    groups = new Map();
  };

  /** Puts a text into the slab. @returns whether it found room */
  function put(group: number, id: number, text: string): boolean {
    // A byte of UTF-16 is at most three of UTF-8, and what does not compress grows by little.
    if (used + text.length * 3 + 1024 > SLAB_BYTES) return false;
    const place = table.add(group, id);
    if (place < 0) return false;
    const plain = Buffer.from(text);
    const blocks = deflateRawSync(plain, ROW_DEFLATE);
    COMMA_BLOCK.copy(slab, used);
    blocks.copy(slab, used + COMMA_BLOCK.length);
    columns[place + ROW_COLUMNS.start] = used;
    columns[place + ROW_COLUMNS.size] = COMMA_BLOCK.length + blocks.length;
    columns[place + ROW_COLUMNS.length] = plain.length;
    columns[place + ROW_COLUMNS.crc] = crc32(plain);
    columns[place + ROW_COLUMNS.crcAfterComma] = crc32(plain, commaCrc);
    used += COMMA_BLOCK.length + blocks.length;
    return true;
  }

  /** Makes what is not kept, in `passing` what is not to be kept. @returns whether everything found room */
  function make(
    { object, table: from, alias, unsettled, bindings, self }: ReadyKind,
    siteId: number,
    ids: readonly number[],
    group: number,
    passing: number,
  ): boolean {
    const count = powerOfTwo(ids.length);
    const bound: Bindings = { ...bindings, site: siteId };
    for (let index = 0; index < count; index += 1) bound[`id${index}`] = ids[Math.min(index, ids.length - 1)] ?? null;
    const list = Array.from({ length: count }, (_, index) => `:id${index}`).join(', ');
    const found = statements.all(
      `SELECT ${alias}.id AS "#", (${unsettled.replaceAll('$', alias)}) AS "~", ${object.columns} FROM ${from} AS ${alias} ${object.joins}
        WHERE ${alias}.site_id = :site AND ${alias}.id IN (${list})`,
      bound,
    );
    return found.every((row) =>
      put(row['~'] === 1 ? passing : group, Number(row['#']), JSON.stringify(object.build(row, self))),
    );
  }

  function groupOf({ object }: ReadyKind, siteId: number): number {
    let bySite = groups.get(object);
    if (bySite === undefined) groups.set(object, (bySite = new Map()));
    let group = bySite.get(siteId);
    if (group === undefined) bySite.set(siteId, (group = table.group()));
    return group;
  }

  /** Where the rows are. @returns undefined where there is no room for so many */
  function placesOf(kind: ReadyKind, siteId: number, ids: readonly number[]): number[] | undefined {
    const group = groupOf(kind, siteId);
    const places: number[] = [];
    const lacking: number[] = [];
    for (const id of ids) {
      const place = table.find(group, id);
      if (place < 0) lacking.push(id);
      else places.push(place);
    }
    if (lacking.length === 0) return places;
    const passing = table.group();
    const wasEmpty = used === 0;
    if (!make(kind, siteId, lacking, group, passing)) {
      clear();
      return wasEmpty ? undefined : placesOf(kind, siteId, ids);
    }
    return ids.map((id) => Math.max(table.find(group, id), table.find(passing, id))).filter((place) => place >= 0);
  }

  return {
    clear,
    join(kind, siteId, ids, head, tail) {
      const places = ids.length === 0 ? [] : placesOf(kind, siteId, ids);
      if (!places) return undefined;
      const before = frameOf(head);
      const after = frameOf(tail);
      let size = JOINED_ROOM_BYTES.before + before.block.length + after.block.length + JOINED_ROOM_BYTES.after;
      for (const place of places) size += columns[place + ROW_COLUMNS.size] ?? 0;
      if (piece.length - taken < size) {
        piece = Buffer.allocUnsafeSlow(Math.max(size, BODY_CHUNK_BYTES));
        taken = 0;
      }
      const begin = taken + JOINED_ROOM_BYTES.before;
      taken += size;
      before.block.copy(piece, begin);
      let at = begin + before.block.length;
      let length = before.length + after.length;
      let crc = before.crc;
      for (let index = 0; index < places.length; index += 1) {
        const place = places[index] ?? 0;
        const start = columns[place + ROW_COLUMNS.start] ?? 0;
        const bytes = (columns[place + ROW_COLUMNS.length] ?? 0) + (index > 0 ? 1 : 0);
        at += slab.copy(
          piece,
          at,
          index > 0 ? start : start + COMMA_BLOCK.length,
          start + (columns[place + ROW_COLUMNS.size] ?? 0),
        );
        crc = joinCrc(
          crc,
          columns[place + (index > 0 ? ROW_COLUMNS.crcAfterComma : ROW_COLUMNS.crc)] ?? 0,
          shiftOf(bytes),
        );
        length += bytes;
      }
      at += after.block.copy(piece, at);
      return new JoinedBeginning(
        { bytes: piece, start: begin, end: at, isGiven: false },
        length,
        joinCrc(crc, after.crc, after.shift),
      );
    },
  };
}
