import { ANY_APP, type Scope } from '../api/gate/caller.ts';
import type { Statements } from '../world/database/statements.ts';

/** Seconds a token lives without `no_expiry` (docs/api.md, "Authentication"). */
export const TOKEN_LIFETIME_SECONDS = 86_399;

/**
 * A code or token with the letters that the public service's have beside the usual ones: `(`, `)` and `*`, two brackets
 * at its end (docs/api.md, "Authentication"). @param secret a word of at least 20 letters, digits, `-` and `_`
 */
export function withBrackets(secret: string): string {
  const letters = secret.replaceAll('-', '(').replaceAll('_', ')');
  return `${letters.slice(0, 7)}(${letters.slice(7, 14)}*${letters.slice(14)}${letters < 'a' ? '((' : '))'}`;
}

/** A token to be; `clientId` is left out for one that any application may use. */
export interface Grant {
  token: string;
  accountId: number;
  scopes: readonly Scope[];
  clientId?: string;
}

/** Writes a token down. @returns the seconds it lives, or undefined for good */
export function grantToken(statements: Statements, grant: Grant, now: number): number | undefined {
  const expires = grant.scopes.includes('no_expiry') ? undefined : TOKEN_LIFETIME_SECONDS;
  statements.run(
    `INSERT OR REPLACE INTO tokens (token, account_id, client_id, scopes, created_at, expires_at, revoked_at)
       VALUES (:token, :accountId, :clientId, :scopes, :now, :expiresAt, NULL)`,
    {
      token: grant.token,
      accountId: grant.accountId,
      clientId: grant.clientId ?? ANY_APP,
      scopes: grant.scopes.join(' '),
      now,
      expiresAt: expires === undefined ? null : now + expires,
    },
  );
  return expires;
}

/** Accounts of the people who hold a token that still works. */
export function tokenHolders(statements: Statements, now: number): number[] {
  return statements
    .all(
      'SELECT DISTINCT account_id FROM tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)',
      { now },
    )
    .map((row) => Number(row['account_id']));
}
