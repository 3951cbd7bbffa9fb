import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import zlib from 'node:zlib';
import { BodyLimit, MAX_BODY_BYTES, TooLong } from '../response/read-text.ts';

/** Content coding that requests accept: the public service always uses it (docs/api.md, "Caching and compression"). */
export const ACCEPTED_CODING = 'gzip';

/** Returns the decompressed body of a response. One with another coding is returned unchanged. */
export function decodedBody(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase();
  const isGzip = coding === ACCEPTED_CODING || coding === 'x-gzip';
  return isGzip ? pipeline(response, new Gunzip(), () => undefined) : response;
}

/** Options that accept a truncated end, as browsers do: the text before it is intact. */
const OPTIONS = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: MAX_BODY_BYTES };

/** Decoder of a body once it is complete, in this thread: another thread would have to be woken, and wake this one. */
class Gunzip extends Transform {
  readonly #limit = new BodyLimit();
  readonly #pieces: Buffer[] = [];

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    try {
      this.#limit.count(piece);
      this.#pieces.push(piece);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#pieces.length === 0) return done();
    try {
      done(null, zlib.gunzipSync(Buffer.concat(this.#pieces), OPTIONS));
    } catch (error) {
      // A RangeError here always means the output's length.
      done(error instanceof RangeError ? new TooLong(error.message) : (error as Error));
    }
  }
}
