import type { FetchAnswer } from '../fetch.ts';

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
