import { registerApps, registerGrants, type App } from '../oauth/apps.ts';
import { createAdvancingClock, createTickingClock, type AdvancingClock } from '../world/clock.ts';
import { createFaults } from '../api/gate/faults.ts';
import type { Steering } from '../control/routes.ts';
import { rememberStartState, type StartState } from '../control/start-state.ts';
import { createAnswerCache, noAnswerCache } from '../api/encoding/answer-cache.ts';
import { createBackoff, REALISTIC_BACKOFF } from '../api/gate/backoff.ts';
import { BURST_PER_SECOND, createBurstGuard } from '../api/gate/burst.ts';
import type { ErrorStyle } from '../api/gate/errors.ts';
import { listen } from './listen.ts';
import type { SignInNetwork } from '../oauth/sign-in-network.ts';
import { createQuota } from '../api/gate/quota.ts';
import { createReadyRows } from '../api/encoding/ready-rows.ts';
import { createRequestLog, type RequestRecord } from '../api/gate/request-log.ts';
import { createStatements } from '../world/database/statements.ts';
import { live } from './live.ts';
import { createCodes } from '../oauth/codes.ts';
import { tokenHolders, type Grant } from '../oauth/tokens.ts';
import { createActivity } from '../world/activity/activity.ts';
import { createRandom } from '../world/random.ts';
import type { SandboxClock } from '../world/clock.ts';
import { watchChanges } from '../world/database/changes.ts';
import { openWorld, type World } from '../world/world.ts';

export interface SandboxOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** Beside the demo app, which is always there. */
  apps?: readonly App[];
  /** Tokens that are there from the start. */
  grants?: readonly Grant[];
  /** The database; default in memory. */
  file?: string;
  /** Default 1. */
  seed?: number;
  /** Default: the machine's clock. */
  clock?: SandboxClock;
  /** Keeps asking, answering and voting that many times faster than usual; default: nothing happens by itself. */
  speed?: number;
  /** Requests a day without and with a key; default 300 and 10,000 (network-api "Limits"). */
  quota?: { anonymous?: number; key?: number };
  /** Every answer asks for a pause of so many seconds, or, as the public service does, now and then; default none. */
  backoff?: number | 'sometimes';
  /** Default: as the specification has it. */
  throttle?: ErrorStyle;
  /** Whether identical requests within a minute get the answer that was given first; default true. */
  cache?: boolean;
  /** Adds the control routes. */
  control?: boolean;
  /** Requests a second before an address is banned; default 30, Infinity for no limit. */
  burst?: number;
  /** Whether a filter minted elsewhere is answered with every field (default) or refused. */
  foreignFilters?: 'answer' | 'refuse';
  /** Where lines for whoever runs it go; default nowhere. Never holds a token or key. */
  log?: (line: string) => void;
  /** Told while new demo data is made. */
  onProgress?: (done: number, total: number) => void;
}

export interface Sandbox {
  /** Without the version and without a slash at the end. */
  apiBaseUrl: string;
  authUrl: string;
  world: World;
  /** The network's clock, which can be set forward. */
  clock: AdvancingClock;
  /** What was asked of the API, oldest first, without keys and tokens; the same array always. */
  requests: RequestRecord[];
  close(): Promise<void>;
}

/** Counts of the quota are written down that often, in milliseconds. */
const SAVE_QUOTA_EVERY_MS = 10_000;

/** The address to reach a server at that listens on every interface, too. */
const reachable = (host: string) =>
  host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;

/**
 * Starts a network and resolves once it listens.
 * @throws RegistrationError for an app or token that cannot be; Error when the database or the port cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = createAdvancingClock(options.clock ?? createTickingClock());
  const seed = options.seed ?? 1;
  const log = options.log ?? (() => undefined);
  const world = openWorld({
    file: options.file ?? ':memory:',
    seed,
    clock,
    ...(options.onProgress ? { onProgress: options.onProgress } : {}),
  });
  try {
    const statements = createStatements(world.db);
    registerApps(statements, options.apps ?? []);
    registerGrants(statements, options.grants ?? [], clock.now());
    const now = () => clock.now();
    const requests = createRequestLog();
    const quota = createQuota(
      statements,
      { anonymous: options.quota?.anonymous ?? 300, key: options.quota?.key ?? 10_000 },
      now,
    );
    // Loaded by the first sign-in: it takes longer to load than the whole of what listens.
    const secret = () => process.getBuiltinModule('node:crypto').randomBytes(18).toString('base64url');
    let self = '';
    const ready = createReadyRows(statements);
    watchChanges(world.db, { questions: () => ready.clear(), names: () => statements.forget() });
    const network: SignInNetwork = {
      world,
      statements,
      quota,
      burst: createBurstGuard(options.burst ?? BURST_PER_SECOND, () => performance.now(), now),
      backoff: createBackoff(
        options.backoff === 'sometimes'
          ? REALISTIC_BACKOFF
          : { seconds: options.backoff ?? 0, chance: options.backoff ? 1 : 0 },
        now,
        createRandom(seed).fraction,
      ),
      cache: options.cache === false ? noAnswerCache : createAnswerCache(now),
      errorStyle: options.throttle ?? 'specification',
      ready,
      faults: createFaults(),
      codes: createCodes(secret, now),
      requests,
      refusesForeignFilters: options.foreignFilters === 'refuse',
      self: () => self,
      secret,
      log,
    };
    const favour = () => tokenHolders(statements, clock.now());
    // The people of a dump are real ones, and nobody speaks in their names.
    const speed = statements.get("SELECT 1 FROM meta WHERE key = 'dump'") ? undefined : options.speed;
    const startLiving = () =>
      speed === undefined ? () => undefined : live(createActivity({ world, seed, speed, favour }), clock, log);
    let stopLiving: () => void = () => undefined;
    const steering = (start: StartState): Steering => ({
      advance: (seconds) => clock.advance(seconds),
      reset() {
        stopLiving();
        start.restore();
        clock.reset();
        requests.records.length = 0;
        quota.reload();
        for (const forgetful of [network.burst, network.backoff, network.faults, network.codes, network.cache])
          forgetful.clear();
        stopLiving = startLiving();
      },
    });
    const host = options.host ?? '127.0.0.1';
    const steered = options.control === true ? steering(rememberStartState(world.db)) : undefined;
    const listening = await listen(network, steered, { port: options.port ?? 0, host });
    self = `http://${reachable(host)}:${listening.port}`;

    const saving = setInterval(() => quota.save(), SAVE_QUOTA_EVERY_MS);
    saving.unref();
    stopLiving = startLiving();
    return {
      apiBaseUrl: self,
      authUrl: self,
      world,
      clock,
      requests: requests.records,
      async close() {
        stopLiving();
        clearInterval(saving);
        await listening.close();
        quota.save();
        world.close();
      },
    };
  } catch (error) {
    world.close();
    throw error;
  }
}
