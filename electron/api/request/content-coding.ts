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

/** Passes a body through a decoder that is chosen once something of it is there, as far as it is read. */
abstract class LateDecoding extends Transform {
  #decoder: Transform | undefined;

  protected get decoder(): Transform | undefined {
    return this.#decoder;
  }

  /** From now on this decodes what comes. */
  protected decodeBy(decoder: Transform): Transform {
    this.#decoder = decoder;
    return decoder
      .on('data', (chunk: Buffer) => {
        // A small body may become a huge one, of which only as much is decoded as is read.
        if (!this.push(chunk)) decoder.pause();
      })
      .on('error', (error) => this.destroy(error));
  }

  /** All of the body is there. */
  protected finish(done: TransformCallback): void {
    if (!this.#decoder) return done();
    this.#decoder.once('end', done);
    this.#decoder.end();
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
}

/** A body of this size takes no moment to decode, if it does not become far larger by it. */
const SMALL_BYTES = 64 * 1024;
const MAX_DECODED_BYTES = 2 * 1024 * 1024;

/** Decodes a small body in this thread once it is there: another thread would be woken for it, and wake this one. */
class AtOnce extends LateDecoding {
  readonly #decode: (body: Buffer, options: { maxOutputLength: number }) => Buffer;
  readonly #createDecoder: () => Transform;
  #held: Buffer[] = [];
  #bytes = 0;

  constructor(decode: (body: Buffer, options: { maxOutputLength: number }) => Buffer, createDecoder: () => Transform) {
    super();
    this.#decode = decode;
    this.#createDecoder = createDecoder;
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (this.decoder) return void this.decoder.write(chunk, encoding, done);
    this.#held.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes <= SMALL_BYTES) done();
    else this.#goOnByPieces(done);
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes === 0 || this.decoder) return this.finish(done);
    try {
      this.push(this.#decode(Buffer.concat(this.#held), { maxOutputLength: MAX_DECODED_BYTES }));
      done();
    } catch (error) {
      if (!(error instanceof RangeError)) return done(error as Error);
      this.#goOnByPieces(() => undefined);
      this.finish(done);
    }
  }

  /** Begins with what came until now. */
  #goOnByPieces(done: TransformCallback): void {
    this.decodeBy(this.#createDecoder()).write(Buffer.concat(this.#held), done);
    this.#held = [];
  }
}

/** Some servers send `deflate` with the head of zlib, as it is specified (RFC 9110, 8.4.1.2), others without one. */
class Inflate extends LateDecoding {
  override _transform(chunk: Buffer, encoding: BufferEncoding, done: TransformCallback): void {
    if (chunk.length === 0) return done();
    const decoder = this.decoder ?? this.decodeBy(inflateFor(chunk[0]!));
    decoder.write(chunk, encoding, done);
  }

  override _flush(done: TransformCallback): void {
    this.finish(done);
  }
}

const inflateFor = (first: number): Transform =>
  (first & 0x0f) === 0x08 ? zlib.createInflate(TO_THE_END) : zlib.createInflateRaw(TO_THE_END);
