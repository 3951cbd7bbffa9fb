import type { RequestRecord } from '../api/faults.ts';
import type { NetworkBehaviour } from '../behaviour.ts';
import type { Steering } from '../control/routes.ts';
import { rememberStartState } from '../control/start-state.ts';
import { tokenHolders } from '../oauth/apps.ts';
import type { SignInNetwork } from '../oauth/exchange.ts';
import { PushSocket } from '../socket/push-socket.ts';
import { createActivity, type Activity } from '../world/activity/activity.ts';
import { createAdvancingClock, createTickingClock, type AdvancingClock, type SandboxClock } from '../world/clock.ts';
import { createRandom } from '../world/random.ts';
import { openWorld, type World } from '../world/world.ts';
import { listen } from './app.ts';
import { behaviourFor, createNetwork, type SandboxOptions } from './network.ts';

export type { SandboxOptions } from './network.ts';

/** A network that listens. */
export interface Sandbox {
  /** Without the version and without a slash at the end. */
  apiBaseUrl: string;
  authUrl: string;
  world: World;
  /** The network's clock, which can be set forward. */
  clock: AdvancingClock;
  /** Requests to the API, oldest first, without keys and tokens; the same array always. */
  requests: RequestRecord[];
  /** Behaviour where networks differ; a test may change its credentials while it runs. */
  behaviour: NetworkBehaviour;
  close(): Promise<void>;
}

/** How often the counts of the quota are stored. */
const SAVE_QUOTA_EVERY_MS = 10_000;

/** The address to reach a server at that listens on every interface, too. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

/** How many seconds of lag are made up for; after a long sleep the network is not flooded. */
const MAX_LAG_SECONDS = 60;
/** Seconds after which a waiting timer looks at the clock again, since it may have been set forward. */
const MAX_WAIT_SECONDS = 30;

/**
 * Runs the network's life by real timers: runs each planned action when the network's clock reaches it.
 * @returns what stops it
 */
export function live(activity: Activity, clock: SandboxClock, log: (line: string) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  /** How far the plan stays behind the clock because of lags that were not made up for. */
  let behind = 0;
  let next = activity.next();
  const run = () => {
    try {
      next.run();
    } catch (error) {
      log(`A planned action could not be done: ${error instanceof Error ? error.message : String(error)}`);
    }
    next = activity.next();
  };
  const plan = () => {
    const wait = next.at + behind - clock.now();
    if (wait < -MAX_LAG_SECONDS) behind -= wait;
    timer = setTimeout(
      () => {
        if (next.at + behind <= clock.now() + 1) run();
        plan();
      },
      Math.min(Math.max(0, wait), MAX_WAIT_SECONDS) * 1000,
    );
    timer.unref();
  };
  plan();
  return () => clearTimeout(timer);
}

/** A network that is slowed down is to stay as it is. */
const MIN_WELCOMING_SPEED = 1;

/**
 * Creates everything that happens on the network by itself, which can be stopped and begun anew.
 * @param usual how many times faster than usual; undefined for a network where nothing happens by itself
 */
function createLife(network: SignInNetwork, seed: number, usual: number | undefined) {
  const { world, statements, log } = network;
  // A dump's people are real, so nothing is made to happen in their names.
  const isDump = statements.get("SELECT 1 FROM meta WHERE key = 'dump'") !== undefined;
  const speed = isDump ? undefined : usual;
  let activity: Activity | undefined;
  let stop: (() => void) | undefined;
  return {
    start(): void {
      if (speed === undefined) return;
      activity = createActivity({ world, seed, speed, favour: () => tokenHolders(statements, world.clock.now()) });
      stop = live(activity, world.clock, log);
    },
    stop: (): void => stop?.(),
    /** Called at a sign-in. Whoever comes for the first time does not have to wait for the first thing to happen. */
    welcome(accountId: number): void {
      const tokens = statements.get('SELECT count(*) AS n FROM tokens WHERE account_id = :accountId', { accountId });
      if (tokens?.['n'] === 1 && (speed ?? 0) >= MIN_WELCOMING_SPEED) activity?.welcome();
    },
  };
}

/** Remembers the present state, so that `reset` can put everything back to it. */
function createSteering(
  network: SignInNetwork,
  clock: AdvancingClock,
  life: ReturnType<typeof createLife>,
  socket: PushSocket | undefined,
): Steering {
  const restore = rememberStartState(network.world.db);
  return {
    advance: (seconds) => clock.advance(seconds),
    socket,
    reset() {
      life.stop();
      restore();
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
  const { seed = 1, host = '127.0.0.1', port = 0 } = options;
  let self = '';
  const network = createNetwork(world, options, () => self);
  const life = createLife(network, seed, options.speed);
  network.onSignIn = (accountId) => life.welcome(accountId);
  const { behaviour } = network;
  const socket = behaviour.pushSocket
    ? new PushSocket(network, createRandom(seed).fraction, options.socketFault)
    : undefined;
  const steering = options.control === true ? createSteering(network, clock, life, socket) : undefined;
  const { app, address } = await listen(network, steering, socket, { host, port });
  self = `http://${reachable(host)}:${address.port}`;
  const { quota } = network.gate;
  const saving = setInterval(() => quota.save(), SAVE_QUOTA_EVERY_MS);
  saving.unref();
  life.start();
  const close = async () => {
    life.stop();
    clearInterval(saving);
    socket?.close();
    await app.close();
    await network.reader.close();
    quota.save();
    world.close();
  };
  return { apiBaseUrl: self, authUrl: self, world, clock, requests: network.requests.records, behaviour, close };
}

/**
 * Starts a network and resolves once it listens.
 * @throws RegistrationError for an app or token that cannot be; Error when the database or the port cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createAdvancingClock(options.clock ?? createTickingClock());
  const { file = ':memory:', seed = 1, isReadOnly = false, onProgress } = options;
  const booksCapped = behaviourFor(options).scrubsReputation;
  const world = openWorld({ file, seed, clock, booksCapped, isReadOnly, ...(onProgress ? { onProgress } : {}) });
  try {
    return await serve(world, clock, options);
  } catch (error) {
    world.close();
    throw error;
  }
}
