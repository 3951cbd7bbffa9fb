import { crc32 } from 'node:zlib';

/** A filter by its fields: `question.title`, `.items` of the wrapper. */
export interface FilterFields {
  readonly fields: ReadonlySet<string>;
  readonly unsafe: boolean;
}

/** Makes ids of filters and reads them again. */
export interface FilterIds {
  /** The same fields give the same id, always. @returns e.g. `!AwEFq4c` */
  encode(filter: FilterFields): string;
  /** @returns undefined for an id that was not made here */
  decode(id: string): FilterFields | undefined;
}

/** Numbers below 128 take a byte; of larger ones every byte but the last has its highest bit set. */
function writeNumber(bytes: number[], number: number): void {
  for (let rest = number; ; rest >>= 7) {
    if (rest < 128) return void bytes.push(rest);
    bytes.push((rest & 127) | 128);
  }
}

function* readNumbers(bytes: Iterable<number>): Generator<number> {
  let number = 0;
  let shift = 0;
  for (const byte of bytes) {
    number |= (byte & 127) << shift;
    shift = byte < 128 ? 0 : shift + 7;
    if (byte >= 128) continue;
    yield number;
    number = 0;
  }
}

const UNSAFE_BIT = 1;
const FROM_DEFAULT_BIT = 2;
const CHECKSUM_BYTES = 3;

/**
 * An id holds its filter itself: one byte of marks, then the places, in the list of all fields, where the filter
 * differs from the default one or from nothing, whichever is shorter, then a checksum. So filters never expire, are the
 * same on every sandbox, and need no table; and an id of another service is told apart by the checksum.
 * @param all every field there is
 * @param inDefault the fields of the default filter
 */
export function createFilterIds(all: readonly string[], inDefault: ReadonlySet<string>): FilterIds {
  const vocabulary = crc32(all.join());
  const checksum = (bytes: number[]) => {
    const sum = crc32(Uint8Array.from(bytes), vocabulary);
    return [sum & 255, (sum >> 8) & 255, (sum >> 16) & 255];
  };
  const differences = (fields: ReadonlySet<string>, base: ReadonlySet<string>) => {
    const bytes: number[] = [];
    let last = -1;
    all.forEach((field, place) => {
      if (fields.has(field) === base.has(field)) return;
      writeNumber(bytes, place - last);
      last = place;
    });
    return bytes;
  };
  const encode = ({ fields, unsafe }: FilterFields): string => {
    const [fromNone, fromDefault] = [differences(fields, new Set()), differences(fields, inDefault)];
    const isFromDefault = fromDefault.length <= fromNone.length;
    const bytes = [
      (unsafe ? UNSAFE_BIT : 0) | (isFromDefault ? FROM_DEFAULT_BIT : 0),
      ...(isFromDefault ? fromDefault : fromNone),
    ];
    return `!${Buffer.from([...bytes, ...checksum(bytes)]).toString('base64url')}`;
  };
  return {
    encode,
    decode(id) {
      if (!/^![\w-]{5,}$/.test(id)) return undefined;
      const bytes = [...Buffer.from(id.slice(1), 'base64url')];
      const sum = bytes.splice(-CHECKSUM_BYTES);
      if (checksum(bytes).join() !== sum.join()) return undefined;
      const [marks = 0, ...places] = bytes;
      const fields = new Set(marks & FROM_DEFAULT_BIT ? inDefault : []);
      let place = -1;
      for (const step of readNumbers(places)) {
        place += step;
        const field = all[place];
        if (field === undefined) return undefined;
        if (!fields.delete(field)) fields.add(field);
      }
      const filter = { fields, unsafe: (marks & UNSAFE_BIT) !== 0 };
      // One filter has one id: another spelling of the same was not made here.
      return encode(filter) === id ? filter : undefined;
    },
  };
}
