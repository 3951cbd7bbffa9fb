/** A deed that cannot be done: something it names does not exist, or the network's rules forbid it. */
export class DeedError extends Error {
  override readonly name = 'DeedError';
}
