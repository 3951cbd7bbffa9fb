import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import type { CompiledObject } from '../objects/compile.ts';
import { crcShift, joinCrc } from './crc.ts';
import { joinedRoom, type Beginning, type Joined } from './encode.ts';
import type { Bindings, Statements } from './statements.ts';

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
  /** SQL that is true for a row whose object may change with nothing but time, and so is not kept. */
  readonly unsettled: string;
  /** Whatever the object's SQL may bind. */
  readonly bindings: Bindings;
  readonly self: string;
}

/** Bytes of compressed rows that are kept; when they are full, all begins anew. */
const slabSize = 16 * 1024 * 1024;
const bodiesSize = 256 * 1024;
const mostRows = 48 * 1024;
/** Rows are short: a small window finds what there is to find, and small buffers leave little behind. */
const short = { level: 1, windowBits: 10, memLevel: 3, chunkSize: 1024, finishFlush: constants.Z_SYNC_FLUSH } as const;

/** A comma as a deflate block of its own. It stands before each row's blocks; the first row of a list goes without. */
const comma = Buffer.from([0, 1, 0, 0xfe, 0xff, 0x2c]);
const commaCrc = crc32(',');

/** Columns of a row's place: where its blocks begin, how long they are, how long its text is, its checksum, and that with a comma before. */
const columns = 5;

const shifts: number[] = [];
function shiftOf(bytes: number): number {
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
    const blocks = this.joined ? this.joined.bytes.subarray(this.joined.start, this.joined.end) : (this.compressed ?? '');
    return inflateRawSync(blocks, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  }
}

const powerOfTwo = (count: number) => 2 ** Math.ceil(Math.log2(Math.max(1, count)));

export function createReadyRows(statements: Statements): ReadyRows {
  const slab = Buffer.allocUnsafeSlow(slabSize);
  const places = new Uint32Array(mostRows * columns);
  let used = 0;
  let rows = 0;
  let kept = new Map<CompiledObject, Map<number, Map<number, number>>>();

  /** Bodies share large pieces of memory, which come and go as a whole. */
  let piece = Buffer.alloc(0);
  const room = (size: number) => {
    if (piece.length < size) piece = Buffer.allocUnsafeSlow(Math.max(size, bodiesSize));
    const taken = piece.subarray(0, size);
    piece = piece.subarray(size);
    return taken;
  };

  const clear = () => {
    used = 0;
    rows = 0;
    kept = new Map();
  };

  /** Puts a text into the slab; gives its place. */
  function put(text: string): number {
    const plain = Buffer.from(text);
    const blocks = deflateRawSync(plain, short);
    comma.copy(slab, used);
    blocks.copy(slab, used + comma.length);
    const place = rows * columns;
    places[place] = used;
    places[place + 1] = comma.length + blocks.length;
    places[place + 2] = plain.length;
    places[place + 3] = crc32(plain);
    places[place + 4] = crc32(plain, commaCrc);
    used += comma.length + blocks.length;
    rows += 1;
    return place;
  }

  /** Makes what is not kept. @returns whether everything found room */
  function make({ object, table, alias, unsettled, bindings, self }: ReadyKind, siteId: number, ids: readonly number[], into: Map<number, number>, passing: Map<number, number>): boolean {
    const count = powerOfTwo(ids.length);
    const bound: Bindings = { ...bindings, site: siteId };
    for (let index = 0; index < count; index += 1) bound[`id${index}`] = ids[Math.min(index, ids.length - 1)] ?? null;
    const list = Array.from({ length: count }, (_, index) => `:id${index}`).join(', ');
    const found = statements.all(
      `SELECT ${alias}.id AS "#", (${unsettled}) AS "~", ${object.columns} FROM ${table} AS ${alias} ${object.joins}
        WHERE ${alias}.site_id = :site AND ${alias}.id IN (${list})`,
      bound,
    );
    for (const row of found) {
      const text = JSON.stringify(object.build(row, self));
      // A byte of UTF-16 is at most three of UTF-8, and what does not compress grows by little.
      if (rows >= mostRows || used + text.length * 3 + 1024 > slabSize) return false;
      (row['~'] === 1 ? passing : into).set(Number(row['#']), put(text));
    }
    return true;
  }

  function placesOf(kind: ReadyKind, siteId: number, ids: readonly number[]): number[] | undefined {
    let bySite = kept.get(kind.object);
    if (bySite === undefined) kept.set(kind.object, (bySite = new Map()));
    let known = bySite.get(siteId);
    if (known === undefined) bySite.set(siteId, (known = new Map()));
    const found: number[] = [];
    const lacking: number[] = [];
    for (const id of ids) {
      const place = known.get(id);
      if (place === undefined) lacking.push(id);
      else found.push(place);
    }
    if (lacking.length === 0) return found;
    const passing = new Map<number, number>();
    if (!make(kind, siteId, lacking, known, passing)) {
      const wasEmpty = lacking.length === ids.length && rows <= ids.length;
      clear();
      return wasEmpty ? undefined : placesOf(kind, siteId, ids);
    }
    return ids.map((id) => known.get(id) ?? passing.get(id)).filter((place) => place !== undefined);
  }

  return {
    clear,
    join(kind, siteId, ids, head, tail) {
      const found = ids.length === 0 ? [] : placesOf(kind, siteId, ids);
      if (!found) return undefined;
      const before = Buffer.from(head);
      const after = Buffer.from(tail);
      let size = joinedRoom.before + 5 + before.length + 5 + after.length + joinedRoom.after;
      for (const place of found) size += places[place + 1] ?? 0;
      const body = room(size);
      let at = writeStored(body, joinedRoom.before, before);
      let length = before.length + after.length;
      let crc = crc32(before);
      for (let index = 0; index < found.length; index += 1) {
        const place = found[index] ?? 0;
        const start = places[place] ?? 0;
        const bytes = (places[place + 2] ?? 0) + (index > 0 ? 1 : 0);
        at += slab.copy(body, at, index > 0 ? start : start + comma.length, start + (places[place + 1] ?? 0));
        crc = joinCrc(crc, places[index > 0 ? place + 4 : place + 3] ?? 0, shiftOf(bytes));
        length += bytes;
      }
      const end = writeStored(body, at, after);
      return new JoinedBeginning({ bytes: body, start: joinedRoom.before, end, isGiven: false }, length, crc32(after, crc));
    },
  };
}

/** Writes bytes as they are as one block; gives where the next one begins. */
function writeStored(body: Buffer, at: number, bytes: Buffer): number {
  body[at] = 0;
  body.writeUInt16LE(bytes.length, at + 1);
  body.writeUInt16LE(bytes.length ^ 0xffff, at + 3);
  bytes.copy(body, at + 5);
  return at + 5 + bytes.length;
}
