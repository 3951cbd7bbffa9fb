import { createIdentify } from '../api/caller.ts';
import { Faults, RequestLog } from '../api/faults.ts';
import { Backoff, BURST_PER_SECOND, BurstGuard, createGate, Protection, REALISTIC_BACKOFF } from '../api/gate.ts';
import { createReaderPool, OwnReader, usualThreads, type Reader } from '../api/lists/reader.ts';
import { AnswerCache } from '../api/network.ts';
import { createQuota, type QuotaLimits } from '../api/quota.ts';
import {
  behaviourOf,
  type BehaviourOverrides,
  type Likeness,
  type NetworkBehaviour,
  type SocketFault,
} from '../behaviour.ts';
import { grantToken, registerApps, withBrackets, type App, type Grant } from '../oauth/apps.ts';
import { createCodes, type SignInNetwork } from '../oauth/exchange.ts';
import type { SandboxClock } from '../world/clock.ts';
import { createStatements, type Statements } from '../world/database/statements.ts';
import { addManyAccounts } from '../world/generate/people.ts';
import { createRandom } from '../world/random.ts';
import type { World } from '../world/world.ts';

/** How a sandbox is to be; everything has a default. */
export interface SandboxOptions extends Pick<BehaviourOverrides, 'credentials' | 'refusalText'> {
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
  /** Whether the database is only read, by several processes perhaps; default false. */
  isReadOnly?: boolean;
  /** Default 1. */
  seed?: number;
  /** Default: the machine's clock. */
  clock?: SandboxClock;
  /** A steady clock in ms, by which bursts are counted; default: the machine's. */
  steadyMs?: () => number;
  /** How many times faster than usual people ask, answer and vote; default: nothing happens by itself. */
  speed?: number | undefined;
  /** Requests a day without and with a key; default 300 and 10,000 (docs/api.md, "Quota"). */
  quota?: Partial<QuotaLimits>;
  /** The pause that every answer asks for, in seconds; or, as the public service does, now and then; default none. */
  backoff?: number | 'sometimes';
  /** Which of the two descriptions of such networks it follows; default the specification. */
  like?: Likeness | undefined;
  /** How errors are told; default as `like` has it. */
  throttle?: BehaviourOverrides['errorStyle'];
  /** The share of requests, 0 to 1, that get the page of a protection; default as `like` has it. */
  protection?: BehaviourOverrides['protectionPages'];
  /** How the socket fails, where there is one; default not at all. */
  socketFault?: SocketFault | undefined;
  /** Any other flag that is to be different from what `like` has. */
  behaviour?: BehaviourOverrides;
  /** Whether identical requests within a minute get the answer that was given first; default true. */
  cache?: boolean;
  /** Threads that read lists, of a database in a file; 0 for none. By default as many as a big site needs. */
  readers?: number;
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

/** The flags that the options ask for. */
export function behaviourFor({ like, credentials, refusalText, behaviour, ...options }: SandboxOptions) {
  const { throttle: errorStyle, protection: protectionPages } = options;
  return behaviourOf(like, { credentials, refusalText, errorStyle, protectionPages, ...behaviour });
}

/** Requests a day without and with a key (docs/api.md, "Quota"). */
const DAILY_QUOTA = { anonymous: 300, key: 10_000 } as const;

/** A random word that nobody can guess. The module is loaded by the first sign-in, since that takes long. */
const createSecret = () => process.getBuiltinModule('node:crypto').randomBytes(18).toString('base64url');

/** As addresses on the public service have them. */
const LINK_QUERY = '?noredirect=1&lq=1';

/** Puts into the world what the network's flags ask for; the next start may have others. */
function fillWorld({ db, clock }: World, behaviour: NetworkBehaviour): void {
  if (behaviour.manyAccounts) addManyAccounts(db, clock.now());
  if (behaviour.queryInLinks)
    db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('link_query', ?)").run(LINK_QUERY);
  else db.exec("DELETE FROM meta WHERE key = 'link_query'");
}

/** So many posts make a network big: threads cost a small one more memory and time than they save. */
const MANY_POSTS = 10_000;

function createReader(statements: Statements, behaviour: NetworkBehaviour, { file, readers }: SandboxOptions): Reader {
  if (file === undefined || file === ':memory:') return new OwnReader(statements, behaviour);
  const posts = Number(statements.get('SELECT sum(questions + answers) AS posts FROM sites')?.['posts'] ?? 0);
  const threads = readers ?? (posts < MANY_POSTS ? 0 : usualThreads());
  return threads === 0 ? new OwnReader(statements, behaviour) : createReaderPool({ file, behaviour }, threads);
}

/**
 * Puts a network together: the world, and everything that stands between it and the callers.
 * @param self gives the network's own address, which is known once it listens
 * @throws RegistrationError for an app or token that cannot be
 */
export function createNetwork(world: World, options: SandboxOptions, self: () => string): SignInNetwork {
  const now = () => world.clock.now();
  const behaviour = behaviourFor(options);
  if (options.isReadOnly !== true) fillWorld(world, behaviour);
  const statements = createStatements(world.db);
  registerApps(statements, options.apps ?? []);
  for (const grant of options.grants ?? []) grantToken(statements, grant, now());
  const { protectionPages } = behaviour;
  const habit = { seconds: Number(options.backoff ?? 0), chance: options.backoff ? 1 : 0 };
  const random = createRandom(options.seed ?? 1);
  const burst = new BurstGuard(
    options.burst ?? BURST_PER_SECOND,
    options.steadyMs ?? (() => performance.now()),
    now,
    behaviour.longBans ? random.integer : undefined,
  );
  const quota = createQuota(statements, { ...DAILY_QUOTA, ...options.quota }, now, behaviour.overdraft);
  const credential = behaviour.bracketsInTokens ? () => withBrackets(createSecret()) : createSecret;
  const shared = { world, statements, behaviour, self, secret: createSecret, credential };
  return {
    ...shared,
    log: options.log ?? (() => undefined),
    reader: createReader(statements, behaviour, options),
    gate: createGate(burst, quota, createIdentify(statements, behaviour, now)),
    backoff: new Backoff(options.backoff === 'sometimes' ? REALISTIC_BACKOFF : habit, now, random.fraction),
    cache: options.cache === false ? undefined : new AnswerCache(now),
    faults: new Faults(),
    protection: protectionPages > 0 ? new Protection(protectionPages, random.fraction) : undefined,
    codes: createCodes(credential, now),
    requests: new RequestLog(),
    refusesForeignFilters: options.foreignFilters === 'refuse',
  };
}
