import type { FetchAnswer } from '../fetch.ts';

/** An answer is longer than anything that was asked for. */
export class TooLong extends Error {
  override readonly name = 'TooLong';
}

/** Reads a body as text, up to `maxBytes`; rejects with `TooLong` beyond, and with what the stream throws. */
export async function readText(response: Pick<FetchAnswer, 'body'>, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => {});
      throw new TooLong(`The answer is longer than ${maxBytes} bytes.`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
