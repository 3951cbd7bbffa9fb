import { fc, it } from '@fast-check/vitest';
import { expect } from 'vitest';
import { encodeWave, readWave, softened } from '../../common/wave.ts';

const samples = fc.float32Array({ min: -1, max: 1, noNaN: true, minLength: 1, maxLength: 50 });
const anyWave = fc
  .tuple(samples, fc.boolean(), fc.constantFrom(8000, 44_100, 48_000))
  .map(([one, stereo, rate]) => ({ file: encodeWave(stereo ? [one, one] : [one], rate), one, stereo, rate }));

it.prop([anyWave, fc.uint8Array({ maxLength: 9 })])(
  'a WAV file is read as it was written, also with other chunks in it',
  ({ file, one, stereo, rate }, note) => {
    const told = { channels: stereo ? 2 : 1, rate, seconds: one.length / rate };
    expect(readWave(file)).toMatchObject(told);
    const padded = note.length + (note.length % 2);
    const chunk = new Uint8Array(8 + padded);
    chunk.set(new TextEncoder().encode('LIST'));
    new DataView(chunk.buffer).setUint32(4, note.length, true);
    chunk.set(note, 8);
    const withChunk = new Uint8Array([...file.subarray(0, 36), ...chunk, ...file.subarray(36)]);
    expect(readWave(withChunk)).toMatchObject(told);
  },
);

it('a WAV file is told from anything else, whatever it is', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(readWave(bytes)).toBeUndefined();
    }),
  );
  fc.assert(
    fc.property(anyWave, fc.nat(43), fc.integer({ min: 0, max: 255 }), ({ file }, at, byte) => {
      const damaged = file.slice();
      damaged[at] = byte;
      const wave = readWave(damaged);
      // Read or not, it never leads beyond the file.
      if (wave) expect(wave.from < wave.to && wave.to <= damaged.length && wave.seconds > 0).toBe(true);
    }),
  );
  // Compressed, or of 8 bits: not every player takes these.
  const other = encodeWave([Float32Array.from([0.1])], 44_100);
  other[20] = 85;
  expect(readWave(other)).toBeUndefined();
});

it.prop([anyWave, fc.double({ min: 0, max: 1, noNaN: true })])(
  'a WAV file gets softer by a share of its height, and stays what it is otherwise',
  ({ file }, share) => {
    const before = new Int16Array(file.buffer.slice(44));
    const after = new Int16Array(softened(file, share).slice().buffer.slice(44));
    expect([...after]).toEqual([...before].map((sample) => Math.round(sample * share) + 0));
  },
);
