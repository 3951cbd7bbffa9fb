import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import zlib from 'node:zlib';
import { BodyLimit, MAX_BODY_BYTES, TooLong } from '../response/read-text.ts';

/** The coding that requests ask for: the public service always has it (docs/api.md, "Caching and compression"). */
export const ACCEPTED_CODING = 'gzip';

/** Returns the body of a response as it was before it was compressed. One with another coding stays as it is. */
export function decodedBody(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase();
  const isGzip = coding === ACCEPTED_CODING || coding === 'x-gzip';
  return isGzip ? pipeline(response, new Gunzip(), () => undefined) : response;
}

/** A cut-off end is no fault of the text before it; browsers take it as well. */
const OPTIONS = { finishFlush: zlib.constants.Z_SYNC_FLUSH, maxOutputLength: MAX_BODY_BYTES };

/** Decodes a body once it is whole, in this thread: another one would be woken for it, and wake this one. */
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
      // The length of the output is the only one out of range.
      done(error instanceof RangeError ? new TooLong(error.message) : (error as Error));
    }
  }
}
