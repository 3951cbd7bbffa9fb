import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodedBody } from '../../../../electron/api/request/content-coding.ts';

const HUGE_BYTES = 4 * 1024 * 1024;
/** A chunk that is there, and one that was under way. */
const MOST_AHEAD_BYTES = 256 * 1024;

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
] as const)('a small body that becomes huge is decoded as it is read: %s', async (coding, encode) => {
  const response = Readable.from([encode(Buffer.alloc(HUGE_BYTES))]);
  const body = decodedBody(Object.assign(response, { headers: { 'content-encoding': coding } }) as IncomingMessage);
  let [bytes, mostAhead] = [0, 0];
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Whoever reads has other things to do as well.
    for (let turns = 0; turns < 400; turns++) await turn();
    mostAhead = Math.max(mostAhead, chunk.length, body.readableLength);
  }
  expect(bytes).toBe(HUGE_BYTES);
  expect(mostAhead).toBeLessThan(MOST_AHEAD_BYTES);
});
