/** Rows by number, each with what {@link ROW_COLUMNS} names. */
export interface RowTable {
  /** A new group of rows, each with an id of its own. */
  group(): number;
  /**
   * @param id of 32 bits
   * @returns the row's place, which stays until a row is added or all is forgotten, or -1
   */
  find(group: number, id: number): number;
  /**
   * Adds a row that is not there.
   * @returns its place, whose columns are to be filled in, or -1 when the table is full
   */
  add(group: number, id: number): number;
  /** Forgets all rows and groups. */
  clear(): void;
  /** The columns of all places; a new array after a row was added. */
  readonly columns: Uint32Array;
}

/** The offset of each column from a row's place; the first two are the table's own. */
export const ROW_COLUMNS = { start: 2, size: 3, length: 4, crc: 5, crcAfterComma: 6 } as const;

const PLACE_WIDTH = 8;

/** A table begins with 2^10 places, and has twice as many each time half of them are taken. */
const FIRST_BITS = 10;

/**
 * A hash table with all that is known of a row in one line of the processor's cache: a list's rows are spread over all
 * of the table, and each look into memory counts.
 * @param maxBits of the number of places at most; half as many rows have room
 */
export function createRowTable(maxBits: number): RowTable {
  let bits = Math.min(FIRST_BITS, maxBits);
  let columns = new Uint32Array(2 ** bits * PLACE_WIDTH);
  /** Groups are never reused, so forgetting them is enough; rows of groups below this one are free. */
  let oldest = 1;
  let groups = 0;
  let rows = 0;
  /** The first place of a row in a group, or the free one where it would be. */
  const look = (group: number, id: number): number => {
    let place = (Math.imul(id ^ Math.imul(group, 0x85ebca6b), 0x9e3779b1) >>> (32 - bits)) * PLACE_WIDTH;
    for (;;) {
      const found = columns[place] ?? 0;
      if (found < oldest || (found === group && columns[place + 1] === id >>> 0)) return place;
      place = (place + PLACE_WIDTH) & (columns.length - 1);
    }
  };
  const grow = () => {
    const before = columns;
    bits += 1;
    columns = new Uint32Array(2 ** bits * PLACE_WIDTH);
    for (let place = 0; place < before.length; place += PLACE_WIDTH) {
      const group = before[place] ?? 0;
      if (group >= oldest)
        columns.set(before.subarray(place, place + PLACE_WIDTH), look(group, before[place + 1] ?? 0));
    }
  };
  return {
    get columns() {
      return columns;
    },
    find(group, id) {
      const place = look(group, id);
      return (columns[place] ?? 0) < oldest ? -1 : place;
    },
    add(group, id) {
      if (rows >= 2 ** bits / 2) {
        if (bits === maxBits) return -1;
        grow();
      }
      rows += 1;
      const place = look(group, id);
      columns[place] = group;
      columns[place + 1] = id;
      return place;
    },
    group: () => (groups += 1),
    clear() {
      oldest = groups + 1;
      rows = 0;
    },
  };
}
