import type { FastifyError, FastifyInstance } from 'fastify';
import { z } from 'zod';
import { SCOPES } from '../api/caller.ts';
import { SOCKET_FAULTS } from '../behaviour.ts';
import { ApiError, badParameter, RegistrationError } from '../api/errors.ts';
import { Fault } from '../api/faults.ts';
import type { Network } from '../api/network.ts';
import { allRoutes } from '../api/routes/index.ts';
import { sendJson } from '../api/send.ts';
import { changeKey, grantToken } from '../oauth/apps.ts';
import type { PushSocket } from '../socket/push-socket.ts';
import { ACTION_ARGUMENTS, ActionError, LAST_MOMENT, type Actions } from '../world/world.ts';

/** Bodies of the control routes. */
const ClockChange = z.union(
  [
    z.strictObject({ advance: z.number().int().min(0) }),
    /** Epoch seconds, not before the network's present. */
    z.strictObject({ to: z.number().int() }),
  ],
  'send either advance, whole seconds from 0 on, or to, a moment in whole epoch seconds',
);

export const BackoffPlan = z.strictObject({
  /** A method by one of its paths, e.g. `/me/inbox` or `/users/{ids}`; absent: any. */
  method: z.string().optional(),
  seconds: z.number().int().min(1),
  times: z.number().int().min(1).default(1),
});

/** Which tokens to end: one, those of a person, or all. */
export const TokenRevocation = z.strictObject({ token: z.string().optional(), accountId: z.number().int().optional() });

export const TokenGrant = z.strictObject({
  token: z.string().min(1),
  accountId: z.number().int(),
  scopes: z.array(z.enum(SCOPES)).default([]),
});

/** Another key for an application, or an end for the one it has. */
export const KeyChange = z.strictObject({
  clientId: z.string(),
  key: z.string().min(1).optional(),
  /** From now on; 0 is at once. */
  expiresInSeconds: z.int().min(0).optional(),
});

/** Change of the socket; docs/api.md, "Socket". */
export const SocketChange = z.strictObject({
  /** How it fails from now on; null is not at all. */
  fault: z.enum(SOCKET_FAULTS).nullable().optional(),
  /** Milliseconds by which frames of `late` are late, by the machine's clock. */
  ms: z.number().int().min(0).max(600_000).optional(),
  /** Whether everybody is sent a heartbeat now. */
  heartbeat: z.boolean().default(false),
  /** Whether every connection is broken. */
  drop: z.boolean().default(false),
});

/**
 * The room `control` lets tests and people steer a running sandbox, with HTTP routes under `/_sandbox`: set its clock
 * forward, run actions, cause faults, read the log of requests, and put everything back to the start.
 */

/** Parts of a network that the control routes move beside the network itself. */
export interface Steering {
  /** Sets the clock forward by seconds. */
  advance(seconds: number): void;
  /** Puts everything back to how it was at the start. */
  reset(): void;
  /** Undefined where there is none. */
  readonly socket: PushSocket | undefined;
}

/** Adds what tests steer the network with, under `/_sandbox/`. Only with `--control`: it asks nobody who they are. */
export function registerControl(app: FastifyInstance, network: Network, steering: Steering): void {
  const addRoutes = async (control: FastifyInstance) => {
    control.setErrorHandler<FastifyError>((error) => {
      if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
        throw badParameter('body', 'Send the body as JSON, with the content type application/json.');
      // The world and the registry say themselves what cannot be done.
      const isRefusal = error instanceof ActionError || error instanceof RegistrationError;
      throw isRefusal ? badParameter('body', error.message) : error;
    });
    nameRoutes(control);
    addWorldRoutes(control, network, steering);
    addFaultRoutes(control, network);
    addSocketRoutes(control, steering.socket);
    addCredentialRoutes(control, network);
  };
  void app.register(addRoutes, { prefix: '/_sandbox' });
}

/** Says of any other address there which ones there are. */
function nameRoutes(app: FastifyInstance): void {
  const names: string[] = [];
  app.all('/*', ({ method, url }) => {
    const path = url.split('?', 1)[0] ?? '';
    throw new ApiError(404, `There is no control route ${method} ${path}; there are ${names.join(', ')}.`);
  });
  app.addHook('onRoute', ({ method, path }) => {
    if (method !== 'HEAD') names.push(`${String(method)} ${path}`);
  });
}

