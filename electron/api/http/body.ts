import type { IncomingMessage } from 'node:http';
import { pipeline, Transform, type Readable, type TransformCallback } from 'node:stream';
import zlib from 'node:zlib';
import type { FetchAnswer } from '../network.ts';

/** Error for a body that is longer than any answer, or comes in more pieces. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Maximum length of an answer's body, in bytes after decoding: a hundred posts of 30,000 characters. */
export const MAX_BODY_BYTES = 3 * 1024 * 1024;
/** Maximum number of pieces: each costs time, however short; servers and systems send a kilobyte or more at once. */
const MAX_PIECES = 1800;

/** Limit on a body that is being received. */
export class BodyLimit {
  readonly #maxBytes: number;
  #bytes = 0;
  #pieces = 0;

  constructor(maxBytes = MAX_BODY_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Counts a piece.
   * @throws TooLong if the body exceeds the limit
   */
  count({ byteLength }: Uint8Array): void {
    this.#bytes += byteLength;
    this.#pieces += 1;
    if (this.#bytes > this.#maxBytes) throw new TooLong(`The answer is longer than ${this.#maxBytes} bytes.`);
    if (this.#pieces > MAX_PIECES) throw new TooLong(`The answer comes in more than ${MAX_PIECES} pieces.`);
  }
}

/** Reads a body as text. Rejects with `TooLong` beyond the limit, and with errors of the stream. */
export async function readText(response: Pick<FetchAnswer, 'body'>, maxBytes?: number): Promise<string> {
  const decoder = new TextDecoder();
  const limit = new BodyLimit(maxBytes);
  let text = '';
  const reader = response.body?.getReader();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      if (done) break;
      limit.count(value);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    reader?.cancel().catch(() => undefined);
    throw error;
  }
  return text + decoder.decode();
}

/** Content coding that requests accept: the public service always uses it (docs/api.md, "Caching and compression"). */
export const ACCEPTED_CODING = 'gzip';

const codingOf = (response: IncomingMessage): string =>
  response.headers['content-encoding']?.trim().toLowerCase() ?? '';

const isGzip = (response: IncomingMessage): boolean => [ACCEPTED_CODING, 'x-gzip'].includes(codingOf(response));

/** Whether the body of a response can be read: compressed as asked for, or plain. */
export const isCodingRead = (response: IncomingMessage): boolean =>
  isGzip(response) || ['', 'identity'].includes(codingOf(response));

/** Returns the decompressed body of a response. */
export const decodedBody = (response: IncomingMessage): Readable =>
  isGzip(response) ? pipeline(response, new Gunzip(), () => undefined) : response;

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

/** Maximum depth of an answer: a question with its owner and their badges is five deep. */
const MAX_DEPTH = 50;
/**
 * Maximum number of names, values, brackets, escapes and entities: a thousand sites have 50,000, a hundred posts fewer.
 */
const MAX_TOKENS = 60_000;
/** Number of tokens that an HTML entity counts as, since decoding it takes longer than reading a value. */
const ENTITY_TOKENS = 4;
/** Number of names after which at most `MAX_OTHER_NAMES` may be new: each that no other object has takes 5 µs. */
const MANY_NAMES = 4000;
const MAX_OTHER_NAMES = 500;

/**
 * Pattern of a whole string with the mark after it, another mark, or the start of a string with escapes or entities.
 */
const OUTSIDE_STRING = /"[^"\\&]*"\s*[:,\]}]|["[\]{},]/g;
/** Pattern of an escape, an entity, or the end of the string, with the colon after it if it is a name. */
const INSIDE_STRING = /"\s*:?|[\\&]/g;

/**
 * Parses JSON within the depth and size of an answer; returns undefined for any other text. A text of 6 MB may contain
 * three million nested lists, which take a second and 300 MB.
 */
export function parseJson(text: string): unknown {
  if (!new JsonScan(text).isBounded()) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Scan of a text in one pass. The patterns find each token natively. */
class JsonScan {
  readonly #text: string;
  readonly #otherNames = new Set<string>();
  #at = 0;
  #tokens = 0;
  #depth = 0;
  #names = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether depth, tokens and names are within their limits. */
  isBounded(): boolean {
    while (this.#tokens <= MAX_TOKENS && this.#depth <= MAX_DEPTH && this.#otherNames.size <= MAX_OTHER_NAMES) {
      const mark = this.#next(OUTSIDE_STRING);
      if (mark === undefined) return true;
      if (mark === '[' || mark === '{') this.#depth++;
      else if (mark === ']' || mark === '}') this.#depth--;
      else if (mark === ':') this.#countName(this.#text.lastIndexOf('"', this.#text.lastIndexOf('"', this.#at) - 1));
      else if (mark === '"') this.#skipString();
    }
    return false;
  }

  /** Skips the rest of a string with escapes or entities. */
  #skipString(): void {
    const start = this.#at;
    while (this.#tokens <= MAX_TOKENS) {
      const mark = this.#next(INSIDE_STRING);
      if (mark === '\\') this.#at++;
      else if (mark === '&') this.#tokens += ENTITY_TOKENS;
      else {
        if (mark === ':') this.#countName(start);
        return;
      }
    }
  }

  /** Finds the next token; returns its last character. */
  #next(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    this.#at = pattern.lastIndex;
    this.#tokens++;
    return this.#text[this.#at - 1];
  }

  /** Counts a name that begins at `start` and has just been passed. */
  #countName(start: number): void {
    if (++this.#names > MANY_NAMES) this.#otherNames.add(this.#text.slice(start, this.#at));
  }
}
