import type { Fetch } from '../../../api/fetch.ts';
import { dialogAddress, redirectOf, type DialogNetwork } from './dialog.ts';
import { isRefusedAt } from './page-status.ts';
import type { SignInWay } from './ways.ts';

/** Placeholders for the secrets of a sign-in: a page that is only probed grants nothing. */
const SAMPLE = {
  state: 'askbell-asks-what-is-possible',
  verifier: 'askbell-asks-which-ways-to-sign-in-are-possible',
  endsInSlash: true,
};
const SAMPLE_LOOPBACK = 'http://localhost:49152/signed-in';

/**
 * Returns the ways that a network's dialog refuses, by loading its page without cookies, up to the first that it
 * accepts. For unknown networks; the last way is not probed.
 * @throws NetworkError if the network cannot be reached
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