/** Reads a body; an empty one says nothing. @throws ApiError 400 that says of each field what it should be */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.length > 0 ? path.join('.') : 'the body'}: ${message}`,
  );
  throw badParameter('body', problems.join('; '));
}

/** Adds a route that reads what `Takes` describes, does it, and tells what came of it. */
function route<T>(
  app: FastifyInstance,
  [method, url]: readonly ['GET' | 'POST' | 'DELETE', string],
  Takes: z.ZodType<T>,
  run: (sent: T, inPath: Record<string, string>) => object | void,
): void {
  app.route({
    method,
    url,
    handler: ({ body, params }, reply) =>
      sendJson(reply, 200, run(read(Takes, body), params as Record<string, string>) ?? {}),
  });
}
const Anything = z.unknown();

const isAction = (name: string): name is keyof Actions => Object.hasOwn(ACTION_ARGUMENTS, name);

/** Runs a named action with whatever was sent; the action itself says why it cannot be done. */
function runAction(actions: Actions, name: string, body: unknown): unknown {
  if (!isAction(name)) {
    const known = Object.keys(ACTION_ARGUMENTS).join(', ');
    throw badParameter('action', `There is no action called ${name}; there are ${known}.`);
  }
  return (actions[name] as (argument: unknown) => unknown)(read<unknown>(ACTION_ARGUMENTS[name], body));
}

/** Adds the clock, the actions, and the way back to the start. */
function addWorldRoutes(app: FastifyInstance, { world }: Network, steering: Steering): void {
  const present = () => ({ now: world.clock.now() });
  route(app, ['POST', '/clock'], ClockChange, (change) => {
    const { now } = present();
    if ('to' in change && change.to < now) throw badParameter('to', `The clock cannot go back; it is ${now} now.`);
    const to = 'to' in change ? change.to : now + change.advance;
    if (to > LAST_MOMENT) throw badParameter('clock', 'The calendar of the network ends with the year 9999.');
    steering.advance(to - now);
    return present();
  });
  route(app, ['POST', '/reset'], Anything, () => {
    steering.reset();
    return present();
  });
  route(app, ['POST', '/actions/:action'], Anything, (body, { action = '' }) => ({
    result: runAction(world.actions, action, body) ?? null,
  }));
}

/** Returns the name under which a path's backoff is counted. */
function methodOf(path: string): string {
  const found = allRoutes.find(({ name, paths }) => name === path || paths.includes(path));
  if (!found)
    throw badParameter('method', `There is no method ${path}; name it by its path, like /me/inbox or /users/{ids}.`);
  return found.name;
}

/** Adds what makes answers fail, and what was asked. */
function addFaultRoutes(app: FastifyInstance, { backoff, behaviour, faults, gate, requests }: Network): void {
  route(app, ['POST', '/faults'], Fault, (fault) => faults.plan(fault));
  route(app, ['DELETE', '/faults'], Anything, () => {
    faults.clear();
    backoff.clear();
  });
  route(app, ['POST', '/backoff'], BackoffPlan, ({ method, ...plan }) =>
    backoff.plan({ ...plan, ...(method === undefined ? {} : { method: methodOf(method) }) }),
  );
  route(app, ['GET', '/behaviour'], Anything, () => ({ behaviour }));
  route(app, ['GET', '/requests'], Anything, () => ({ requests: requests.records }));
  route(app, ['DELETE', '/requests'], Anything, () => {
    requests.records.length = 0;
  });
  route(app, ['POST', '/quota'], z.strictObject({ remaining: z.int().min(0) }), ({ remaining }) =>
    gate.quota.setRemaining(remaining),
  );
}

/** Adds the socket's faults and heartbeats, and who listens to what. */
function addSocketRoutes(app: FastifyInstance, socket: PushSocket | undefined): void {
  const needed = () => {
    if (socket) return socket;
    throw badParameter('socket', 'This network has no socket; one like the public service has (--like public).');
  };
  route(app, ['GET', '/socket'], Anything, () => ({ topics: needed().topics() }));
  route(app, ['POST', '/socket'], SocketChange, ({ fault, ms, heartbeat, drop }) => {
    if (fault !== undefined) needed().setFault(fault ?? undefined, ms);
    if (heartbeat) needed().beat();
    if (drop) needed().drop();
  });
}

/** Adds what grants and ends tokens, and changes keys. */
function addCredentialRoutes(app: FastifyInstance, { statements, world: { clock } }: Network): void {
  route(app, ['POST', '/tokens'], TokenGrant, (grant) => {
    if (!statements.get('SELECT 1 FROM accounts WHERE id = :id', { id: grant.accountId }))
      throw badParameter('accountId', `accountId: there is no account ${grant.accountId}`);
    grantToken(statements, grant, clock.now());
  });
  route(app, ['POST', '/tokens/revoke'], TokenRevocation, ({ token = null, accountId = null }) => {
    // As a person does it, for the whole application, so the next sign-in asks again.
    statements.run(
      `DELETE FROM approvals WHERE
         (:token IS NULL OR (account_id, client_id) IN (SELECT account_id, client_id FROM tokens WHERE token = :token))
         AND (:accountId IS NULL OR account_id = :accountId)`,
      { token, accountId },
    );
    const revoked = statements.run(
      `UPDATE tokens SET revoked_at = :now WHERE revoked_at IS NULL
         AND (:token IS NULL OR token = :token) AND (:accountId IS NULL OR account_id = :accountId)`,
      { now: clock.now(), token, accountId },
    );
    return { revoked };
  });
  route(app, ['POST', '/keys'], KeyChange, ({ clientId, key, expiresInSeconds }) => {
    const keyExpiresAt = expiresInSeconds === undefined ? undefined : clock.now() + expiresInSeconds;
    changeKey(statements, clientId, { key, keyExpiresAt });
  });
}
