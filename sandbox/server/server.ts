import type { RequestRecord } from '../api/gate/request-log.ts';
import type { Steering } from '../control/routes.ts';
import { rememberStartState } from '../control/start-state.ts';
import type { SignInNetwork } from '../oauth/exchange.ts';
import { tokenHolders } from '../oauth/apps.ts';
import { createActivity, type Activity } from '../world/activity/activity.ts';
import { createAdvancingClock, createTickingClock, type AdvancingClock } from '../world/clock.ts';
import { PushSocket } from '../socket/push-socket.ts';
import { createRandom } from '../world/random.ts';
import { openWorld, type World } from '../world/world.ts';
import { createNetwork } from './create-network.ts';
import { listen } from './listen.ts';
import { live } from './live.ts';
import type { NetworkBehaviour } from '../behaviour.ts';
import { behaviourFor, type SandboxOptions } from './sandbox-options.ts';

export type { SandboxOptions } from './sandbox-options.ts';

/** A network that listens. */
export interface Sandbox {
  /** Without the version and without a slash at the end. */
  apiBaseUrl: string;
  authUrl: string;
  world: World;
  /** The network's clock, which can be set forward. */
  clock: AdvancingClock;
  /** What was asked of the API, oldest first, without keys and tokens; the same array always. */
  requests: RequestRecord[];
  /** What it does where networks differ; a test may change its credentials while it runs. */
  behaviour: NetworkBehaviour;
  close(): Promise<void>;
}

/** How often the counts of the quota are stored. */
const SAVE_QUOTA_EVERY_MS = 10_000;

/** The address to reach a server at that listens on every interface, too. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

/** What happens on the network by itself, which can be stopped and begun anew. */
interface Life {
  start(): void;
  stop(): void;
  /** Somebody has signed in. Whoever comes for the first time does not have to wait for the first thing to happen. */
  welcome(accountId: number): void;
}

/** A network that is slowed down is to stay as it is. */
const MIN_WELCOMING_SPEED = 1;

/** @param speed how many times faster than usual; undefined for a network where nothing happens by itself */
function createLife({ world, statements, log }: SignInNetwork, seed: number, speed: number | undefined): Life {
  let stop = () => undefined as void;
  // A dump's people are real, so nothing is made to happen in their names.
  const isDump = statements.get("SELECT 1 FROM meta WHERE key = 'dump'") !== undefined;
  const favour = () => tokenHolders(statements, world.clock.now());
  let activity: Activity | undefined;
  return {
    start() {
      if (speed === undefined || isDump) return;
      activity = createActivity({ world, seed, speed, favour });
      stop = live(activity, world.clock, log);
    },
    stop: () => stop(),
    welcome(accountId) {
      const tokens = statements.get('SELECT count(*) AS count FROM tokens WHERE account_id = :accountId', {
        accountId,
      });
      if (tokens?.['count'] === 1 && (speed ?? 0) >= MIN_WELCOMING_SPEED) activity?.welcome();
    },
  };
}

/** Remembers the present state, so that `reset` can put everything back to it. */
function createSteering(
  network: SignInNetwork,
  clock: AdvancingClock,
  life: Life,
  socket: PushSocket | undefined,
): Steering {
  const startState = rememberStartState(network.world.db);
  return {
    advance: (seconds) => clock.advance(seconds),
    socket,
    reset() {
      life.stop();
      startState.restore();
      clock.reset();
      const { gate, requests, backoff, faults, codes, cache, protection } = network;
      requests.records.length = 0;
      gate.quota.reload();
      for (const memory of [gate.burst, backoff, faults, codes, cache, protection]) memory?.clear();
      socket?.reset();
      life.start();
    },
  };
}

async function serve(world: World, clock: AdvancingClock, options: SandboxOptions): Promise<Sandbox> {
  let self = '';
  const network = createNetwork(world, options, () => self);
  const life = createLife(network, options.seed ?? 1, options.speed);
  network.onSignIn = (accountId) => life.welcome(accountId);
  const { behaviour } = network;
  const random = createRandom(options.seed ?? 1).fraction;
  const socket = behaviour.pushSocket ? new PushSocket(network, random, options.socketFault) : undefined;
  const steering = options.control === true ? createSteering(network, clock, life, socket) : undefined;
  const host = options.host ?? '127.0.0.1';
  const listening = await listen(network, steering, { port: options.port ?? 0, host, pushSocket: socket });
  self = `http://${reachable(host)}:${listening.port}`;
  const { quota } = network.gate;
  const saving = setInterval(() => quota.save(), SAVE_QUOTA_EVERY_MS);
  saving.unref();
  life.start();
  return {
    apiBaseUrl: self,
    authUrl: self,
    world,
    clock,
    requests: network.requests.records,
    behaviour,
    async close() {
      life.stop();
      clearInterval(saving);
      await listening.close();
      quota.save();
      world.close();
    },
  };
}

/**
 * Starts a network and resolves once it listens.
 * @throws RegistrationError for an app or token that cannot be; Error when the database or the port cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createAdvancingClock(options.clock ?? createTickingClock());
  const { file = ':memory:', seed = 1, onProgress } = options;
  const booksCapped = behaviourFor(options).scrubsReputation;
  const world = openWorld({ file, seed, clock, booksCapped, ...(onProgress ? { onProgress } : {}) });
  try {
    return await serve(world, clock, options);
  } catch (error) {
    world.close();
    throw error;
  }
}
