import fc from 'fast-check';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { crcShift, joinCrc } from '../../../../sandbox/api/encoding/crc.ts';

test('the checksum of two texts in a row follows from that of each', () => {
  const bytes = fc.uint8Array({ maxLength: 3000 });
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      expect(joinCrc(crc32(first), crc32(second), crcShift(second.length))).toBe(crc32(Buffer.concat([first, second])));
    }),
  );
});
