/** Error whose message is all that a person needs: commands print it without a trace (check.mjs). */
export class PlainError extends Error {
  override readonly name = 'PlainError';
}
