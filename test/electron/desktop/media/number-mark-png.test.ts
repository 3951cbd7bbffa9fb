import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../../../../electron/desktop/media/number-mark.ts';

const BYTES_PER_PIXEL = 4;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** What a filter foretells of a byte (PNG, "Filter types"). */
function foretold(filter: number, left: number, above: number, corner: number): number {
  if (filter === 3) return (left + above) >> 1;
  if (filter !== 4) return [0, left, above][filter] ?? 0;
  const distance = (value: number) => Math.abs(left + above - corner - value);
  const nearest = Math.min(distance(left), distance(above), distance(corner));
  return [left, above, corner].find((value) => distance(value) === nearest) ?? 0;
}

/** A PNG of these pixels, whose rows are filtered in these ways; its data in chunks of a few bytes. */
function encode(rgba: Buffer, width: number, filters: number[], colourType = 6): Buffer {
  const rowBytes = width * BYTES_PER_PIXEL;
  const byte = (row: number, column: number) => (row < 0 || column < 0 ? 0 : rgba[row * rowBytes + column]!);
  const rows = filters.map((filter, row) =>
    Buffer.from([
      filter,
      ...Array.from({ length: rowBytes }, (_, column) => {
        const before = column - BYTES_PER_PIXEL;
        return (
          (byte(row, column) - foretold(filter, byte(row, before), byte(row - 1, column), byte(row - 1, before))) & 255
        );
      }),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(filters.length, 4);
  header.set([8, colourType, 0, 0, 0], 8);
  const data = deflateSync(Buffer.concat(rows));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0none')),
    chunk('IDAT', data.subarray(0, 5)),
    chunk('IDAT', data.subarray(5)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('reading an icon', () => {
  it('gives the pixels back, whatever filter each row has', () => {
    const picture = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }))
      .chain(([width, filters]) => {
        const length = width * filters.length * BYTES_PER_PIXEL;
        return fc.record({
          width: fc.constant(width),
          filters: fc.constant(filters),
          bytes: fc.uint8Array({ minLength: length, maxLength: length }),
        });
      });
    fc.assert(
      fc.property(picture, ({ width, filters, bytes }) => {
        const pixels = decodePng(encode(Buffer.from(bytes), width, filters));
        expect(pixels).toEqual({ width, height: filters.length, rgba: Buffer.from(bytes) });
      }),
    );
  });

  it('refuses a picture without alpha', () => {
    expect(() => decodePng(encode(Buffer.alloc(4), 1, [0], 2))).toThrow('not one of Askbell’s icons');
  });
});
