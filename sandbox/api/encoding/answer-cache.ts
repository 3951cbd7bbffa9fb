import type { Beginning } from './encode.ts';

/**
 * How long answers are kept; asking the same more often brings nothing new (docs/api.md, "Caching and compression").
 */
const ANSWER_LIFETIME_SECONDS = 60;
const MAX_ANSWERS = 500;
const MAX_TEXT_CHARACTERS = 8 * 1024 * 1024;

/** What was answered within the last minute, by what was asked. Changes in that time do not show, on purpose. */
export interface AnswerCache {
  /** The kept answer, if there is one that is not too old. */
  find(key: string): Beginning | undefined;
  keep(key: string, answer: Beginning): void;
  clear(): void;
}

/** @param now the network's clock in epoch seconds */
export function createAnswerCache(now: () => number): AnswerCache {
  const answers = new Map<string, { answer: Beginning; at: number; size: number }>();
  let text = 0;
  const forget = (key: string) => {
    text -= answers.get(key)?.size ?? 0;
    answers.delete(key);
  };
  return {
    find(key) {
      const found = answers.get(key);
      if (!found) return undefined;
      const age = now() - found.at;
      if (age >= 0 && age < ANSWER_LIFETIME_SECONDS) return found.answer;
      forget(key);
      return undefined;
    },
    keep(key, answer) {
      forget(key);
      // Not every answer has its text at hand.
      const size = answer.sum?.length ?? answer.text.length;
      answers.set(key, { answer, at: now(), size });
      text += size;
      // The oldest come first in a Map.
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_ANSWERS && text <= MAX_TEXT_CHARACTERS) break;
        forget(oldest);
      }
    },
    clear() {
      answers.clear();
      text = 0;
    },
  };
}

/** A cache that keeps nothing, so that every answer is new. */
export const noAnswerCache: AnswerCache = { find: () => undefined, keep: () => undefined, clear: () => undefined };
