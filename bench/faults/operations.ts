import { QUERIES } from '../../build/check-network/operations.ts';
import { exchangeCode } from '../../electron/api/code-grant.ts';
import { DEAUTHENTICATE_APP, ENDPOINTS, INVALIDATE_TOKEN } from '../../electron/api/endpoints.ts';
import type { Network } from '../../electron/api/network.ts';
import { CLIENT_ID, ORIGIN, REDIRECT_URI, VERIFIER, type Subjects } from './network/sandbox.ts';

/** News that people are told. */
export type NewsKind = 'inbox' | 'question' | 'reputation';

/** How the scheduler comes to poll an operation. */
interface Poll {
  /** Person whose account is polled: for one with a single account, reputation is polled directly. */
  person: 'many' | 'single';
  /** Preference or rule of a watch that needs this operation. */
  watch?: object;
  badges?: boolean;
  achievements?: boolean;
  /** Marks that steer the scheduler to this operation, by the time in ms since the epoch and a site. */
  marks?: (now: number, site: string) => Record<string, unknown>;
  /** It is polled so seldom that the fault has to last from the start. */
  seldom?: true;
  /** News that this operation finds. Without it, all is well again once it is answered. */
  finds?: NewsKind;
  /** Once answered, it is not polled again for days. */
  once?: true;
}

/** Parameters of an exchange of a code. */
export interface Exchanging {
  newCode: () => Promise<string>;
  fetch: typeof globalThis.fetch;
}

type Ask = (network: Required<Network>, subjects: Subjects, exchanging: Exchanging) => Promise<unknown>;

/** Operation that the scheduler polls. */
export interface Polled extends Poll {
  asked: 'polled';
  path: string;
  ask: Ask;
}

/** Operation that a click asks for. */
export interface Clicked {
  asked: 'clicked';
  path: string;
  ask: Ask;
  /** The click ends the token, so each gets a new one. */
  endsToken?: true;
  /** Path that the network does not know meanwhile. */
  lacks?: string;
}

type EndpointName = keyof typeof ENDPOINTS;
export type OperationName = EndpointName | 'invalidate' | 'deauthenticate' | 'exchange';

const ANY_QUESTION = { anyTags: ['*'] };

/** A site so busy that a search is cheaper than all of its questions. */
const busySite = (now: number, site: string): Record<string, unknown> => ({
  [`cursor:questions:${site}`]: { newest: Math.floor(now / 1000), behind: false, page: 1 },
  [`rates:questions:${site}`]: {
    all: { n: 500_000, seconds: 86_400 },
    search: { tags: 'planets;stars', n: 1, seconds: 86_400 },
  },
});

/** Operations that the scheduler polls; clicks ask for the others. */
const POLLS: Partial<Record<EndpointName, Poll>> = {
  inbox: { person: 'single', finds: 'inbox' },
  myInbox: { person: 'single', finds: 'inbox', marks: (now) => ({ 'inbox-route': { missingAt: now } }) },
  associated: { person: 'many', finds: 'reputation' },
  achievements: { person: 'many', achievements: true },
  sites: { person: 'single', seldom: true, once: true },
  reputation: {
    person: 'single',
    finds: 'reputation',
    marks: (now) => ({ 'reputation-route': { missingAt: now } }),
  },
  reputationHistory: { person: 'single', finds: 'reputation' },
  badgesOf: { person: 'single', badges: true, seldom: true },
  questions: { person: 'single', finds: 'question', watch: ANY_QUESTION },
  search: { person: 'single', finds: 'question', watch: { anyTags: ['planets', 'stars'] }, marks: busySite },
  scored: { person: 'single', watch: { ...ANY_QUESTION, minScore: 3 }, seldom: true },
  featured: { person: 'single', watch: { ...ANY_QUESTION, bounty: true }, seldom: true },
};

/** Parameters of the operations that a living network is not asked. */
const ONLY_HERE: Partial<Record<EndpointName, (subjects: Subjects) => object>> = {
  achievements: () => ({}),
  accept: ({ site, answerId }) => ({ site, id: answerId, preview: true }),
  undoAccept: ({ site, acceptedId }) => ({ site, id: acceptedId, preview: true }),
};

function parametersOf(name: EndpointName, subjects: Subjects): object | string {
  const { questionId, tag } = subjects;
  return ONLY_HERE[name]?.(subjects) ?? QUERIES[name]({ ...subjects, questionIds: [questionId], tags: [tag] });
}

function operationOf(name: EndpointName): Polled | Clicked {
  const ask: Ask = (network, subjects) =>
    (network[name] as (query: object | string) => Promise<unknown>)(parametersOf(name, subjects));
  const { path } = ENDPOINTS[name];
  const poll = POLLS[name];
  return poll ? { asked: 'polled', path, ask, ...poll } : { asked: 'clicked', path, ask };
}

const invalidate: Ask = (network) => network.invalidate();

/** Every kind of request that Askbell sends. */
export const OPERATIONS: Record<OperationName, Polled | Clicked> = {
  ...(Object.fromEntries(Object.keys(ENDPOINTS).map((name) => [name, operationOf(name as EndpointName)])) as Record<
    EndpointName,
    Polled | Clicked
  >),
  invalidate: { asked: 'clicked', path: INVALIDATE_TOKEN.path, ask: invalidate, endsToken: true },
  deauthenticate: {
    asked: 'clicked',
    path: DEAUTHENTICATE_APP.path,
    ask: invalidate,
    endsToken: true,
    lacks: INVALIDATE_TOKEN.path,
  },
  exchange: {
    asked: 'clicked',
    path: '/oauth/access_token/json',
    async ask(_network, _subjects, { newCode, fetch }) {
      const code = await newCode();
      const exchange = { authUrl: ORIGIN, clientId: CLIENT_ID, redirectUri: REDIRECT_URI, code, verifier: VERIFIER };
      return exchangeCode(exchange, fetch, new AbortController().signal);
    },
  },
};

/** Returns a predicate for paths, as they are sent, of an operation's route. */
export function isOf(route: string): (path: string) => boolean {
  const pattern = new RegExp(`^(?:/2\\.3)?${route.replace(/\{[^}]+\}/g, '[^/]+')}$`);
  return (path) => pattern.test(path);
}
