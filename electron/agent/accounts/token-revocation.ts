import { NetworkError } from '../../api/errors.ts';
import type { Network } from '../../api/network.ts';
import type { Log } from '../../log.ts';
import type { Words } from '../../../common/i18n/words.ts';

/** What became of a token on signing out. `note`: why it is still valid at the network, and what the person can do. */
export interface Revocation {
  ended: boolean;
  note?: string | undefined;
}

/**
 * Ends a token at its network, so that whoever copied it has nothing. Never rejects: the sign-in is forgotten here in
 * any case.
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
