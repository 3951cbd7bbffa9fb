import { ApiError, badParameter } from './errors.ts';
import type { Statements } from '../../world/database/statements.ts';

/** Scopes a token may carry (docs/api.md, "Authentication"). */
export const SCOPES = ['read_inbox', 'no_expiry', 'write_access', 'private_info'] as const;
export type Scope = (typeof SCOPES)[number];
export const isScope = (word: string): word is Scope => (SCOPES as readonly string[]).includes(word);

/** A granted token that any application may use; what `--grant` makes. */
export const ANY_APP = '*';

/** Who asks (docs/api.md, "Authentication"): anonymous, an application, or an application for a person. */
export interface Caller {
  readonly ip: string;
  /** The application whose key was sent. */
  readonly clientId?: string;
  readonly token?: { readonly accountId: number; readonly scopes: readonly Scope[] };
}

/** Who the request seems to be from, and what is wrong with that, if anything: quota counts even then. */
export interface Identified {
  readonly caller: Caller;
  readonly refusal?: ApiError;
}

/** Takes `key` and `access_token` as sent, one of each at most, and tells who that is. `now` in epoch seconds. */
export function identify(
  statements: Statements,
  ip: string,
  { key, accessToken }: Readonly<Record<'key' | 'accessToken', string | string[] | undefined>>,
  now: number,
): Identified {
  if (Array.isArray(key)) return { caller: { ip }, refusal: badParameter('key') };
  if (Array.isArray(accessToken)) return { caller: { ip }, refusal: badParameter('access_token') };
  const app = key ? statements.get('SELECT client_id FROM apps WHERE key = :key', { key }) : undefined;
  if (key && !app) return { caller: { ip }, refusal: badParameter('key', "`key` doesn't match a known application") };
  if (!app) {
    if (!accessToken) return { caller: { ip } };
    return { caller: { ip }, refusal: new ApiError(405, '`key` is required when `access_token` is passed.') };
  }
  const caller: Caller = { ip, clientId: String(app['client_id']) };
  if (!accessToken) return { caller };
  const row = statements.get(
    'SELECT account_id, client_id, scopes, expires_at, revoked_at FROM tokens WHERE token = :accessToken',
    {
      accessToken,
    },
  );
  const invalid = (why: string) => ({ caller, refusal: new ApiError(402, `\`access_token\` is ${why}`) });
  if (!row) return invalid('not known');
  if (row['revoked_at'] !== null) return invalid('revoked');
  if (row['expires_at'] !== null && Number(row['expires_at']) <= now) return invalid('expired');
  if (row['client_id'] !== ANY_APP && row['client_id'] !== caller.clientId)
    return {
      caller,
      refusal: badParameter('key', '`key` is not of the application that `access_token` was issued to'),
    };
  const granted = String(row['scopes'])
    .split(/[\s,]+/)
    .filter(isScope);
  return { caller: { ...caller, token: { accountId: Number(row['account_id']), scopes: granted } } };
}
