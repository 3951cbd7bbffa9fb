/** An action that cannot be done: something it names does not exist, or the network's rules forbid it. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
}
