import type { NetworkBehaviour } from '../behaviour.ts';
import type { Statements } from '../world/database/statements.ts';
import type { World } from '../world/world.ts';
import type { Faults, RequestLog } from './faults.ts';
import type { Backoff, Gate, Protection } from './gate.ts';
import type { Reader } from './lists/reader.ts';
import type { Beginning } from './send.ts';

/** One running network: the world and everything that stands between it and the callers. */
export interface Network {
  readonly world: World;
  readonly statements: Statements;
  /** Reads lists of what is on the sites. */
  readonly reader: Reader;
  readonly gate: Gate;
  readonly backoff: Backoff;
  readonly faults: Faults;
  /** Undefined where nothing protects the network. */
  readonly protection: Protection | undefined;
  readonly requests: RequestLog;
  /** Undefined where every answer is to be new. */
  readonly cache: AnswerCache | undefined;
  /** Behaviour where networks differ. */
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

/**
 * How long answers are kept; asking the same more often brings nothing new (docs/api.md, "Caching and compression").
 */
const LIFETIME_SECONDS = 60;
const MAX_BYTES = 32 * 1024 * 1024;

/** Answers of the last minute, compressed, by their question. Changes in that time do not show, on purpose. */
export class AnswerCache {
  readonly #now: () => number;
  readonly #answers = new Map<string, { beginning: Beginning; at: number }>();
  #bytes = 0;
  #clearings = 0;

  /** @param now the network's clock in epoch seconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  find(key: string): Beginning | undefined {
    const found = this.#answers.get(key);
    if (!found) return undefined;
    const age = this.#now() - found.at;
    if (age >= 0 && age < LIFETIME_SECONDS) return found.beginning;
    this.#delete(key);
    return undefined;
  }

  /** @param since the count of clearings before the answer was read: what was read before one is not kept after it */
  keep(key: string, beginning: Beginning, since: number): void {
    if (since !== this.#clearings) return;
    // It may have been asked for twice at the same time.
    this.#delete(key);
    this.#answers.set(key, { beginning, at: this.#now() });
    this.#bytes += key.length + beginning.blocks.length;
    // The oldest come first in a Map.
    for (const [oldest, { at }] of this.#answers) {
      if (this.#bytes <= MAX_BYTES && this.#now() - at < LIFETIME_SECONDS) break;
      this.#delete(oldest);
    }
  }

  get clearings(): number {
    return this.#clearings;
  }

  clear(): void {
    this.#clearings += 1;
    this.#answers.clear();
    this.#bytes = 0;
  }

  #delete(key: string): void {
    const known = this.#answers.get(key);
    if (known === undefined) return;
    this.#bytes -= key.length + known.beginning.blocks.length;
    this.#answers.delete(key);
  }
}
