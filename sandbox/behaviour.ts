/**
 * Where a network of this kind is described in two ways, the sandbox can behave in either: as the specification has it,
 * or like the public service in 2026 (docs/api.md, "The public service in 2026"). Each difference is one flag of
 * {@link NetworkBehaviour}; the README of the sandbox lists them all in its table "Two worlds".
 */
export const LIKENESSES = ['specification', 'public'] as const;
export type Likeness = (typeof LIKENESSES)[number];

/**
 * Where a request says who asks: with `key` and `access_token` in its query or form (`query`), with one of them in the
 * header `Authorization: Bearer` (`header`), or either way (`both`); docs/api.md, "Credentials".
 */
export const CREDENTIAL_PLACES = ['both', 'header', 'query'] as const;
export type CredentialPlace = (typeof CREDENTIAL_PLACES)[number];

/**
 * How errors are told: as the specification has it (`error_id` is the HTTP status, throttling is 403), or as the public
 * service does (HTTP 400 for all of them, throttling is error 502); see docs/api.md, "Differences".
 */
export const ERROR_STYLES = ['specification', 'public'] as const;
export type ErrorStyle = (typeof ERROR_STYLES)[number];

/** Faults of the socket (docs/api.md, "Socket"); socket/topics.ts has what each of them sends. */
export const SOCKET_FAULTS = ['mute', 'duplicate', 'late', 'garbage', 'flood'] as const;
export type SocketFault = (typeof SOCKET_FAULTS)[number];

/**
 * Where the sign-in may lead back to: under the registered domain, without a port (`specification`), or as the public
 * service has it since 2025, with loopback addresses and schemes of a program's own (docs/api.md, "Redirects").
 */
export type RedirectRule = 'specification' | 'public';

const REFUSAL_TEXT =
  'The parameters `key` and `access_token` are no longer accepted; ' +
  'send one of them as a header instead: `Authorization: Bearer`';

/** Value of a flag as specified, and on the public service. */
const differs = <T>(specification: T, publicService: T) => ({ specification, public: publicService });

const FLAGS = {
  credentials: differs<CredentialPlace>('query', 'header'),
  /** The message of the error for a key or token in the query or form, where only the header counts. */
  refusalText: differs(REFUSAL_TEXT, REFUSAL_TEXT),
  errorStyle: differs<ErrorStyle>('specification', 'public'),
  redirectRule: differs<RedirectRule>('specification', 'public'),
  /** Whether people log in on a page of its own before the dialog, which else has the choice of a person in it. */
  logsInFirst: differs(false, true),
  /** Whether a slash may end the dialog's address. */
  dialogTakesSlash: differs(true, false),
  /** Whether the challenge of PKCE may be the verifier itself. */
  takesPlainChallenge: differs(true, false),
  /** Whether a verifier is looked at for its letters and length. */
  checksVerifier: differs(false, true),
  /** Whether a code may be exchanged by JSON, too. */
  exchangesJson: differs(true, false),
  /** Whether the implicit sign-in tells the scope beside the token. */
  tellsScope: differs(false, true),
  /** Whether codes and tokens hold `(`, `)` and `*`, and end in two brackets. */
  bracketsInTokens: differs(false, true),
  /** Whether a banned address that goes on asking is banned for hours; docs/api.md, "Bans". */
  longBans: differs(false, true),
  /** Requests that are answered beyond the day's quota, with a `quota_remaining` below 0; docs/api.md, "Bans". */
  overdraft: differs(0, 1),
  /** The share of requests, 0 to 1, that get the page of a protection instead; docs/api.md, "Protection pages". */
  protectionPages: differs(0, 0.002),
  /** Whether only applications with a post on the network may write; docs/api.md, "Applications". */
  writesNeedPost: differs(false, true),
  /** Whether `reputation` hides single down-votes in sums of a day, and tells up-votes beyond the day's cap as 0. */
  scrubsReputation: differs(false, true),
  /** Whether inbox and notifications of `/me` and `/users/{id}` do without a site. */
  inboxWithoutSite: differs(false, true),
  /** Whether `/me/badges` cannot be sorted by when they were awarded. */
  myBadgesWithoutAwarded: differs(false, true),
  /** Whether there are the operations on achievements. */
  tellsAchievements: differs(false, true),
  /** Whether addresses in inbox items carry a query. */
  queryInLinks: differs(false, true),
  /** Whether one of the demo people has accounts on more than a hundred sites, and accounts come in no useful order. */
  manyAccounts: differs(false, true),
  /** Whether tags come by how often they are used unless a sort is named, and not by when they were. */
  tagsByPopularity: differs(false, true),
  /** Whether it has the socket that tells what happens, and the list of site ids; docs/api.md, "Socket". */
  pushSocket: differs(false, true),
};

type Flags = { readonly [Flag in keyof typeof FLAGS]: (typeof FLAGS)[Flag]['public'] };

/** Behaviour of a network where networks differ: each flag, and the likeness that it had at the start. */
export interface NetworkBehaviour extends Flags {
  readonly like: Likeness;
}

/** The flags that are on or off. */
export type BehaviourSwitch = {
  [Flag in keyof NetworkBehaviour]: NetworkBehaviour[Flag] extends boolean ? Flag : never;
}[keyof NetworkBehaviour];

/** Flags that are to be other than {@link Likeness} has them; what is undefined stays. */
export type BehaviourOverrides = { readonly [Flag in keyof Flags]?: Flags[Flag] | undefined };

/** Returns every flag of a network that is like one of the two, but for the overrides. */
export function behaviourOf(like: Likeness = 'specification', overrides: BehaviourOverrides = {}): NetworkBehaviour {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  const flags = Object.entries(FLAGS).map(([flag, values]) => [flag, values[like]]);
  return { like, ...Object.fromEntries([...flags, ...given]) } as NetworkBehaviour;
}
