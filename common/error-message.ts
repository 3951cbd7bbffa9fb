/** What went wrong, in one line: an error's message, or whatever else was thrown, as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What went wrong with where it did, for the log. */
export const errorStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
