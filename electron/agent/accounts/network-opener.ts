import type { Fetch } from '../../api/fetch.ts';
import { NetworkError } from '../../api/errors.ts';
import type { Credentials, Network } from '../../api/network.ts';
import type { CredentialPlace } from '../../api/request/credential-place.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { DemoHost } from './demo-host.ts';
import { openNetwork, type Traffic } from './networks.ts';
import type { StoredSignIns } from './stored-sign-ins.ts';

export interface NetworkOpenerParts {
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Who counts what is sent to a network and what it answers. */
  traffic: (networkId: string) => Traffic;
}

/** What a sign-in has found out of where its network reads who asks. */
interface Finding {
  place: CredentialPlace | undefined;
  /** The sign-in worked, so what its client finds from now on is stored. */
  hasGoneOn: boolean;
}

/** Opens networks with what a sign-in gave, and remembers what is found out of each on the way. */
export class NetworkOpener {
  readonly #parts: NetworkOpenerParts;
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;
  /** What sign-ins under way have found out; stored at their end only, as they may come to nothing. */
  readonly #underWay = new WeakMap<Network, Finding>();

  constructor(parts: NetworkOpenerParts, stored: StoredSignIns, demo: DemoHost) {
    this.#parts = parts;
    this.#stored = stored;
    this.#demo = demo;
  }

  /** The demo network's address is known once it runs; the others keep theirs. @throws UserFacingError */
  async resolveAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    return chosen.kind === 'demo' ? { ...chosen, ...(await this.#demo.address(chosen)) } : chosen;
  }

  /** Where the demo network was last, if it was ever chosen. */
  lastDemoAddress(): Partial<Pick<ChosenNetwork, 'apiBaseUrl' | 'authUrl'>> {
    const before = this.#stored.network('demo');
    return before ? { apiBaseUrl: before.apiBaseUrl, authUrl: before.authUrl } : {};
  }

  /** Opens a network that somebody is signed in to: what is found out is stored at once. */
  open(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    const credentials = { ...(key !== undefined && { key }), accessToken };
    return this.#open(chosen, credentials, (place) => this.#store(chosen.id, place));
  }

  /**
   * Asks a network with the key alone: beside a token in the header it is never sent, so the network would not look at
   * it. Rejects with a `NetworkError` where the network refuses the key or cannot be asked.
   */
  async checkKey(chosen: ChosenNetwork, key: string): Promise<void> {
    // The key is put where this network is known to look: elsewhere a wrong key might go unnoticed.
    const credentialsIn = chosen.credentialsIn ?? chosen.foundCredentialsIn;
    const network = this.#open({ ...chosen, ...(credentialsIn && { credentialsIn }) }, { key });
    await network.sites({ page: 1, pagesize: 1 }).catch((error: unknown) => {
      // In a header the network cannot tell a wrong key from a wrong token; here it was a key.
      if (!(error instanceof NetworkError) || error.kind !== 'token-rejected') throw error;
      const { said } = error;
      throw new NetworkError('bad-key', 'The network does not know the key.', { said, cause: error });
    });
  }

  /**
   * Opens a network for a sign-in, finding out everything anew, so that a sign-in mends what was found out wrong.
   * Nothing is stored before `goOn`.
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

  /** A sign-in worked: gives the chosen network with what was found out of it, to be stored. */
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
