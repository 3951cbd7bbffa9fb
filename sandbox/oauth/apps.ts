import { RegistrationError } from '../api/errors.ts';
import { fillInbox } from '../dump/inbox.ts';
import { ANY_APP, type Scope, TOKEN_LIFETIME_SECONDS } from '../api/caller.ts';
import type { Statements } from '../world/database/statements.ts';

/** An application registered with the network. */
export interface App {
  clientId: string;
  key: string;
  /** The OAuth domain, without a port. */
  domain: string;
  secret?: string;
  /** Whether it may have the implicit flow; default true. */
  clientSide?: boolean;
  /** Whether it may be led back to the network's own page for desktop apps; default true. */
  desktop?: boolean;
  /** Whether it may have codes by PKCE; default true. A code without takes a secret. */
  pkce?: boolean;
  /** When its key ends, in epoch seconds; default never (docs/api.md, "Applications"). */
  keyExpiresAt?: number;
  /** Whether it has a post on the network, which writing may need (docs/api.md, "Applications"); default false. */
  hasPost?: boolean;
  /** As the dialog shows it; the client id if left out. */
  name?: string;
}

/** Always registered, so that a first try needs no setting up. */
const demoApp: App = { clientId: 'demo', key: 'demo-key', domain: 'localhost', name: 'Demo app' };

/** Returns the client id of another application with this key, or undefined. */
const otherWithKey = (statements: Statements, key: string, clientId: string) =>
  statements.get('SELECT client_id FROM apps WHERE key = :key AND client_id <> :clientId', { key, clientId })?.[
    'client_id'
  ];

/** Registers applications, the demo one included; one that was there under the same client id is replaced. */
export function registerApps(statements: Statements, apps: readonly App[]): void {
  for (const app of [demoApp, ...apps]) {
    const other = otherWithKey(statements, app.key, app.clientId);
    if (other !== undefined)
      throw new RegistrationError(`The apps ${String(other)} and ${app.clientId} cannot have the same key.`);
    const { clientId, secret = null, name = clientId, key, domain, keyExpiresAt = null } = app;
    const { clientSide = true, desktop = true, pkce = true, hasPost = false } = app;
    const rights = { client_side: Number(clientSide), desktop: Number(desktop), pkce: Number(pkce) };
    const words = { client_id: clientId, client_secret: secret, name, key, domain };
    const row = { ...words, ...rights, key_expires_at: keyExpiresAt, has_post: Number(hasPost) };
    const columns = Object.keys(row);
    const same = columns.map((column) => `${column} IS :${column}`).join(' AND ');
    // A start that changes nothing writes nothing.
    if (statements.get(`SELECT 1 FROM apps WHERE ${same}`, row)) continue;
    const values = columns.map((column) => `:${column}`).join(', ');
    statements.run(`INSERT OR REPLACE INTO apps (${columns.join(', ')}) VALUES (${values})`, row);
  }
}

/**
 * Sets another key of an application, or the end of its key, as whoever registered it does.
 * @param change `keyExpiresAt` in epoch seconds; with a new key alone the end of the old one is forgotten
 * @throws RegistrationError where there is no such application, or another has that key
 */
export function changeKey(
  statements: Statements,
  clientId: string,
  { key, keyExpiresAt }: { key?: string | undefined; keyExpiresAt?: number | undefined },
): void {
  if (!statements.get('SELECT 1 FROM apps WHERE client_id = :clientId', { clientId }))
    throw new RegistrationError(`There is no app with the client id ${clientId}.`);
  if (key !== undefined && otherWithKey(statements, key, clientId) !== undefined)
    throw new RegistrationError('Another app has that key.');
  statements.run(
    'UPDATE apps SET key = coalesce(:key, key), key_expires_at = :keyExpiresAt WHERE client_id = :clientId',
    { clientId, key: key ?? null, keyExpiresAt: keyExpiresAt ?? null },
  );
}

/**
 * Returns a code or token with the letters that the public service's have beside the usual ones: `(`, `)` and `*`, two
 * brackets at its end (docs/api.md, "Authentication").
 * @param secret a word of at least 20 letters, digits, `-` and `_`
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

/**
 * Registers a token.
 * @returns the seconds it lives, or undefined for good
 * @throws RegistrationError where there is no such account
 */
export function grantToken(statements: Statements, grant: Grant, now: number): number | undefined {
  const { token, accountId, scopes, clientId = ANY_APP } = grant;
  if (!statements.get('SELECT 1 FROM accounts WHERE id = :accountId', { accountId }))
    throw new RegistrationError(`There is no account ${accountId} to grant a token to.`);
  const lifetime = scopes.includes('no_expiry') ? undefined : TOKEN_LIFETIME_SECONDS;
  statements.run(
    `INSERT OR REPLACE INTO tokens (token, account_id, client_id, scopes, created_at, expires_at, revoked_at)
       VALUES (:token, :accountId, :clientId, :scopes, :now, :now + :lifetime, NULL)`,
    { token, accountId, clientId, scopes: scopes.join(' '), now, lifetime: lifetime ?? null },
  );
  fillInbox(statements, accountId);
  return lifetime;
}

/** Returns the accounts of the people who hold a token that still works. */
export function tokenHolders(statements: Statements, now: number): number[] {
  return statements
    .all(
      'SELECT DISTINCT account_id FROM tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)',
      { now },
    )
    .map((row) => Number(row['account_id']));
}
