import type { World } from '../world/world.ts';
import type { Faults } from '../control/faults.ts';
import type { Codes } from '../oauth/codes.ts';
import type { AnswerCache } from './answer-cache.ts';
import type { Backoff } from './backoff.ts';
import type { BurstGuard } from './burst.ts';
import type { ErrorStyle } from './errors.ts';
import type { Quota } from './quota.ts';
import type { ReadyRows } from './ready-rows.ts';
import type { RequestLog } from './request-log.ts';
import type { Statements } from './statements.ts';

/** One running network: the world and everything that stands between it and the callers. */
export interface Network {
  readonly world: World;
  readonly statements: Statements;
  readonly quota: Quota;
  readonly burst: BurstGuard;
  readonly backoff: Backoff;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly cache: AnswerCache;
  readonly ready: ReadyRows;
  /** Of the explicit flow, waiting to be exchanged. */
  readonly codes: Codes;
  readonly errorStyle: ErrorStyle;
  /** Whether a filter minted elsewhere is an error; otherwise it gets every field. */
  readonly refusesForeignFilters: boolean;
  /** The sandbox's own address without a slash at the end; known once it listens. */
  self(): string;
  /** A new random word that nobody can guess, for tokens and nonces. */
  secret(): string;
  /** Lines for whoever runs the sandbox; never holds a token or key. */
  log(line: string): void;
}
