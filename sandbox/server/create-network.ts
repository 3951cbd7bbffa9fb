import { AnswerCache } from '../api/answer-cache.ts';
import { createBackoff, REALISTIC_BACKOFF } from '../api/gate/backoff.ts';
import { BURST_PER_SECOND, createBurstGuard } from '../api/gate/burst.ts';
import { createFaults } from '../api/gate/faults.ts';
import { Gate } from '../api/gate/gate.ts';
import { Protection } from '../api/gate/protection.ts';
import { createQuota } from '../api/gate/quota.ts';
import { createRequestLog } from '../api/gate/request-log.ts';
import type { NetworkBehaviour } from '../behaviour.ts';
import { grantToken, registerApps, withBrackets } from '../oauth/apps.ts';
import { Codes, type SignInNetwork } from '../oauth/exchange.ts';
import { createStatements } from '../world/database/statements.ts';
import { createRandom } from '../world/random.ts';
import type { World } from '../world/world.ts';
import { addManyAccounts } from '../world/generate/people.ts';
import { behaviourFor, type SandboxOptions } from './sandbox-options.ts';

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

/**
 * Puts a network together: the world, and everything that stands between it and the callers.
 * @param self gives the network's own address, which is known once it listens
 * @throws RegistrationError for an app or token that cannot be
 */
export function createNetwork(world: World, options: SandboxOptions, self: () => string): SignInNetwork {
  const now = () => world.clock.now();
  const behaviour = behaviourFor(options);
  fillWorld(world, behaviour);
  const statements = createStatements(world.db);
  registerApps(statements, options.apps ?? []);
  for (const grant of options.grants ?? []) grantToken(statements, grant, now());
  const createCredential = behaviour.bracketsInTokens ? () => withBrackets(createSecret()) : createSecret;
  const backoff =
    options.backoff === 'sometimes'
      ? REALISTIC_BACKOFF
      : { seconds: options.backoff ?? 0, chance: options.backoff ? 1 : 0 };
  const random = createRandom(options.seed ?? 1);
  return {
    world,
    statements,
    gate: new Gate(
      createBurstGuard(
        options.burst ?? BURST_PER_SECOND,
        options.steadyMs ?? (() => performance.now()),
        now,
        behaviour.longBans ? random.integer : undefined,
      ),
      createQuota(statements, { ...DAILY_QUOTA, ...options.quota }, now, behaviour.overdraft),
    ),
    backoff: createBackoff(backoff, now, random.fraction),
    cache: options.cache === false ? undefined : new AnswerCache(now),
    behaviour,
    faults: createFaults(),
    protection: behaviour.protectionPages > 0 ? new Protection(behaviour.protectionPages, random.fraction) : undefined,
    codes: new Codes(createCredential, now),
    requests: createRequestLog(),
    refusesForeignFilters: options.foreignFilters === 'refuse',
    self,
    secret: createSecret,
    credential: createCredential,
    log: options.log ?? (() => undefined),
  };
}
