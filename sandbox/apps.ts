import type { Statements } from './http/statements.ts';
import { grantToken, type Grant } from './oauth/tokens.ts';

/** An application registered with the network. */
export interface App {
  clientId: string;
  key: string;
  /** The OAuth domain, without a port. */
  domain: string;
  secret?: string;
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
    if (other) throw new RegistrationError(`The apps ${String(other['client_id'])} and ${app.clientId} cannot have the same key.`);
    statements.run(
      'INSERT OR REPLACE INTO apps (client_id, client_secret, name, key, domain) VALUES (:clientId, :secret, :name, :key, :domain)',
      { clientId: app.clientId, secret: app.secret ?? null, name: app.name ?? app.clientId, key: app.key, domain: app.domain },
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
