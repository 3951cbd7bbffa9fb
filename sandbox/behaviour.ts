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

/**
 * Where the sign-in may lead back to: under the registered domain, without a port (`specification`), or as the public
 * service has it since 2025, with loopback addresses and schemes of a program's own (docs/api.md, "Redirects").
 */
export type RedirectRule = 'specification' | 'public';

/** What a network does where networks differ. */
export interface NetworkBehaviour {
  readonly like: Likeness;
  readonly credentials: CredentialPlace;
  /** The message of the error for a key or token in the query or form, where only the header counts. */
  readonly refusalText: string;
  readonly errorStyle: ErrorStyle;
  readonly redirectRule: RedirectRule;
  /** Whether people log in on a page of its own before the dialog, which else has the choice of a person in it. */
  readonly logsInFirst: boolean;
  /** Whether a slash may end the dialog's address. */
  readonly dialogTakesSlash: boolean;
  /** Whether the challenge of PKCE may be the verifier itself. */
  readonly takesPlainChallenge: boolean;
  /** Whether a verifier is looked at for its letters and length. */
  readonly checksVerifier: boolean;
  /** Whether a code may be exchanged by JSON, too. */
  readonly exchangesJson: boolean;
  /** Whether the implicit sign-in tells the scope beside the token. */
  readonly tellsScope: boolean;
  /** Whether codes and tokens hold `(`, `)` and `*`, and end in two brackets. */
  readonly bracketsInTokens: boolean;
  /** Whether a banned address that goes on asking is banned for hours; docs/api.md, "Bans". */
  readonly longBans: boolean;
  /** Requests that are answered beyond the day's quota, with a `quota_remaining` below 0; docs/api.md, "Bans". */
  readonly overdraft: number;
  /** The share of requests, 0 to 1, that get the page of a protection instead; docs/api.md, "Protection pages". */
  readonly protectionPages: number;
  /** Whether only applications with a post on the network may write; docs/api.md, "Applications". */
  readonly writesNeedPost: boolean;
  /** Whether `reputation` hides single down-votes in sums of a day, and tells up-votes beyond the day's cap as 0. */
  readonly scrubsReputation: boolean;
  /** Whether inbox and notifications of `/me` and `/users/{id}` do without a site. */
  readonly inboxWithoutSite: boolean;
  /** Whether `/me/badges` cannot be sorted by when they were awarded. */
  readonly myBadgesWithoutAwarded: boolean;
  /** Whether there are the operations on achievements. */
  readonly tellsAchievements: boolean;
  /** Whether addresses in inbox items carry a query. */
  readonly queryInLinks: boolean;
  /** Whether one of the demo people has accounts on more than a hundred sites, and accounts come in no useful order. */
  readonly manyAccounts: boolean;
  /** Whether tags come by how often they are used unless a sort is named, and not by when they were. */
  readonly tagsByPopularity: boolean;
  /** Whether it has the socket that tells what happens, and the list of site ids; docs/api.md, "Socket". */
  readonly pushSocket: boolean;
}

const REFUSAL_TEXT =
  'The parameters `key` and `access_token` are no longer accepted; ' +
  'send one of them as a header instead: `Authorization: Bearer`';

const BEHAVIOURS: Readonly<Record<Likeness, NetworkBehaviour>> = {
  specification: {
    like: 'specification',
    credentials: 'query',
    refusalText: REFUSAL_TEXT,
    errorStyle: 'specification',
    redirectRule: 'specification',
    logsInFirst: false,
    dialogTakesSlash: true,
    takesPlainChallenge: true,
    checksVerifier: false,
    exchangesJson: true,
    tellsScope: false,
    bracketsInTokens: false,
    longBans: false,
    overdraft: 0,
    protectionPages: 0,
    writesNeedPost: false,
    scrubsReputation: false,
    inboxWithoutSite: false,
    myBadgesWithoutAwarded: false,
    tellsAchievements: false,
    queryInLinks: false,
    manyAccounts: false,
    tagsByPopularity: false,
    pushSocket: false,
  },
  public: {
    like: 'public',
    credentials: 'header',
    refusalText: REFUSAL_TEXT,
    errorStyle: 'public',
    redirectRule: 'public',
    logsInFirst: true,
    dialogTakesSlash: false,
    takesPlainChallenge: false,
    checksVerifier: true,
    exchangesJson: false,
    tellsScope: true,
    bracketsInTokens: true,
    longBans: true,
    overdraft: 1,
    protectionPages: 0.002,
    writesNeedPost: true,
    scrubsReputation: true,
    inboxWithoutSite: true,
    myBadgesWithoutAwarded: true,
    tellsAchievements: true,
    queryInLinks: true,
    manyAccounts: true,
    tagsByPopularity: true,
    pushSocket: true,
  },
};

/** The flags that are on or off. */
export type BehaviourSwitch = {
  [Flag in keyof NetworkBehaviour]: NetworkBehaviour[Flag] extends boolean ? Flag : never;
}[keyof NetworkBehaviour];

/** Flags that are to be other than {@link Likeness} has them; what is undefined stays. */
export type BehaviourOverrides = {
  readonly [Flag in Exclude<keyof NetworkBehaviour, 'like'>]?: NetworkBehaviour[Flag] | undefined;
};

/** Every flag of a network that is like one of the two, but for the overrides. */
export function behaviourOf(like: Likeness = 'specification', overrides: BehaviourOverrides = {}): NetworkBehaviour {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return { ...BEHAVIOURS[like], ...Object.fromEntries(given) };
}
