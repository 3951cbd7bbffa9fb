import { ORPCError } from '@orpc/client';
import type { Words } from '../../common/i18n/words.ts';
import { ConnectionLost } from '../agent/connection/reconnecting-link.ts';

export interface PlainError {
  /** What happened, a sentence. */
  message: string;
  /** What to do about it, a sentence. */
  advice: string;
}

function adviceOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('advice' in data)) return undefined;
  return typeof data.advice === 'string' ? data.advice : undefined;
}

/**
 * Takes whatever a call to the agent failed with; gives words for the person. Only a `REFUSED` error carries words
 * meant for people; anything else could hold internals and is not shown.
 */
export function plainError(error: unknown, words: Words): PlainError {
  if (error instanceof ORPCError) {
    if (error.code === 'REFUSED')
      return { message: error.message, advice: adviceOf(error.data) ?? words('failures.silentAdvice') };
    if (error.code === 'BAD_REQUEST')
      return { message: words('failures.notAccepted'), advice: words('failures.notAcceptedAdvice') };
    return { message: words('failures.fault'), advice: words('failures.faultAdvice') };
  }
  if (error instanceof ConnectionLost) return { message: words('failures.lost'), advice: words('failures.lostAdvice') };
  return { message: words('failures.silent'), advice: words('failures.silentAdvice') };
}

/** Returns what failed and what to do about it in one line, or undefined where nothing did. */
export function failureLine(error: Error | null, words: Words): string | undefined {
  if (error === null) return undefined;
  const { message, advice } = plainError(error, words);
  return `${message} ${advice}`;
}
