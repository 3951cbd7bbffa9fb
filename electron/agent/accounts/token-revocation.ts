import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import type { Log } from '../../base/log.ts';
import type { Words } from '../../../common/i18n/words.ts';

/**
 * Result of revoking a token on signing out. `note`: why it is still valid at the network, and what the user can do.
 */
export interface Revocation {
  ended: boolean;
  note?: string | undefined;
}

/**
 * Revokes a token at its network, so that copies of it are useless. Never rejects: the sign-in is removed here in any
 * case.
 */
export async function revokeToken(
  network: Network | undefined,
  networkName: string,
  log: Log,
  words: Words,
): Promise<Revocation> {
  const named = { network: networkName };
  const not = (why: string): Revocation => ({ ended: false, note: `${why} ${words('signOut.revokeYourself')}` });
  if (!network?.invalidate) return not(words('signOut.noToken', named));
  try {
    await network.invalidate();
    return { ended: true };
  } catch (error) {
    log.warn(`The network could not end the token: ${String(error)}`);
    const lacks = error instanceof NetworkError && error.kind === 'not-found';
    return not(words(lacks ? 'signOut.cannotRevoke' : 'signOut.revokeFailed', named));
  }
}
