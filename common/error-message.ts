/** Returns a one-line message: an error's message, or the thrown value as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns an error's stack for the log, or its message. */
export const errorStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
