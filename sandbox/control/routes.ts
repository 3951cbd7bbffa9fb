import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { badParameter } from '../http/errors.ts';
import type { Network } from '../http/network.ts';
import { sendJson } from '../http/send.ts';
import { grantToken } from '../oauth/tokens.ts';
import { routes } from '../routes/index.ts';
import { Fault } from './faults.ts';
import { BackoffPlan, ClockChange, QuotaRemaining, TokenGrant, TokenRevocation } from './messages.ts';

/** The end of the year 9999 (public-facts section 4). */
const lastMoment = 253_402_300_799;

/** What the control routes move beside the network itself. */
export interface Steering {
  /** Sets the clock forward by seconds. */
  advance(seconds: number): void;
  /** Puts everything back to how it was at the start. */
  reset(): void;
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

/** The name under which a path's backoff is counted. */
function methodOf(path: string): string {
  const route = routes.find(({ name, paths }) => name === path || paths.includes(path));
  if (!route) throw badParameter('method', `There is no method ${path}; name it by its path, like /me/inbox or /users/{ids}.`);
  return route.name;
}

/** Adds what tests steer the network with, under `/_sandbox/`. Only with `--control`: it asks nobody who they are. */
export function registerControl(app: FastifyInstance, network: Network, steering: Steering): void {
  const read = <T>(schema: z.ZodType<T>, body: unknown): T => {
    const parsed = schema.safeParse(body ?? {});
    if (parsed.success) return parsed.data;
    throw badParameter('body', z.prettifyError(parsed.error));
  };
  const done = (reply: FastifyReply, body: object = {}) => sendJson(reply, 200, {}, body);
  const { statements } = network;

  app.post('/_sandbox/clock', ({ body }, reply) => {
    const change = read(ClockChange, body);
    const now = network.world.clock.now();
    if ('to' in change && change.to < now) throw badParameter('to', `The clock cannot go back; it is ${now} now.`);
    const to = 'to' in change ? change.to : now + change.advance;
    if (to > lastMoment) throw badParameter('clock', 'The calendar of the network ends with the year 9999.');
    steering.advance(to - now);
    done(reply, { now: network.world.clock.now() });
  });
  app.post('/_sandbox/reset', (_request, reply) => {
    steering.reset();
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
    network.backoff.plan({ seconds, times, ...(method === undefined ? {} : { method: methodOf(method) }) });
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
    // As a person does it, for the whole application, so the next sign-in asks again.
    statements.run(
      `DELETE FROM approvals WHERE (:token IS NULL OR (account_id, client_id) IN (SELECT account_id, client_id FROM tokens WHERE token = :token))
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
