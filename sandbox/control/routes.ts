import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError, badParameter } from '../api/gate/errors.ts';
import type { Network } from '../api/network.ts';
import { sendJson } from '../api/encoding/send.ts';
import type { PushSocket } from '../socket/push-socket.ts';
import { allRoutes } from '../api/routes/index.ts';
import { ACTION_ARGUMENTS, ActionError, LAST_MOMENT, type Actions } from '../world/world.ts';
import { registerCredentials } from './credentials.ts';
import { done, read } from './body.ts';
import { BackoffPlan, ClockChange, Fault, QuotaRemaining, SocketChange } from './messages.ts';

/**
 * The room `control` lets tests and people steer a running sandbox, with HTTP routes under `/_sandbox`: set its clock
 * forward, run actions, cause faults, read the log of requests, and put everything back to the start.
 */

/** What the control routes move beside the network itself. */
export interface Steering {
  /** Sets the clock forward by seconds. */
  advance(seconds: number): void;
  /** Puts everything back to how it was at the start. */
  reset(): void;
  /** Undefined where there is none. */
  readonly socket: PushSocket | undefined;
}

const isAction = (name: string): name is keyof Actions => Object.hasOwn(ACTION_ARGUMENTS, name);

/** Runs a named action with whatever was sent; the action itself says why it cannot be done. */
function runAction(actions: Actions, name: string, body: unknown): unknown {
  if (!isAction(name))
    throw badParameter(
      'action',
      `There is no action called ${name}; there are ${Object.keys(ACTION_ARGUMENTS).join(', ')}.`,
    );
  const argument = read<unknown>(ACTION_ARGUMENTS[name], body);
  try {
    return (actions[name] as (argument: unknown) => unknown)(argument);
  } catch (error) {
    if (error instanceof ActionError) throw badParameter('action', error.message);
    throw error;
  }
}

/** The name under which a path's backoff is counted. */
function methodOf(path: string): string {
  const route = allRoutes.find(({ name, paths }) => name === path || paths.includes(path));
  if (!route)
    throw badParameter('method', `There is no method ${path}; name it by its path, like /me/inbox or /users/{ids}.`);
  return route.name;
}

/** Adds what tests steer the network with, under `/_sandbox/`. Only with `--control`: it asks nobody who they are. */
export function registerControl(app: FastifyInstance, network: Network, steering: Steering): void {
  void app.register(async (control) => addRoutes(control, network, steering), { prefix: '/_sandbox' });
}

/** Says of any other address there which ones there are. */
function nameRoutes(app: FastifyInstance, network: Network): void {
  const names: string[] = [];
  app.all('/*', ({ method, url }, reply) => {
    const why = `There is no control route ${method} ${url.split('?', 1)[0] ?? ''}; there are ${names.join(', ')}.`;
    const { status, body } = new ApiError(404, why).toResponse(network.behaviour.errorStyle);
    sendJson(reply, status, {}, body);
  });
  app.addHook('onRoute', ({ method, path }) => {
    if (method !== 'HEAD') names.push(`${String(method)} ${path}`);
  });
}

/** The socket's faults and heartbeats, and who listens to what. */
function registerSocket(app: FastifyInstance, socket: PushSocket | undefined): void {
  const needed = () => {
    if (socket) return socket;
    throw badParameter('socket', 'This network has no socket; one like the public service has (--like public).');
  };
  app.get('/socket', (_request, reply) => done(reply, { topics: needed().topics() }));
  app.post('/socket', ({ body }, reply) => {
    const { fault, ms, heartbeat, drop } = read(SocketChange, body);
    if (fault !== undefined) needed().setFault(fault ?? undefined, ms);
    if (heartbeat) needed().beat();
    if (drop) needed().drop();
    done(reply);
  });
}

function addRoutes(app: FastifyInstance, network: Network, steering: Steering): void {
  app.setErrorHandler<FastifyError>((error) => {
    throw error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
      ? badParameter('body', 'Send the body as JSON, with the content type application/json.')
      : error;
  });
  nameRoutes(app, network);
  app.post('/clock', ({ body }, reply) => {
    const change = read(ClockChange, body);
    const now = network.world.clock.now();
    if ('to' in change && change.to < now) throw badParameter('to', `The clock cannot go back; it is ${now} now.`);
    const to = 'to' in change ? change.to : now + change.advance;
    if (to > LAST_MOMENT) throw badParameter('clock', 'The calendar of the network ends with the year 9999.');
    steering.advance(to - now);
    done(reply, { now: network.world.clock.now() });
  });
  app.post('/reset', (_request, reply) => {
    steering.reset();
    done(reply, { now: network.world.clock.now() });
  });
  app.post<{ Params: { action: string } }>('/actions/:action', ({ params, body }, reply) => {
    done(reply, { result: runAction(network.world.actions, params.action, body) ?? null });
  });
  app.post('/faults', ({ body }, reply) => {
    network.faults.plan(read(Fault, body));
    done(reply);
  });
  app.delete('/faults', (_request, reply) => {
    network.faults.clear();
    network.backoff.clear();
    done(reply);
  });
  app.post('/backoff', ({ body }, reply) => {
    const { method, seconds, times } = read(BackoffPlan, body);
    network.backoff.plan({ seconds, times, ...(method === undefined ? {} : { method: methodOf(method) }) });
    done(reply);
  });
  app.get('/behaviour', (_request, reply) => done(reply, { behaviour: network.behaviour }));
  app.get('/requests', (_request, reply) => done(reply, { requests: network.requests.records }));
  app.delete('/requests', (_request, reply) => {
    network.requests.records.length = 0;
    done(reply);
  });
  app.post('/quota', ({ body }, reply) => {
    network.gate.quota.setRemaining(read(QuotaRemaining, body).remaining);
    done(reply);
  });
  registerSocket(app, steering.socket);
  registerCredentials(app, network);
}
