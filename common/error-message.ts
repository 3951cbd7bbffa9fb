/** Returns a one-line message: an error's message, or the thrown value as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns an error's stack for the log, or its message, with those of its cause. */
export function errorStack(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = error.message, cause } = error;
  return cause === undefined ? stack : `${stack}\nCaused by: ${errorStack(cause)}`;
}
