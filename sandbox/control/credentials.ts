import type { FastifyInstance } from 'fastify';
import { badParameter } from '../api/gate/errors.ts';
import type { Network } from '../api/network.ts';
import { changeKey, grantToken, RegistrationError } from '../oauth/apps.ts';
import { done, read } from './body.ts';
import { KeyChange, TokenGrant, TokenRevocation } from './messages.ts';

/** Adds the control routes that grant and end tokens, and change keys. */
export function registerCredentials(app: FastifyInstance, network: Network): void {
  const { statements } = network;
  app.post('/tokens', ({ body }, reply) => {
    const grant = read(TokenGrant, body);
    if (!statements.get('SELECT 1 FROM accounts WHERE id = :id', { id: grant.accountId }))
      throw badParameter('accountId', `accountId: there is no account ${grant.accountId}`);
    grantToken(statements, grant, network.world.clock.now());
    done(reply);
  });
  app.post('/tokens/revoke', ({ body }, reply) => {
    const { token, accountId } = read(TokenRevocation, body);
    // As a person does it, for the whole application, so the next sign-in asks again.
    statements.run(
      `DELETE FROM approvals WHERE
         (:token IS NULL OR (account_id, client_id) IN (SELECT account_id, client_id FROM tokens WHERE token = :token))
         AND (:accountId IS NULL OR account_id = :accountId)`,
      { token: token ?? null, accountId: accountId ?? null },
    );
    const revoked = statements.run(
      `UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL
         AND (:token IS NULL OR token = :token) AND (:accountId IS NULL OR account_id = :accountId)`,
      { now: network.world.clock.now(), token: token ?? null, accountId: accountId ?? null },
    );
    done(reply, { revoked });
  });
  app.post('/keys', ({ body }, reply) => {
    const { clientId, key, expiresInSeconds } = read(KeyChange, body);
    const keyExpiresAt = expiresInSeconds === undefined ? undefined : network.world.clock.now() + expiresInSeconds;
    try {
      changeKey(statements, clientId, { key, keyExpiresAt });
    } catch (error) {
      throw error instanceof RegistrationError ? badParameter('key', error.message) : error;
    }
    done(reply);
  });
}
