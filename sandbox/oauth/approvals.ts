import { isScope, type Scope } from '../api/gate/caller.ts';
import type { Statements } from '../world/database/statements.ts';

/**
 * What people have allowed applications; a person is not asked the same twice until it is taken back (docs/api.md,
 * "Authentication").
 */

const read = (statements: Statements, clientId: string, accountId: number): Scope[] | undefined => {
  const row = statements.get('SELECT scopes FROM approvals WHERE client_id = :clientId AND account_id = :accountId', {
    clientId,
    accountId,
  });
  return row && String(row['scopes']).split(' ').filter(isScope);
};

/** Whether the person allowed the application all of this before. */
export function isApproved(
  statements: Statements,
  clientId: string,
  accountId: number,
  scopes: readonly Scope[],
): boolean {
  const allowed = read(statements, clientId, accountId);
  return allowed !== undefined && scopes.every((scope) => allowed.includes(scope));
}

/** Remembers what the person allows the application, beside what it was allowed before. */
export function approve(statements: Statements, clientId: string, accountId: number, scopes: readonly Scope[]): void {
  const all = new Set([...(read(statements, clientId, accountId) ?? []), ...scopes]);
  statements.run(
    'INSERT OR REPLACE INTO approvals (client_id, account_id, scopes) VALUES (:clientId, :accountId, :scopes)',
    {
      clientId,
      accountId,
      scopes: [...all].join(' '),
    },
  );
}
