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
  fetch: typeof globalThis.fetch;
  clock: Clock;
  random: () => number;
  log: Log;
  /** Who counts what is sent to a network and what it answers. */
  traffic: (networkId: string) => Traffic;
}

/** Opens networks with what a sign-in gave, and remembers what is found out of each on the way. */
export class NetworkOpener {
  readonly #parts: NetworkOpenerParts;
  readonly #stored: StoredSignIns;
  readonly #demo: DemoHost;
  /** What was found out of where networks read credentials, before it could be stored. */
  readonly #foundCredentialsIn = new Map<string, CredentialPlace>();

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

  open(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    return this.#openWith(chosen, { ...(key !== undefined && { key }), accessToken });
  }

  /**
   * Asks a network with the key alone: beside a token in the header it is never sent, so the network would not look at
   * it. Rejects with a `NetworkError` where the network refuses the key or cannot be asked.
   */
  async checkKey(chosen: ChosenNetwork, key: string): Promise<void> {
    // The other place might be one that the network does not look at either.
    const credentialsIn = chosen.credentialsIn ?? chosen.foundCredentialsIn;
    const network = this.#openWith({ ...chosen, ...(credentialsIn && { credentialsIn }) }, { key });
    await network.sites({ page: 1, pagesize: 1 }).catch((error: unknown) => {
      // In a header the network cannot tell a wrong key from a wrong token; here it was a key.
      if (!(error instanceof NetworkError) || error.kind !== 'token-rejected') throw error;
      throw new NetworkError('bad-key', 'The network does not know the key.', { cause: error });
    });
  }

  #openWith(chosen: ChosenNetwork, credentials: Credentials): Network {
    const remember = (place: CredentialPlace) => this.#rememberCredentialsIn(chosen.id, place);
    return openNetwork(chosen, () => credentials, this.#parts, this.#parts.traffic(chosen.id), remember);
  }

  /** The same, finding out everything anew, so that a sign-in mends what was found out wrong. */
  openAnew(chosen: ChosenNetwork, key: string | undefined, accessToken: string): Network {
    return this.open({ ...chosen, foundCredentialsIn: undefined }, key, accessToken);
  }

  /** A chosen network with what was found out of it. */
  withFound(chosen: ChosenNetwork): ChosenNetwork {
    const foundCredentialsIn = this.#foundCredentialsIn.get(chosen.id) ?? chosen.foundCredentialsIn;
    return { ...chosen, foundCredentialsIn };
  }

  /** A sign-in under way is stored at its end only, together with what it found out. */
  #rememberCredentialsIn(id: string, place: CredentialPlace): void {
    this.#foundCredentialsIn.set(id, place);
    const stored = this.#stored.network(id);
    if (stored) this.#stored.saveNetwork({ ...stored, foundCredentialsIn: place });
  }
}
