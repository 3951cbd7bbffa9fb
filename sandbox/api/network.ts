import type { NetworkBehaviour } from '../behaviour.ts';
import type { World } from '../world/world.ts';
import type { Faults } from './gate/faults.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Backoff } from './gate/backoff.ts';
import type { Gate } from './gate/gate.ts';
import type { Protection } from './gate/protection.ts';
import type { RequestLog } from './gate/request-log.ts';
import type { Statements } from '../world/database/statements.ts';

/** One running network: the world and everything that stands between it and the callers. */
export interface Network {
  readonly world: World;
  readonly statements: Statements;
  readonly gate: Gate;
  readonly backoff: Backoff;
  readonly faults: Faults;
  /** Undefined where nothing protects the network. */
  readonly protection: Protection | undefined;
  readonly requests: RequestLog;
  /** Undefined where every answer is to be new. */
  readonly cache: AnswerCache | undefined;
  /** What it does where networks differ. */
  readonly behaviour: NetworkBehaviour;
  /** Whether a filter minted elsewhere is an error; otherwise it gets every field. */
  readonly refusesForeignFilters: boolean;
  /** The sandbox's own address without a slash at the end; known once it listens. */
  self(): string;
  /** A new random word that nobody can guess, for tokens and nonces. */
  secret(): string;
  /** Lines for whoever runs the sandbox; never holds a token or key. */
  log(line: string): void;
}
