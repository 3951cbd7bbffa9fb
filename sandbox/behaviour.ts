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

/** What a network does where networks differ. */
export interface NetworkBehaviour {
  readonly like: Likeness;
  readonly credentials: CredentialPlace;
  /** The message of the error for a key or token in the query or form, where only the header counts. */
  readonly refusalText: string;
  readonly errorStyle: ErrorStyle;
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
  },
  public: {
    like: 'public',
    credentials: 'header',
    refusalText: REFUSAL_TEXT,
    errorStyle: 'public',
  },
};

/** Flags that are to be other than {@link Likeness} has them; what is undefined stays. */
export type BehaviourOverrides = {
  readonly [Flag in Exclude<keyof NetworkBehaviour, 'like'>]?: NetworkBehaviour[Flag] | undefined;
};

/** Every flag of a network that is like one of the two, but for the overrides. */
export function behaviourOf(like: Likeness = 'specification', overrides: BehaviourOverrides = {}): NetworkBehaviour {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined);
  return { ...BEHAVIOURS[like], ...Object.fromEntries(given) };
}
