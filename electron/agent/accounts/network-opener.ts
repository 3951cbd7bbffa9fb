import type { Fetch } from '../../api/fetch.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Credentials, Network } from '../../api/network.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { DemoHost } from './demo-host.ts';
import { openNetwork, type Traffic } from './networks.ts';
import type { StoredSignIns } from './stored-sign-ins.ts';

export interface NetworkOpenerParts {
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Returns the counter of requests to a network and of its responses. */
  traffic: (networkId: string) => Traffic;
}

/** Opens networks with the credentials of a sign-in. */
export class NetworkOpener {
  readonly #parts: NetworkOpenerParts;
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;

  constructor(parts: NetworkOpenerParts, stored: StoredSignIns, demo: DemoHost) {
    this.#parts = parts;
    this.#stored = stored;
    this.#demo = demo;
  }

  /**
   * Returns a network with its current address: the demo network's is known once it runs.
   * @throws UserFacingError if the demo network cannot be started
   */
  async resolveAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    return chosen.kind === 'demo' ? { ...chosen, ...(await this.#demo.address(chosen)) } : chosen;
  }

  /** Returns the last address of the demo network, if it was ever chosen. */
  lastDemoAddress(): Partial<Pick<ChosenNetwork, 'apiBaseUrl' | 'authUrl'>> {
    const before = this.#stored.network('demo');
    return before ? { apiBaseUrl: before.apiBaseUrl, authUrl: before.authUrl } : {};
  }

  /** Opens a network with the token of a user. */
  open(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    return this.#open(chosen, { ...(key !== undefined && { key }), accessToken });
  }

  /**
   * Checks a key by a request without the token: beside a token in a header the key is not sent, so the network would
   * not check it.
   * @throws NetworkError if the network refuses the key or cannot be reached
   */
  async checkKey(chosen: ChosenNetwork, key: string): Promise<void> {
    // The key is sent where this network is known to read it: elsewhere a wrong key might be ignored.
    const credentialsIn = chosen.credentialsIn ?? chosen.foundCredentialsIn;
    const network = this.#open({ ...chosen, ...(credentialsIn && { credentialsIn }) }, { key });
    await network.sites({ page: 1, pagesize: 1 }).catch((error: unknown) => {
      // The network cannot distinguish a wrong key in a header from a wrong token; this was a key.
      if (!(error instanceof NetworkError) || error.kind !== 'token-rejected') throw error;
      const { said } = error;
      throw new NetworkError('bad-key', 'The network does not know the key.', { said, cause: error });
    });
  }

  #open(chosen: ChosenNetwork, credentials: Credentials): Network {
    return openNetwork(chosen, credentials, this.#parts, this.#parts.traffic(chosen.id));
  }
}
