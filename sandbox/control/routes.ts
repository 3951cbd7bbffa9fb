import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { badParameter } from '../http/errors.ts';
import type { Network } from '../http/network.ts';
import { sendJson } from '../http/send.ts';
import { grantToken } from '../oauth/tokens.ts';
import { Fault } from './faults.ts';
import { BackoffPlan, ClockAdvance, QuotaRemaining, TokenGrant, TokenRevocation } from './messages.ts';

/** A clock that can be set forward. */
export interface Advancing {
  advance(seconds: number): void;
}

const DeedArgument = z.record(z.string(), z.unknown());

/** Runs a named deed with whatever was sent; the deed itself says what is wrong with that. */
function runDeed(network: Network, name: string, argument: Record<string, unknown>): unknown {
  const deeds = network.world.deeds as unknown as Record<string, ((argument: Record<string, unknown>) => unknown) | undefined>;
  const deed = Object.hasOwn(deeds, name) ? deeds[name] : undefined;
  if (!deed) throw badParameter('deed', `There is no deed called ${name}; there are ${Object.keys(deeds).join(', ')}.`);
  try {
    return deed(argument);
  } catch (error) {
    throw badParameter('deed', error instanceof Error ? error.message : String(error));
  }
}

/** Adds what tests steer the network with, under `/_sandbox/`. Only with `--control`: it asks nobody who they are. */
export function registerControl(app: FastifyInstance, network: Network, clock: Advancing): void {
  const read = <T>(schema: z.ZodType<T>, body: unknown): T => {
    const parsed = schema.safeParse(body ?? {});
    if (parsed.success) return parsed.data;
    throw badParameter('body', z.prettifyError(parsed.error));
  };
  const done = (reply: FastifyReply, body: object = {}) => sendJson(reply, 200, {}, body);
  const { statements } = network;

  app.post('/_sandbox/clock', ({ body }, reply) => {
    clock.advance(read(ClockAdvance, body).advance);
    done(reply, { now: network.world.clock.now() });
  });
  app.post<{ Params: { deed: string } }>('/_sandbox/deeds/:deed', ({ params, body }, reply) => {
    done(reply, { result: runDeed(network, params.deed, read(DeedArgument, body)) ?? null });
  });
  app.post('/_sandbox/faults', ({ body }, reply) => {
    network.faults.plan(read(Fault, body));
    done(reply);
  });
  app.delete('/_sandbox/faults', (_request, reply) => {
    network.faults.clear();
    network.backoff.clear();
    done(reply);
  });
  app.post('/_sandbox/backoff', ({ body }, reply) => {
    const { method, seconds, times } = read(BackoffPlan, body);
    network.backoff.plan({ seconds, times, ...(method === undefined ? {} : { method }) });
    done(reply);
  });
  app.post('/_sandbox/tokens', ({ body }, reply) => {
    const grant = read(TokenGrant, body);
    if (!statements.get('SELECT 1 FROM accounts WHERE id = :id', { id: grant.accountId })) throw badParameter('accountId');
    grantToken(statements, grant, network.world.clock.now());
    done(reply);
  });
  app.post('/_sandbox/tokens/revoke', ({ body }, reply) => {
    const { token, accountId } = read(TokenRevocation, body);
    const revoked = statements.run(
      `UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL
         AND (:token IS NULL OR token = :token) AND (:accountId IS NULL OR account_id = :accountId)`,
      { now: network.world.clock.now(), token: token ?? null, accountId: accountId ?? null },
    );
    done(reply, { revoked });
  });
  app.get('/_sandbox/requests', (_request, reply) => done(reply, { requests: network.requests.records }));
  app.delete('/_sandbox/requests', (_request, reply) => {
    network.requests.records.length = 0;
    done(reply);
  });
  app.post('/_sandbox/quota', ({ body }, reply) => {
    network.quota.setRemaining(read(QuotaRemaining, body).remaining);
    done(reply);
  });
}
