import { ORPCError } from '@orpc/client';
import { ConnectionLost } from '../link.ts';

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
export function plainError(error: unknown): PlainError {
  if (error instanceof ORPCError) {
    if (error.code === 'REFUSED') return { message: error.message, advice: adviceOf(error.data) ?? 'Try again in a moment.' };
    if (error.code === 'BAD_REQUEST') return { message: 'Askbell does not accept what was entered.', advice: 'Look through the fields and try again.' };
    return { message: 'Askbell ran into a fault of its own.', advice: 'Try again. If it stays, quit Askbell and start it again.' };
  }
  if (error instanceof ConnectionLost) return { message: 'The connection to Askbell is lost.', advice: 'It is being restored; try again in a moment.' };
  return { message: 'Askbell did not answer.', advice: 'Try again in a moment.' };
}
