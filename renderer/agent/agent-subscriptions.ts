import type { AppState, PageNotice, WindowView } from '../../common/contract/contract.ts';
import type { AgentClient } from './connection/bridge.ts';
import type { ReconnectingLink } from './connection/reconnecting-link.ts';

/** A list that the agent said has changed, or all of them after a new connection. */
export type Changed = 'inbox' | 'reputation' | 'watches' | 'settings' | 'sites' | 'everything';

interface AgentEvents {
  onChange(of: Changed): void;
  onNavigation(view: WindowView): void;
  onNotice(notice: PageNotice): void;
}

/**
 * How long to wait after a subscription ended although the connection stands (the agent failed there), in milliseconds.
 */
const RESUBSCRIBE_AFTER_MS = 1000;

/**
 * What the agent tells without being asked: its state, which lists changed, where the window should be. Subscribes
 * anew with every new connection.
 */
export class AgentSubscriptions {
  readonly #client: AgentClient;
  readonly #events: AgentEvents;
  readonly #listeners = new Set<() => void>();
  #state: AppState | undefined;
  #period = new AbortController();

  constructor(client: AgentClient, link: ReconnectingLink, events: AgentEvents) {
    this.#client = client;
    this.#events = events;
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
    void this.#follow(signal, async () => {
      for await (const state of await this.#client.state.watch(undefined, { signal })) {
        this.#state = state;
        for (const listener of this.#listeners) listener();
      }
    });
    void this.#follow(signal, async () => {
      const changes = await this.#client.changes(undefined, { signal });
      // From here on only changes are told, so everything shown is asked for once more.
      this.#events.onChange('everything');
      for await (const change of changes) this.#events.onChange(change.of);
    });
    void this.#follow(signal, async () => {
      for await (const { view } of await this.#client.navigation(undefined, { signal }))
        this.#events.onNavigation(view);
    });
    void this.#follow(signal, async () => {
      for await (const notice of await this.#client.notices.watch(undefined, { signal })) this.#events.onNotice(notice);
    });
  }

  async #follow(signal: AbortSignal, listen: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await listen();
      } catch {
        // The end of a subscription is no news to the person: the lost connection is shown, and the next try follows.
      }
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, RESUBSCRIBE_AFTER_MS));
    }
  }
}
