import { exchangeCode } from '../../electron/api/code-grant.ts';
import { DEAUTHENTICATE_APP, ENDPOINTS, INVALIDATE_TOKEN } from '../../electron/api/endpoints.ts';
import type { Network } from '../../electron/api/network.ts';
import { CLIENT_ID, ORIGIN, REDIRECT_URI, VERIFIER } from './network/sandbox.ts';
import type { Subjects } from './network/subjects.ts';

/**
 * Every kind of request that Askbell sends, and how it comes to be sent. The table has to name each endpoint of the
 * client, so that a new one without a row does not compile, and a test fails.
 */

/** Asks the network for it once. */
type Ask = (network: Required<Network>, subjects: Subjects, made: Made) => Promise<unknown>;

/** What people are told of. */
export type NewsKind = 'inbox' | 'question' | 'reputation';

/** Polled by itself: the scheduler asks whenever it wants to. */
export interface Polled {
  asked: 'polled';
  path: string;
  ask: Ask;
  /** Whose account is polled: for a person with a single account, reputation is polled directly. */
  person: 'many' | 'single';
  /** What makes the scheduler ask this. */
  watch?: { rule: object };
  badges?: true;
  achievements?: true;
  /** Marks that steer the scheduler to this operation, by the time in ms since the epoch and a site. */
  marks?: (now: number, site: string) => Record<string, unknown>;
  /** It is asked for so seldom that the fault has to be there from the start. */
  seldom?: true;
  /** What this operation is to find. Without it, it is well again once it is answered. */
  finds?: NewsKind;
  /** Once it was answered, it is asked no more for days. */
  once?: true;
}

/** Sent when a person clicks. */
export interface Clicked {
  asked: 'clicked';
  path: string;
  ask: Ask;
  /** A fresh token for each click, because the click ends it. */
  endsToken?: true;
  /** Paths that the network does not know while this is asked. */
  lacks?: string;
}

/** What an exchange needs. */
export interface Made {
  newCode: () => string;
  fetch: typeof globalThis.fetch;
  /** Where the sign-in is. */
  authUrl?: string;
}

const polled = (name: keyof typeof ENDPOINTS, how: Omit<Polled, 'asked' | 'path' | 'ask'>, ask: Ask): Polled => ({
  asked: 'polled',
  path: ENDPOINTS[name].path,
  ask,
  ...how,
});
const clicked = (name: keyof typeof ENDPOINTS, ask: Ask): Clicked => ({
  asked: 'clicked',
  path: ENDPOINTS[name].path,
  ask,
});

/** A site so busy that a search is cheaper than all of its questions. */
const busySite = (now: number, site: string): Record<string, unknown> => ({
  [`cursor:questions:${site}`]: { newest: Math.floor(now / 1000), behind: false, page: 1 },
  [`rates:questions:${site}`]: {
    all: { n: 500_000, seconds: 86_400 },
    search: { tags: 'planets;stars', n: 1, seconds: 86_400 },
  },
});

export type OperationName = keyof typeof ENDPOINTS | 'invalidate' | 'deauthenticate' | 'exchange';

