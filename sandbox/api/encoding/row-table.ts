/** Rows by number, each with what {@link ROW_COLUMNS} names. */
export interface RowTable {
  /** A new group of rows, each with an id of its own. */
  group(): number;
  /**
   * @param id of 32 bits
   * @returns the row's place, which stays until all is forgotten, or -1
   */
  find(group: number, id: number): number;
  /**
   * Adds a row that is not there.
   * @returns its place, whose columns are to be filled in, or -1 when the table is full
   */
  add(group: number, id: number): number;
  /** Forgets all rows and groups. */
  clear(): void;
  /** The columns of all places. */
  readonly columns: Uint32Array;
}

/** What stands where, counted from a row's place; the first two are the table's own. */
export const ROW_COLUMNS = { start: 2, size: 3, length: 4, crc: 5, crcAfterComma: 6 } as const;

const PLACE_WIDTH = 8;

/**
 * A hash table with all that is known of a row in one line of the processor's cache: a list's rows are spread over all
 * of the table, and each look into memory counts.
 * @param bits of the number of places; half as many rows have room
 */
export function createRowTable(bits: number): RowTable {
  const places = 2 ** bits;
  const columns = new Uint32Array(places * PLACE_WIDTH);
  /** Groups are never used again, so that to forget them is enough; what is below this one is free. */
  let oldest = 1;
  let groups = 0;
  let rows = 0;
  /** The first place of a row in a group, or the free one where it would be. */
  const look = (group: number, id: number): number => {
    let place = (Math.imul(id ^ Math.imul(group, 0x85ebca6b), 0x9e3779b1) >>> (32 - bits)) * PLACE_WIDTH;
    for (;;) {
      const found = columns[place] ?? 0;
      if (found < oldest || (found === group && columns[place + 1] === id >>> 0)) return place;
      place = (place + PLACE_WIDTH) & (places * PLACE_WIDTH - 1);
    }
  };
  return {
    columns,
    find(group, id) {
      const place = look(group, id);
      return (columns[place] ?? 0) < oldest ? -1 : place;
    },
    add(group, id) {
      if (rows >= places / 2) return -1;
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
