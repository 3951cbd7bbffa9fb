import { createHash } from 'node:crypto';
import type { Credentials } from '../network.ts';

/**
 * Returns the same text for semantically identical requests: the order of parameters does not matter, nor the order
 * within a vector (`a;b`), as documented in https://api.stackexchange.com/docs/vectors.
 * The credentials count too, so that an answer for one person is never returned to the next, and a corrected key or a
 * new sign-in is tried at once; the text is a one-way hash, so that no token or key can be read from it.
 */
export function requestIdentity(
  address: string,
  path: string,
  params: Readonly<Record<string, string>>,
  caller: Credentials,
): string {
  const sorted = Object.entries(params)
    .map(([name, value]) => [name, unordered(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const whole = JSON.stringify([
    address,
    path.split('/').map(unordered),
    sorted,
    caller.key ?? null,
    caller.accessToken ?? null,
  ]);
  return createHash('sha256').update(whole).digest('base64url');
}

function unordered(vector: string): string {
  return vector.split(';').toSorted().join(';');
}