export const OPERATIONS: Record<OperationName, Polled | Clicked> = {
  inbox: polled('inbox', { person: 'single', finds: 'inbox' }, (network) => network.inbox()),
  myInbox: polled(
    'myInbox',
    { person: 'single', finds: 'inbox', marks: (now) => ({ 'inbox-route': { missingAt: now } }) },
    (network, { site }) => network.myInbox({ site }),
  ),
  associated: polled('associated', { person: 'many', finds: 'reputation' }, (network) => network.associated()),
  achievements: polled('achievements', { person: 'many', achievements: true }, (network) => network.achievements()),
  sites: polled('sites', { person: 'single', seldom: true, once: true }, (network) => network.sites()),
  reputation: polled(
    'reputation',
    { person: 'single', finds: 'reputation', marks: (now) => ({ 'reputation-route': { missingAt: now } }) },
    (network, { site, userId }) => network.reputation({ site, userId }),
  ),
  reputationHistory: polled(
    'reputationHistory',
    { person: 'single', finds: 'reputation' },
    (network, { site, userId }) => network.reputationHistory({ site, userId }),
  ),
  badgesOf: polled('badgesOf', { person: 'single', badges: true, seldom: true }, (network, { site, userId }) =>
    network.badgesOf({ site, userId }),
  ),
  questions: polled(
    'questions',
    { person: 'single', finds: 'question', watch: { rule: { anyTags: ['*'] } } },
    (network, { site }) => network.questions({ site, order: 'desc' }),
  ),
  search: polled(
    'search',
    { person: 'single', finds: 'question', watch: { rule: { anyTags: ['planets', 'stars'] } }, marks: busySite },
    (network, { site, tag }) => network.search({ site, tagged: [tag], order: 'desc' }),
  ),
  scored: polled(
    'scored',
    { person: 'single', watch: { rule: { anyTags: ['*'], minScore: 3 } }, seldom: true },
    (network, { site }) => network.scored({ site, minScore: 3, fromdate: 0 }),
  ),
  featured: polled(
    'featured',
    { person: 'single', watch: { rule: { anyTags: ['*'], bounty: true } }, seldom: true },
    (network, { site }) => network.featured({ site }),
  ),

  me: clicked('me', (network, { site }) => network.me({ site })),
  unreadInbox: clicked('unreadInbox', (network) => network.unreadInbox()),
  createFilter: clicked('createFilter', (network) => network.createFilter({ include: ['reputation.title'] })),
  privileges: clicked('privileges', (network, { site }) => network.privileges({ site })),
  myPrivileges: clicked('myPrivileges', (network, { site }) => network.myPrivileges({ site })),
  myTags: clicked('myTags', (network, { site }) => network.myTags({ site })),
  questionsOf: clicked('questionsOf', (network, { site, userId }) => network.questionsOf({ site, userId })),
  answersOf: clicked('answersOf', (network, { site, userId }) => network.answersOf({ site, userId })),
  tagInfo: clicked('tagInfo', (network, { site, tag }) => network.tagInfo({ site, tags: [tag] })),
  topAnswerers: clicked('topAnswerers', (network, { site, tag }) =>
    network.topAnswerers({ site, tag, period: 'all_time' }),
  ),
  question: clicked('question', (network, { site, questionId }) => network.question({ site, id: questionId })),
  answer: clicked('answer', (network, { site, answerId }) => network.answer({ site, id: answerId })),
  comment: clicked('comment', (network, { site, commentId }) => network.comment({ site, id: commentId })),
  questionsById: clicked('questionsById', (network, { site, questionId }) =>
    network.questionsById({ site, ids: [questionId] }),
  ),
  accept: clicked('accept', (network, { site, answerId }) => network.accept({ site, id: answerId, preview: true })),
  undoAccept: clicked('undoAccept', (network, { site, acceptedId }) =>
    network.undoAccept({ site, id: acceptedId, preview: true }),
  ),
  tags: clicked('tags', (network, { site, tag }) => network.tags({ site, inname: tag.slice(0, 3) })),
  invalidate: {
    asked: 'clicked',
    path: INVALIDATE_TOKEN.path,
    ask: (network) => network.invalidate(),
    endsToken: true,
  },
  deauthenticate: {
    asked: 'clicked',
    path: DEAUTHENTICATE_APP.path,
    ask: (network) => network.invalidate(),
    endsToken: true,
    lacks: INVALIDATE_TOKEN.path,
  },
  exchange: {
    asked: 'clicked',
    path: '/oauth/access_token/json',
    ask: (_network, _subjects, { newCode, fetch, authUrl = ORIGIN }) =>
      exchangeCode(
        { authUrl, clientId: CLIENT_ID, redirectUri: REDIRECT_URI, code: newCode(), verifier: VERIFIER },
        fetch,
        new AbortController().signal,
      ),
  },
};

/** Whether a path, as it is sent, is of an operation's route. */
export function isOf(route: string): (path: string) => boolean {
  const pattern = new RegExp(`^(?:/2\\.3)?${route.replace(/\{[^}]+\}/g, '[^/]+')}$`);
  return (path) => pattern.test(path);
}
