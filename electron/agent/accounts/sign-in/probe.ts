import type { Fetch } from '../../../api/fetch.ts';
import { dialogAddress, redirectOf, type DialogNetwork } from './dialog.ts';
import { isRefusedAt } from './page-status.ts';
import type { SignInWay } from './ways.ts';

/** Stands in for a port, and for what proves a sign-in: nothing comes of a page that nobody sees. */
const SAMPLE = {
  state: 'askbell-asks-what-is-possible',
  verifier: 'askbell-asks-which-ways-to-sign-in-are-possible',
  endsInSlash: true,
};
const SAMPLE_LOOPBACK = 'http://localhost:49152/signed-in';

/**
 * Finds out which of the ways a network's dialog refuses, by looking at its page without being signed in anywhere, and
 * stops at the first that it does not refuse. For networks that nothing is known of; the last way is not asked about.
 * Rejects with a `NetworkError` where the network cannot be reached.
 */
export async function findRefusedWays(
  network: DialogNetwork,
  ways: readonly SignInWay[],
  fetch: Fetch,
): Promise<Set<SignInWay>> {
  const refused = new Set<SignInWay>();
  for (const way of ways.slice(0, -1)) {
    const redirectUri = way === 'loopback' ? SAMPLE_LOOPBACK : redirectOf(network, way);
    if (!(await isRefusedAt(dialogAddress(network, way, { ...SAMPLE, redirectUri }), fetch))) break;
    refused.add(way);
  }
  return refused;
}
