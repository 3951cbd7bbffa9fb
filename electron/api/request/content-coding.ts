import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, Transform, type TransformCallback } from 'node:stream';
import zlib from 'node:zlib';

/** What is asked for; all of it can be read. */
export const ACCEPTED_CODINGS = 'gzip, deflate, br';

/** The body of an answer as it was before it was encoded. One with an unknown coding stays as it is. */
export const decodedBody = (response: IncomingMessage): Readable =>
  codings(response)
    .map(decoderOf)
    .reduce<Readable>((from, to) => pipeline(from, to, () => undefined), response);

/** How the body was encoded, the last coding first. */
function codings({ headers }: IncomingMessage): string[] {
  const named = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  const codes = named.map((code) => code.trim()).filter((code) => code !== '' && code !== 'identity');
  return codes.every((code) => ['gzip', 'x-gzip', 'deflate', 'br'].includes(code)) ? codes.toReversed() : [];
}

/** An end that is cut off is no fault of the text before it; browsers take it as well. */
const TO_THE_END = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH };
const TO_THE_END_OF_BROTLI = {
  flush: zlib.constants.BROTLI_OPERATION_FLUSH,
  finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
};

function decoderOf(coding: string): Transform {
  if (coding === 'deflate') return new Inflate();
  return coding === 'br'
    ? new AtOnce(
        (body, options) => zlib.brotliDecompressSync(body, { ...TO_THE_END_OF_BROTLI, ...options }),
        () => zlib.createBrotliDecompress(TO_THE_END_OF_BROTLI),
      )
    : new AtOnce(
        (body, options) => zlib.gunzipSync(body, { ...TO_THE_END, ...options }),
        () => zlib.createGunzip(TO_THE_END),
      );
}

/** A body of this size takes no moment to decode, if it does not become far larger by it. */
const SMALL_BYTES = 64 * 1024;
const MAX_DECODED_BYTES = 2 * 1024 * 1024;

/** Decodes a small body in this thread once it is there: another thread would be woken for it, and wake this one. */
class AtOnce extends Transform {
  readonly #decode: (body: Buffer, options: { maxOutputLength: number }) => Buffer;
  readonly #createDecoder: () => Transform;
  #held: Buffer[] = [];
  #bytes = 0;
  /** For a body that is not small. */
  #decoder: Transform | undefined;

  constructor(decode: (body: Buffer, options: { maxOutputLength: number }) => Buffer, createDecoder: () => Transform) {
    super();
    this.#decode = decode;
    this.#createDecoder = createDecoder;
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#decoder) return void this.#decoder.write(chunk, encoding, done);
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= SMALL_BYTES) done();
    else this.#begin(done);
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes === 0) return done();
    if (this.#decoder) return this.#end(this.#decoder, done);
    try {
      this.push(this.#decode(Buffer.concat(this.#held), { maxOutputLength: MAX_DECODED_BYTES }));
      done();
    } catch (error) {
      if (!(error instanceof RangeError)) return done(error as Error);
      this.#end(
        this.#begin(() => undefined),
        done,
      );
    }
  }

  override _read(size: number): void {
    this.#decoder?.resume();
    // The stream's own name for it.
    // oxlint-disable-next-line no-underscore-dangle
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#decoder?.destroy();
    done(error);
  }

  /** Goes on piece by piece, beginning with what came until now. */
  #begin(done: TransformCallback): Transform {
    const decoder = this.#createDecoder();
    this.#decoder = decoder;
    decoder
      .on('data', (chunk: Buffer) => {
        // A small body may become a huge one, of which only as much is decoded as is read.
        if (!this.push(chunk)) decoder.pause();
      })
      .on('error', (error) => this.destroy(error));
    decoder.write(Buffer.concat(this.#held), done);
    this.#held = [];
    return decoder;
  }

  #end(decoder: Transform, done: TransformCallback): void {
    decoder.once('end', done);
    decoder.end();
  }
}

/** Some servers send `deflate` with the head of zlib, as it is specified (RFC 9110, 8.4.1.2), others without one. */
class Inflate extends Transform {
  #inflate: zlib.Inflate | zlib.InflateRaw | undefined;

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (chunk.length === 0) return done();
    this.#inflate ??= this.#begin(chunk[0]);
    this.#inflate.write(chunk, encoding, done);
  }

  override _flush(done: TransformCallback): void {
    if (!this.#inflate) return done();
    this.#inflate.once('end', done);
    this.#inflate.end();
  }

  override _read(size: number): void {
    this.#inflate?.resume();
    // The stream's own name for it.
    // oxlint-disable-next-line no-underscore-dangle
    super._read(size);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#inflate?.destroy();
    done(error);
  }

  #begin(first: number | undefined): zlib.Inflate | zlib.InflateRaw {
    const inflate = ((first ?? 0) & 0x0f) === 0x08 ? zlib.createInflate(TO_THE_END) : zlib.createInflateRaw(TO_THE_END);
    return inflate
      .on('data', (chunk: Buffer) => {
        if (!this.push(chunk)) inflate.pause();
      })
      .on('error', (error) => this.destroy(error));
  }
}
