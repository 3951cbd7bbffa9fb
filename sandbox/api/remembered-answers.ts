import type { Answer } from './answer.ts';
import type { AnswerCache } from './encoding/answer-cache.ts';
import type { RequestRecord } from './gate/request-log.ts';
import type { Answering } from './respond.ts';

/** A request without a token that was answered well before. */
interface KnownRequest {
  /** The answer without its text, which only the cache keeps. */
  readonly answer: Omit<Answer, 'beginning'>;
  readonly clientId: string | undefined;
  /** What the log says of it. */
  readonly record: RequestRecord;
}

/** How to answer a request again, and what the log says of it. */
export interface RememberedAnswer extends Answering {
  readonly record: RequestRecord;
}

const MAX_URLS = 1000;

/**
 * Answers a request that came in the very same words within the last minute, without reading it again. Everything that
 * counts still counts, since these answers pass the gate like any other.
 */
export class RememberedAnswers {
  readonly #cache: AnswerCache;
  readonly #known = new Map<string, KnownRequest>();

  constructor(cache: AnswerCache) {
    this.#cache = cache;
  }

  remember(url: string, request: KnownRequest): void {
    if (this.#known.size >= MAX_URLS) this.#known.clear();
    this.#known.set(url, request);
  }

  find(url: string): RememberedAnswer | undefined {
    const known = this.#known.get(url);
    if (known?.answer.key === undefined) return undefined;
    const beginning = this.#cache.find(known.answer.key);
    if (!beginning) {
      this.#known.delete(url);
      return undefined;
    }
    const { clientId, record } = known;
    const told = { answer: { ...known.answer, beginning } };
    return {
      record,
      identify: (ip) => ({ caller: clientId === undefined ? { ip } : { ip, clientId } }),
      answer: () => told,
    };
  }
}
