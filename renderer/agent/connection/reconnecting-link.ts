import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client';

/** One connection to the agent: calls go through `link`; `opened` and `closed` resolve once and never reject. */
export interface Connection {
  link: ClientLink<ClientContext>;
  opened: Promise<void>;
  closed: Promise<void>;
}

/** Opens a new connection, at once. */
export type Dial = () => Connection;

/** `connecting`: the first try is under way. `lost`: it broke or cannot be had; tries go on by themselves. */
export interface LinkState {
  status: 'connecting' | 'connected' | 'lost';
  /** When the next try starts, in milliseconds since the epoch; absent while one is under way. */
  retryAt?: number;
}

/** A call made while there is no connection to the agent. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const MIN_WAIT_MS = 400;
/** Longest wait before another try. */
export const MAX_WAIT_MS = 15_000;

/**
 * How long to wait before the next try, in milliseconds: doubling from 0.4 s to 15 s, half of it by chance so that
 * several windows do not come back all at once.
 */
export function reconnectDelay(failures: number, random: () => number): number {
  const full = Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** Math.min(failures, 10));
  return full / 2 + (full / 2) * random();
}

/** Time and chance, for tries that follow failures. */
export interface LinkEnvironment {
  now: () => number;
  random: () => number;
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A link that dials again whenever its connection ends. Calls made meanwhile fail at once with `ConnectionLost`. */
export class ReconnectingLink implements ClientLink<ClientContext> {
  readonly #dial: Dial;
  readonly #environment: LinkEnvironment;
  readonly #listeners = new Set<() => void>();
  #state: LinkState = { status: 'connecting' };
  #connection: Connection | undefined;
  #waiting = new AbortController();
  #stopped = false;

  constructor(dial: Dial, environment: LinkEnvironment) {
    this.#dial = dial;
    this.#environment = environment;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Tells every change of `state`; gives back its own unsubscribe. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async call(path: readonly string[], input: unknown, options: ClientOptions<ClientContext>): Promise<unknown> {
    const connection = this.#connection;
    if (connection === undefined) throw new ConnectionLost('There is no connection to Askbell.');
    return connection.link.call(path, input, options);
  }

  /** Dials, and goes on dialling until `stop`. Resolves when stopped. */
  async run(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      const connection = this.#dial();
      const opened = await Promise.race([connection.opened.then(() => true), connection.closed.then(() => false)]);
      if (opened && !this.#stopped) {
        failures = 0;
        this.#connection = connection;
        this.#become({ status: 'connected' });
        await connection.closed;
        this.#connection = undefined;
      }
      if (this.#stopped) return;
      const delay = reconnectDelay(failures, () => this.#environment.random());
      failures += 1;
      this.#become({ status: 'lost', retryAt: this.#environment.now() + delay });
      this.#waiting = new AbortController();
      await this.#environment.wait(delay, this.#waiting.signal);
      if (!this.#stopped) this.#become({ status: 'lost' });
    }
  }

  /** Ends the wait for the next try. */
  retryNow(): void {
    this.#waiting.abort();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting.abort();
  }

  #become(state: LinkState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
