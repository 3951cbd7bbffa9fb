import type { Credentials, Network, RequestObserver } from '../../api/network.ts';
import { createNetwork } from '../../api/client.ts';
import type { ClientContext } from '../../api/http/http-client.ts';
import type { NetworkChoice } from '../../../common/contract/contract.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { userFacingError } from '../user-facing-error.ts';
import type { PushAddress } from '../scheduler/push/listener.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { scopedId } from '../scoped-id.ts';

/** Askbell's registration at the demo network, which runs on this machine only, so its key protects nothing. */
export const DEMO_APP = { clientId: 'askbell', key: 'askbell-demo', domain: 'localhost' };

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
    case 'demo':
      return {
        network: {
          kind: 'demo',
          id: 'demo',
          name: 'Demo network',
          apiBaseUrl: '',
          authUrl: '',
          clientId: DEMO_APP.clientId,
        },
        key: DEMO_APP.key,
      };
    case 'stackexchange': {
      const clientId = choice.clientId ?? builtIn.stackexchange;
      if (clientId === undefined) throw userFacingError('noClientId');
      return {
        network: {
          kind: 'stackexchange',
          id: 'stackexchange',
          name: 'Stack Exchange',
          apiBaseUrl: withoutSlash(choice.apiBaseUrl ?? STACK_EXCHANGE.apiBaseUrl),
          authUrl: withoutSlash(choice.authUrl ?? STACK_EXCHANGE.authUrl),
          clientId,
          ...(choice.credentialsIn && { credentialsIn: choice.credentialsIn }),
        },
        key: choice.key,
      };
    }
    case 'other': {
      const apiBaseUrl = withoutSlash(choice.apiBaseUrl);
      return {
        network: {
          kind: 'other',
          id: `other:${apiBaseUrl}`,
          name: choice.name,
          apiBaseUrl,
          authUrl: withoutSlash(choice.authUrl),
          clientId: choice.clientId,
          ...(choice.credentialsIn && { credentialsIn: choice.credentialsIn }),
          ...(choice.socketUrl !== undefined && { socketUrl: choice.socketUrl }),
          ...(choice.siteListUrl !== undefined && { siteListUrl: choice.siteListUrl }),
        },
        key: choice.key,
      };
    }
  }
}

/** Whether a network accepts a token only with a key: if it reads both in the query. */
export const needsKey = ({ kind, credentialsIn, foundCredentialsIn }: ChosenNetwork): boolean =>
  kind === 'other' && (credentialsIn ?? foundCredentialsIn) === 'query';

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
  kind === 'demo' ? words('welcome.demo.name') : name;

/** Creates a client for a network whose addresses are known. */
export function openNetwork(
  { apiBaseUrl, authUrl, clientId, credentialsIn, foundCredentialsIn }: ChosenNetwork,
  credentials: Credentials,
  context: ClientContext,
  observer: RequestObserver,
): Network {
  const address = { apiBaseUrl, authUrl, clientId, version: API_VERSION };
  return createNetwork(
    address,
    { ...credentials, setIn: credentialsIn, foundIn: foundCredentialsIn },
    context,
    observer,
  );
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
  return {
    named,
    of: (account: LabelledAccount, site: SiteLabel): SiteLabel => ({
      id: scopedId(account.id, site.id),
      name: named(account, site.name),
    }),
    /** Converts the site of an object. */
    withSite: <T extends { site: SiteLabel }>(account: LabelledAccount, thing: T): T => ({
      ...thing,
      site: { ...thing.site, id: scopedId(account.id, thing.site.id), name: named(account, thing.site.name) },
    }),
  };
}

export type SiteLabels = ReturnType<typeof siteLabels>;
