import type { Fetch } from '../../api/fetch.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Credentials, Network } from '../../api/network.ts';
import type { CredentialPlace } from '../../api/request/credential-place.ts';
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

/** Result of a sign-in's search for where its network reads credentials. */
interface Finding {
  place: CredentialPlace | undefined;
  /** Whether the sign-in succeeded, so that later results of its client are stored. */
  hasGoneOn: boolean;
}

/** Opens networks with the credentials of a sign-in, and stores where each reads them. */
export class NetworkOpener {
  readonly #parts: NetworkOpenerParts;
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;
  /** Results of sign-ins under way; stored only once they succeed. */
  readonly #underWay = new WeakMap<Network, Finding>();

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

  /** Opens a network with a signed-in user. Where it reads credentials is stored at once. */
  open(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    const credentials = { ...(key !== undefined && { key }), accessToken };
    return this.#open(chosen, credentials, (place) => this.#store(chosen.id, place));
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

  /**
   * Opens a network for a sign-in without its stored results, so that signing in corrects wrong ones. New results are
   * stored from `goOn` on.
   */
  openAnew(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    const finding: Finding = { place: undefined, hasGoneOn: false };
    const credentials = { ...(key !== undefined && { key }), accessToken };
    const network = this.#open({ ...chosen, foundCredentialsIn: undefined }, credentials, (place) => {
      finding.place = place;
      if (finding.hasGoneOn) this.#store(chosen.id, place);
    });
    this.#underWay.set(network, finding);
    return network;
  }

  /** Returns the network with the results of a successful sign-in, to be stored. */
  goOn(chosen: ChosenNetwork, network: Network | undefined): ChosenNetwork {
    const finding = network && this.#underWay.get(network);
    if (!finding) return { ...chosen, ...this.#storedFinding(chosen.id) };
    finding.hasGoneOn = true;
    return { ...chosen, foundCredentialsIn: finding.place ?? chosen.foundCredentialsIn };
  }

  #open(chosen: ChosenNetwork, credentials: Credentials, onFound?: (place: CredentialPlace) => void): Network {
    return openNetwork(chosen, () => credentials, this.#parts, this.#parts.traffic(chosen.id), onFound);
  }

  #storedFinding(id: string): Pick<ChosenNetwork, 'foundCredentialsIn'> {
    return { foundCredentialsIn: this.#stored.network(id)?.foundCredentialsIn };
  }

  #store(id: string, foundCredentialsIn: CredentialPlace): void {
    const stored = this.#stored.network(id);
    if (stored) this.#stored.saveNetwork({ ...stored, foundCredentialsIn });
  }
}
