import type { Statements } from '../world/database/statements.ts';
import { grantToken, type Grant } from './tokens.ts';

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

/** An application or token that cannot be registered; the message says why. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError';
}

/** Registers applications, the demo one included; one that was there under the same client id is replaced. */
export function registerApps(statements: Statements, apps: readonly App[]): void {
  for (const app of [demoApp, ...apps]) {
    const other = statements.get('SELECT client_id FROM apps WHERE key = :key AND client_id <> :clientId', {
      key: app.key,
      clientId: app.clientId,
    });
    if (other)
      throw new RegistrationError(
        `The apps ${String(other['client_id'])} and ${app.clientId} cannot have the same key.`,
      );
    const registered = {
      clientId: app.clientId,
      secret: app.secret ?? null,
      name: app.name ?? app.clientId,
      key: app.key,
      domain: app.domain,
      clientSide: Number(app.clientSide ?? true),
      desktop: Number(app.desktop ?? true),
      pkce: Number(app.pkce ?? true),
      keyExpiresAt: app.keyExpiresAt ?? null,
      hasPost: Number(app.hasPost ?? false),
    };
    const same = `client_id = :clientId AND client_secret IS :secret AND name = :name AND key = :key
      AND domain = :domain
      AND client_side = :clientSide AND desktop = :desktop AND pkce = :pkce
      AND key_expires_at IS :keyExpiresAt AND has_post = :hasPost`;
    // A start that changes nothing writes nothing.
    if (statements.get(`SELECT 1 FROM apps WHERE ${same}`, registered)) continue;
    statements.run(
      `INSERT OR REPLACE INTO apps
         (client_id, client_secret, name, key, domain, client_side, desktop, pkce, key_expires_at, has_post)
         VALUES
           (:clientId, :secret, :name, :key, :domain, :clientSide, :desktop, :pkce, :keyExpiresAt, :hasPost)`,
      registered,
    );
  }
}

/**
 * Gives an application another key, or its key an end, as whoever registered it does.
 * @param change `keyExpiresAt` in epoch seconds; with a new key alone the end of the old one is forgotten
 * @throws RegistrationError where there is no such application, or another has that key
 */
export function changeKey(
  statements: Statements,
  clientId: string,
  change: { key?: string | undefined; keyExpiresAt?: number | undefined },
): void {
  const { key, keyExpiresAt } = change;
  if (!statements.get('SELECT 1 FROM apps WHERE client_id = :clientId', { clientId }))
    throw new RegistrationError(`There is no app with the client id ${clientId}.`);
  if (
    key !== undefined &&
    statements.get('SELECT 1 FROM apps WHERE key = :key AND client_id <> :clientId', { key, clientId })
  )
    throw new RegistrationError('Another app has that key.');
  statements.run(
    'UPDATE apps SET key = coalesce(:key, key), key_expires_at = :keyExpiresAt WHERE client_id = :clientId',
    {
      clientId,
      key: key ?? null,
      keyExpiresAt: keyExpiresAt ?? null,
    },
  );
}

/** Registers tokens ahead of any sign-in. */
export function registerGrants(statements: Statements, grants: readonly Grant[], now: number): void {
  for (const grant of grants) {
    if (!statements.get('SELECT 1 FROM accounts WHERE id = :id', { id: grant.accountId }))
      throw new RegistrationError(`There is no account ${grant.accountId} to grant a token to.`);
    grantToken(statements, grant, now);
  }
}
