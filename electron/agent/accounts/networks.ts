import {
  type Credentials,
  type Network,
  type RequestObserver,
  type ResponseReport,
  NetworkError,
} from '../../api/network.ts';
import { createNetwork, type ClientContext } from '../../api/client.ts';
import type { NetworkChoice } from '../../../common/contract/contract.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { AgentContext } from '../context.ts';
import { userFacingError } from '../user-facing-error.ts';
import { DEMO_APP, type DemoHost } from './demo-network.ts';
import type { PushAddress } from '../scheduler/push/listener.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { scopedId } from '../ids.ts';

/** The API version that Askbell uses (docs/api.md, "Versions"). */
const API_VERSION = '2.3';

/** Client ids built into this copy of Askbell, by kind of network. A client id is no secret. */
export type BuiltInClients = Partial<Record<'stackexchange', string>>;

/** Addresses of the public service, see https://api.stackexchange.com/docs and its page on authentication. */
const STACK_EXCHANGE = { apiBaseUrl: 'https://api.stackexchange.com', authUrl: 'https://stackoverflow.com' };

/**
 * Converts the choice in the Welcome view to the stored network and, if given, the key for the secret store.
 * @throws UserFacingError if no client id was entered or built in
 */
export function networkFromChoice(
  choice: NetworkChoice,
  builtIn: BuiltInClients = {},
): { network: ChosenNetwork; key: string | undefined } {
  switch (choice.kind) {
    case 'demo': {
      const { clientId, key } = DEMO_APP;
      const addresses = { apiBaseUrl: '', authUrl: '' };
      return { network: { kind: 'demo', id: 'demo', name: 'Demo network', ...addresses, clientId }, key };
    }
    case 'stackexchange': {
      const { key, clientId = builtIn.stackexchange, apiBaseUrl, authUrl, ...others } = choice;
      if (clientId === undefined) throw userFacingError('noClientId');
      const addresses = {
        apiBaseUrl: withoutSlash(apiBaseUrl ?? STACK_EXCHANGE.apiBaseUrl),
        authUrl: withoutSlash(authUrl ?? STACK_EXCHANGE.authUrl),
      };
      return { network: { ...others, ...addresses, id: 'stackexchange', name: 'Stack Exchange', clientId }, key };
    }
    case 'other': {
      const { key, ...others } = choice;
      const apiBaseUrl = withoutSlash(choice.apiBaseUrl);
      const authUrl = withoutSlash(choice.authUrl);
      return { network: { ...others, id: `other:${apiBaseUrl}`, apiBaseUrl, authUrl }, key };
    }
  }
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** The public service's socket, and the list of the site numbers it uses (docs/api.md, "Socket"). */
const STACK_EXCHANGE_PUSH: PushAddress = {
  socket: 'wss://qa.sockets.stackexchange.com/',
  siteList: 'https://meta.stackexchange.com/topbar/site-switcher/site-list',
};

/**
 * Returns the address of a network's socket, or undefined if it has none.
 * @param demoLike the kind of network that the demo network imitates
 */
export function pushAddressOf(
  { kind, apiBaseUrl, socketUrl, siteListUrl }: ChosenNetwork,
  demoLike: 'specification' | 'public',
): PushAddress | undefined {
  if (socketUrl !== undefined) return { socket: socketUrl, siteList: siteListUrl };
  if (kind === 'stackexchange') return apiBaseUrl === STACK_EXCHANGE.apiBaseUrl ? STACK_EXCHANGE_PUSH : undefined;
  if (kind !== 'demo' || demoLike !== 'public' || apiBaseUrl === '') return undefined;
  return { socket: apiBaseUrl.replace(/^http/, 'ws'), siteList: `${apiBaseUrl}/topbar/site-switcher/site-list` };
}

/** Returns the display name of a network: localized for the demo network, otherwise as entered. */
export const networkName = ({ kind, name }: Pick<ChosenNetwork, 'kind' | 'name'>, words: Words): string =>
  kind === 'demo' ? words('welcome.demoName') : name;

/** The requests to one network: passed on to its account's scheduler or, until there is one, kept for it. */
class NetworkTraffic implements RequestObserver {
  #scheduler: RequestObserver | undefined;
  /** Requests that no scheduler has counted yet, and responses to them that set a backoff. */
  #sent = 0;
  #backoffs: ResponseReport[] = [];

  sent(method: string): void {
    if (this.#scheduler) this.#scheduler.sent(method);
    else this.#sent += 1;
  }

  answered(facts: ResponseReport): void {
    if (this.#scheduler) this.#scheduler.answered(facts);
    else if (facts.backoffUntil !== undefined) this.#backoffs.push(facts);
  }

  blockedUntil(method: string): number | undefined {
    return this.#scheduler?.blockedUntil(method);
  }

  /** Returns the number of requests that no scheduler has counted yet. */
  uncounted(): number {
    return this.#sent;
  }

  /** Passes requests on to a scheduler that was created with the uncounted ones, or to none any more. */
  follow(scheduler: RequestObserver | undefined): void {
    this.#scheduler = scheduler;
    if (!scheduler) return;
    // Only the backoff: the server's time would be compared with a later local time.
    for (const { method, at, sentAt, took, isGood, backoffUntil } of this.#backoffs.splice(0))
      scheduler.answered({ method, at, sentAt, took, isGood, backoffUntil });
    this.#sent = 0;
  }
}

/** Creates a client for a network whose addresses are known. */
export function openNetwork(
  { apiBaseUrl, authUrl, clientId, credentialsIn, foundCredentialsIn }: ChosenNetwork,
  credentials: Credentials,
  context: ClientContext,
  observer: RequestObserver,
): Network {
  const address = { apiBaseUrl, authUrl, clientId, version: API_VERSION };
  const placed = { ...credentials, setIn: credentialsIn, foundIn: foundCredentialsIn };
  return createNetwork(address, placed, context, observer);
}

/** Opens networks, whose requests are counted by network. */
export class Networks {
  readonly #context: AgentContext;
  readonly #demo: DemoHost;
  readonly #traffic = new Map<string, NetworkTraffic>();

  constructor(context: AgentContext, demo: DemoHost) {
    this.#context = context;
    this.#demo = demo;
  }

  /** Returns the requests to a network. */
  traffic(id: string): NetworkTraffic {
    const traffic = this.#traffic.get(id) ?? new NetworkTraffic();
    this.#traffic.set(id, traffic);
    return traffic;
  }

  /**
   * Returns a network with its current address: the demo network's is known once it runs.
   * @throws UserFacingError if the demo network cannot be started
   */
  async resolveAddress(chosen: ChosenNetwork): Promise<ChosenNetwork> {
    return chosen.kind === 'demo' ? { ...chosen, ...(await this.#demo.address(chosen)) } : chosen;
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
    return openNetwork(chosen, credentials, this.#context, this.traffic(chosen.id));
  }
}

/** A user on a network. Without `network` the token is gone: the history can be read, but nothing is polled. */
export interface SignedIn {
  chosen: ChosenNetwork;
  profile: ProfileHistory;
  network: Network | undefined;
}

/** An account whose sites are named. */
interface LabelledAccount {
  readonly id: string;
  readonly watches: { sites(): readonly { name: string }[] };
  networkName(): string;
}

/** A site as the window knows it. */
interface SiteLabel {
  /** The scoped id. */
  id: string;
  name: string;
}

/**
 * Labels the sites of several accounts; sites of the same name on different networks also name their network. Returns
 * functions that name a site of an account, and that convert it for the window.
 */
export function siteLabels(accounts: readonly LabelledAccount[]) {
  const networks = new Map<string, Set<string>>();
  // Site names are unique within one network.
  if (accounts.length > 1) {
    for (const { id, watches } of accounts) {
      for (const { name } of watches.sites()) networks.set(name, (networks.get(name) ?? new Set()).add(id));
    }
  }
  const named = (account: LabelledAccount, name: string): string =>
    (networks.get(name)?.size ?? 0) > 1 ? `${name} (${account.networkName()})` : name;
  const of = (account: LabelledAccount, { id, name }: SiteLabel): SiteLabel => ({
    id: scopedId(account.id, id),
    name: named(account, name),
  });
  /** Converts the site of an object. */
  const withSite = <T extends { site: SiteLabel }>(account: LabelledAccount, thing: T): T => ({
    ...thing,
    site: { ...thing.site, ...of(account, thing.site) },
  });
  return { named, of, withSite };
}

export type SiteLabels = ReturnType<typeof siteLabels>;
