import type { AppState, PageNotice, WindowView } from '../../common/contract/contract.ts';
import type { AgentClient } from './connection/bridge.ts';
import {
  MAX_WAIT_MS,
  reconnectDelay,
  type LinkEnvironment,
  type ReconnectingLink,
} from './connection/reconnecting-link.ts';

/** A list that the agent said has changed, or all of them after a new connection. */
export type Changed = 'inbox' | 'reputation' | 'watches' | 'settings' | 'sites' | 'forwarding' | 'everything';

interface AgentEvents {
  onChange(of: Changed): void;
  onNavigation(view: WindowView): void;
  onNotice(notice: PageNotice): void;
}

/** Calls a listener. An error it throws is a bug: the browser reports it, and the other listeners are called. */
function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    reportError(error);
  }
}

/**
 * The agent's events: its state, changed lists, and views to go to. Subscribes anew with every new connection, and
 * after a pause where a subscription ends although the connection stands.
 */
export class AgentSubscriptions {
  readonly #client: AgentClient;
  readonly #events: AgentEvents;
  readonly #environment: LinkEnvironment;
  readonly #listeners = new Set<() => void>();
  #state: AppState | undefined;
  #period = new AbortController();

  constructor(client: AgentClient, link: ReconnectingLink, events: AgentEvents, environment: LinkEnvironment) {
    this.#client = client;
    this.#events = events;
    this.#environment = environment;
    const follow = () => {
      if (link.state.status === 'connected') this.#begin();
      else this.#period.abort();
    };
    link.subscribe(follow);
    follow();
  }

  /** The latest state, also while the connection is lost; undefined until the first has come. */
  get state(): AppState | undefined {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #begin(): void {
    this.#period.abort();
    this.#period = new AbortController();
    const { signal } = this.#period;
    const client = this.#client;
    const { onChange, onNavigation, onNotice } = this.#events;
    void this.#follow(
      signal,
      () => client.state.watch(undefined, { signal }),
      (state) => {
        this.#state = state;
        for (const listener of this.#listeners) call(listener);
      },
    );
    void this.#follow(
      signal,
      async () => {
        const changes = await client.changes(undefined, { signal });
        // From here on only changes are told, so everything shown is asked for once more.
        call(() => onChange('everything'));
        return changes;
      },
      ({ of }) => onChange(of),
    );
    void this.#follow(
      signal,
      () => client.navigation(undefined, { signal }),
      ({ view }) => onNavigation(view),
    );
    void this.#follow(signal, () => client.notices.watch(undefined, { signal }), onNotice);
  }

  async #follow<Event>(
    signal: AbortSignal,
    subscribe: () => Promise<AsyncIterable<Event>>,
    listener: (event: Event) => void,
  ): Promise<void> {
    const { now, random, wait } = this.#environment;
    let failures = 0;
    while (!signal.aborted) {
      const since = now();
      try {
        for await (const event of await subscribe()) call(() => listener(event));
      } catch {
        // The agent logs why it ended a subscription, and the window shows a lost connection.
      }
      if (signal.aborted) return;
      if (now() - since > MAX_WAIT_MS) failures = 0;
      await wait(reconnectDelay(failures, random), signal);
      failures += 1;
    }
  }
}
