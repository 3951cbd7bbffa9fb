import { parse } from 'node:querystring';
import type { NetworkBehaviour } from '../behaviour.ts';
import type { Row, Statements } from '../world/database/statements.ts';
import { ApiError, badParameter } from './errors.ts';

/** Seconds a token lives without `no_expiry` (docs/api.md, "Authentication"). */
export const TOKEN_LIFETIME_SECONDS = 86_399;

/** Query parameters by name; a name sent more than once has all its values. */
export type Query = Readonly<Record<string, string | string[] | undefined>>;

/** No request needs more; the rest is not looked at. */
const MAX_PARAMETERS = 200;

/** @param text the query without its question mark */
export const readQuery = (text: string): Query => parse(text, '&', '=', { maxKeys: MAX_PARAMETERS });

/** Scopes a token may carry (docs/api.md, "Authentication"). */
export const SCOPES = ['read_inbox', 'no_expiry', 'write_access', 'private_info'] as const;
export type Scope = (typeof SCOPES)[number];
export const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word);

/** A granted token that any application may use; what `--grant` makes. */
export const ANY_APP = '*';

/** Who asks (docs/api.md, "Authentication"): anonymous, an application, or an application for a person. */
export interface Caller {
  readonly ip: string;
  /** The application whose key was sent, or whose token was. */
  readonly clientId?: string;
  readonly token?: { readonly accountId: number; readonly scopes: readonly Scope[] };
}

/**
 * Who the request seems to be from, and what is wrong with that, if anything; it counts in that caller's quota in any
 * case.
 */
interface Identified {
  readonly caller: Caller;
  readonly refusal?: ApiError;
}

/** Finds out who asks (docs/api.md, "Credentials"). @param authorization the header */
export type Identify = (ip: string, query: Query, authorization: string | undefined) => Identified;

const invalidToken = (why: string) => new ApiError(402, `\`access_token\` is ${why}`);

/** @param now the network's clock in epoch seconds */
export function createIdentify(statements: Statements, behaviour: NetworkBehaviour, now: () => number): Identify {
  const findToken = (token: string) =>
    statements.get('SELECT account_id, client_id, scopes, expires_at, revoked_at FROM tokens WHERE token = :token', {
      token,
    });

  /** Returns the caller with the token of a row, or why it does not work. */
  const withToken = (caller: Caller, row: Row): Identified => {
    if (row['revoked_at'] !== null) return { caller, refusal: invalidToken('revoked') };
    if (row['expires_at'] !== null && Number(row['expires_at']) <= now())
      return { caller, refusal: invalidToken('expired') };
    const scopes = String(row['scopes'])
      .split(/[\s,]+/)
      .filter(isScope);
    return { caller: { ...caller, token: { accountId: Number(row['account_id']), scopes } } };
  };

  /** Returns the application with this key, or why the key does not work, or undefined where nobody has it. */
  const findApp = (ip: string, key: string): Identified | undefined => {
    const row = statements.get('SELECT client_id, key_expires_at FROM apps WHERE key = :key', { key });
    if (!row) return undefined;
    if (row['key_expires_at'] === null || Number(row['key_expires_at']) > now())
      return { caller: { ip, clientId: String(row['client_id']) } };
    const refusal = badParameter('key', '`key` has expired; generate a new one for the application');
    return { caller: { ip }, refusal };
  };

  /** A token counts for its person and application without a key; what is no token may be a key. */
  const byBearer = (ip: string, bearer: string): Identified => {
    const row = findToken(bearer);
    if (row) return withToken({ ip, clientId: String(row['client_id']) }, row);
    const refusal = invalidToken('not known, and no application has it as its key');
    // Said of a token rather than a key, because somebody whose token is gone has to sign in again.
    return findApp(ip, bearer) ?? { caller: { ip }, refusal };
  };

  /** Takes `key` and `access_token`, one of each at most. */
  const byParameters = (ip: string, key: Query[string], token: Query[string]): Identified => {
    const refused = (refusal: ApiError, caller: Caller = { ip }): Identified => ({ caller, refusal });
    if (Array.isArray(key)) return refused(badParameter('key'));
    if (Array.isArray(token)) return refused(badParameter('access_token'));
    if (!key && !token) return { caller: { ip } };
    if (!key) return refused(new ApiError(405, '`key` is required when `access_token` is passed.'));
    const app = findApp(ip, key);
    if (!app) return refused(badParameter('key', "`key` doesn't match a known application"));
    if (app.refusal || !token) return app;
    const { caller } = app;
    const row = findToken(token);
    if (!row) return refused(invalidToken('not known'), caller);
    const identified = withToken(caller, row);
    if (identified.refusal || row['client_id'] === ANY_APP || row['client_id'] === caller.clientId) return identified;
    return refused(badParameter('key', '`key` is not of the application that `access_token` was issued to'), caller);
  };

  return (ip, { key, access_token: token }, authorization) => {
    const { credentials: place, refusalText } = behaviour;
    if (place === 'header' && (key || token)) return { caller: { ip }, refusal: new ApiError(400, refusalText) };
    const bearer = place === 'query' ? undefined : /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (bearer !== undefined) return byBearer(ip, bearer);
    return place === 'header' ? { caller: { ip } } : byParameters(ip, key, token);
  };
}
