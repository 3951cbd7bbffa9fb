import type { Fetch } from '../../api/fetch.ts';
import { createNetwork } from '../../api/client.ts';
import type { NetworkError } from '../../api/errors.ts';
import type { Credentials, Network } from '../../api/network.ts';
import type { CredentialPlace } from '../../api/request/credential-place.ts';
import type { Clock } from '../../clock.ts';
import type { NetworkChoice } from '../../../common/contract/contract.ts';
import type { Log } from '../../log.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import type { PushAddress } from '../push/push-listener.ts';

/** How the demo network knows Askbell; it runs on this machine only, so its key protects nothing. */
export const DEMO_APP = { clientId: 'askbell', key: 'askbell-demo', domain: 'localhost' };

/** The API version that Askbell uses (docs/api.md, "Versions"). */
const API_VERSION = '2.3';

/** The client ids that this copy of Askbell was built with, by the kind of network. A client id is no secret. */
export type BuiltInClients = Partial<Record<'stackexchange', string>>;

/** Where the public service is: https://api.stackexchange.com/docs and its page on authentication. */
const STACK_EXCHANGE = { apiBaseUrl: 'https://api.stackexchange.com', authUrl: 'https://stackoverflow.com' };

/**
 * Turns a person's choice in the Welcome view into what the settings store of it, and the key, where there is one,
 * which the secret store takes. @throws UserFacingError where no client id was entered or built in
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

/** Whether a network takes a token only beside a key: where it reads them in the query. */
export const needsKey = ({ kind, credentialsIn, foundCredentialsIn }: ChosenNetwork): boolean =>
  kind === 'other' && (credentialsIn ?? foundCredentialsIn) === 'query';

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** Where the public service's socket is, and the numbers it knows sites by: docs/api.md, "Socket". */
const STACK_EXCHANGE_PUSH: PushAddress = {
  socket: 'wss://qa.sockets.stackexchange.com/',
  siteList: 'https://meta.stackexchange.com/topbar/site-switcher/site-list',
};

/** Where a network's socket is; undefined for one that has none. `demoLike`: what the demo network is like. */
export function pushAddressOf(
  { kind, apiBaseUrl, socketUrl, siteListUrl }: ChosenNetwork,
  demoLike: 'specification' | 'public',
): PushAddress | undefined {
  if (socketUrl !== undefined) return { socket: socketUrl, siteList: siteListUrl };
  if (kind === 'stackexchange') return apiBaseUrl === STACK_EXCHANGE.apiBaseUrl ? STACK_EXCHANGE_PUSH : undefined;
  if (kind !== 'demo' || demoLike !== 'public' || apiBaseUrl === '') return undefined;
  return { socket: apiBaseUrl.replace(/^http/, 'ws'), siteList: `${apiBaseUrl}/topbar/site-switcher/site-list` };
}

/** What people call a network: the demo network in the person's language, any other by the name it was given. */
export const networkName = ({ kind, name }: Pick<ChosenNetwork, 'kind' | 'name'>, words: Words): string =>
  kind === 'demo' ? words('welcome.demo.name') : name;

/** An answer, beside its items; times in ms by this machine's clock. */
export interface TrafficFacts {
  method: string;
  sentAt: number;
  at: number;
  took: number;
  isGood: boolean;
  quota?: { max: number; remaining: number } | undefined;
  networkTime?: number | undefined;
  backoffUntil?: number | undefined;
  fault?: NetworkError | undefined;
}

/** What a network client reports to whoever counts. */
export interface Traffic {
  sent: () => void;
  answered: (facts: TrafficFacts) => void;
  /** Until when a method must not be asked, by this machine's clock. */
  blockedUntil: (method: string) => number | undefined;
}

/**
 * Opens a client for a network whose addresses are known. `onCredentialsFound`: told where it reads who asks, when that
 * was found out.
 */
export function openNetwork(
  network: ChosenNetwork,
  credentials: () => Credentials,
  parts: { fetch: Fetch; clock: Clock; random: () => number; log: Log },
  traffic: Traffic,
  onCredentialsFound?: (place: CredentialPlace) => void,
): Network {
  return createNetwork({
    address: {
      apiBaseUrl: network.apiBaseUrl,
      authUrl: network.authUrl,
      clientId: network.clientId,
      version: API_VERSION,
    },
    credentials,
    credentialsIn: network.credentialsIn,
    foundCredentialsIn: network.foundCredentialsIn,
    onCredentialsFound,
    ...parts,
    onRequest: () => traffic.sent(),
    onAnswer: (facts) => traffic.answered(facts),
    blockedUntil: (method) => traffic.blockedUntil(method),
  });
}
