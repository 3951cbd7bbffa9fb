import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodeBody } from '../../../../sandbox/api/encoding/encode.ts';
import { JoinedBodies } from '../../../../sandbox/api/encoding/joined-bodies.ts';
import { RowSlab } from '../../../../sandbox/api/encoding/row-slab.ts';
import { createRandom } from '../../../../sandbox/world/random.ts';

test('rows are joined as they were put, however often the slab had to grow meanwhile', () => {
  const random = createRandom(1);
  // Such texts hardly get shorter, so that a megabyte of them needs a slab four times as large as the first.
  const texts = Array.from({ length: 1000 }, () =>
    JSON.stringify(Array.from({ length: 200 }, () => random.integer(0, 999_999))),
  );
  const slab = new RowSlab();
  const atFirst = slab.bytes.length;
  const bodies = new JoinedBodies(slab);
  const group = slab.table.group();
  for (const [id, text] of texts.entries()) expect(slab.put(group, id, text)).toBe(true);
  expect(slab.bytes.length).toBeGreaterThan(2 * atFirst);
  const places = texts.map((_, id) => slab.table.find(group, id));
  const body = encodeBody(bodies.join(places, '[', ']'), '', 'gzip');
  expect(gunzipSync(body as Buffer).toString()).toBe(`[${texts.join()}]`);
});
