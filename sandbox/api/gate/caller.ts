import type { NetworkBehaviour } from '../../behaviour.ts';
import type { Row, Statements } from '../../world/database/statements.ts';
import { ApiError, badParameter } from './errors.ts';

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
export interface Identified {
  readonly caller: Caller;
  readonly refusal?: ApiError;
}

/** How a request says who asks, as it was sent. */
export interface Credentials {
  /** The parameter `key`. */
  readonly key: string | string[] | undefined;
  /** The parameter `access_token`. */
  readonly accessToken: string | string[] | undefined;
  /** The header `Authorization`. */
  readonly authorization: string | undefined;
}

/**
 * Tells who asks (docs/api.md, "Credentials").
 * @param now epoch seconds
 */
export function identify(
  statements: Statements,
  ip: string,
  sent: Credentials,
  { credentials: place, refusalText }: NetworkBehaviour,
  now: number,
): Identified {
  if (place === 'query') return identifyByParameters(statements, ip, sent, now);
  if (place === 'header' && (sent.key || sent.accessToken))
    return { caller: { ip }, refusal: new ApiError(400, refusalText) };
  const bearer = /^Bearer +(\S+) *$/i.exec(sent.authorization ?? '')?.[1];
  if (bearer !== undefined) return identifyByBearer(statements, ip, bearer, now);
  return place === 'header' ? { caller: { ip } } : identifyByParameters(statements, ip, sent, now);
}

const TOKEN_SQL = 'SELECT account_id, client_id, scopes, expires_at, revoked_at FROM tokens WHERE token = :accessToken';

const invalidToken = (why: string) => new ApiError(402, `\`access_token\` is ${why}`);

/** Why a token does not work; undefined where it does. */
function tokenProblem(row: Row, now: number): ApiError | undefined {
  if (row['revoked_at'] !== null) return invalidToken('revoked');
  if (row['expires_at'] !== null && Number(row['expires_at']) <= now) return invalidToken('expired');
  return undefined;
}

/** @returns the application with this key, why the key does not work, or undefined where nobody has it */
function findApp(statements: Statements, key: string, now: number): Omit<Caller, 'ip'> | ApiError | undefined {
  const row = statements.get('SELECT client_id, key_expires_at FROM apps WHERE key = :key', { key });
  if (!row) return undefined;
  const clientId = String(row['client_id']);
  if (row['key_expires_at'] === null || Number(row['key_expires_at']) > now) return { clientId };
  return badParameter('key', '`key` has expired; generate a new one for the application');
}

const ownerOf = (row: Row) => ({
  accountId: Number(row['account_id']),
  scopes: String(row['scopes'])
    .split(/[\s,]+/)
    .filter(isScope),
});

/** A token counts for its person and application without a key; what is no token may be a key. */
function identifyByBearer(statements: Statements, ip: string, bearer: string, now: number): Identified {
  const row = statements.get(TOKEN_SQL, { accessToken: bearer });
  if (row) {
    const caller = { ip, clientId: String(row['client_id']) };
    const refusal = tokenProblem(row, now);
    return refusal ? { caller, refusal } : { caller: { ...caller, token: ownerOf(row) } };
  }
  const app = findApp(statements, bearer, now);
  if (app instanceof ApiError) return { caller: { ip }, refusal: app };
  if (app) return { caller: { ip, ...app } };
  // Said of a token rather than a key, because somebody whose token is gone has to sign in again.
  return { caller: { ip }, refusal: invalidToken('not known, and no application has it as its key') };
}

/** Takes `key` and `access_token`, one of each at most. */
function identifyByParameters(
  statements: Statements,
  ip: string,
  { key, accessToken }: Credentials,
  now: number,
): Identified {
  if (Array.isArray(key)) return { caller: { ip }, refusal: badParameter('key') };
  if (Array.isArray(accessToken)) return { caller: { ip }, refusal: badParameter('access_token') };
  const app = key ? findApp(statements, key, now) : undefined;
  if (app instanceof ApiError) return { caller: { ip }, refusal: app };
  if (key && !app) return { caller: { ip }, refusal: badParameter('key', "`key` doesn't match a known application") };
  if (!app) {
    if (!accessToken) return { caller: { ip } };
    return { caller: { ip }, refusal: new ApiError(405, '`key` is required when `access_token` is passed.') };
  }
  const caller: Caller = { ip, ...app };
  if (!accessToken) return { caller };
  const row = statements.get(TOKEN_SQL, { accessToken });
  if (!row) return { caller, refusal: invalidToken('not known') };
  const refusal = tokenProblem(row, now);
  if (refusal) return { caller, refusal };
  if (row['client_id'] !== ANY_APP && row['client_id'] !== caller.clientId)
    return {
      caller,
      refusal: badParameter('key', '`key` is not of the application that `access_token` was issued to'),
    };
  return { caller: { ...caller, token: ownerOf(row) } };
}
