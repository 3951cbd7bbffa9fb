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
    };
    const same = `client_id = :clientId AND client_secret IS :secret AND name = :name AND key = :key
      AND domain = :domain
      AND client_side = :clientSide AND desktop = :desktop AND pkce = :pkce`;
    // A start that changes nothing writes nothing.
    if (statements.get(`SELECT 1 FROM apps WHERE ${same}`, registered)) continue;
    statements.run(
      `INSERT OR REPLACE INTO apps (client_id, client_secret, name, key, domain, client_side, desktop, pkce)
         VALUES (:clientId, :secret, :name, :key, :domain, :clientSide, :desktop, :pkce)`,
      registered,
    );
  }
}

/** Registers tokens ahead of any sign-in. */
export function registerGrants(statements: Statements, grants: readonly Grant[], now: number): void {
  for (const grant of grants) {
    if (!statements.get('SELECT 1 FROM accounts WHERE id = :id', { id: grant.accountId }))
      throw new RegistrationError(`There is no account ${grant.accountId} to grant a token to.`);
    grantToken(statements, grant, now);
  }
}
