import type { AppState, WindowView } from '../common/contract/contract.ts';
import type { AgentClient } from './bridge.ts';
import type { ReconnectingLink } from './link.ts';

/** A list that the agent said has changed, or all of them after a new connection. */
export type Changed = 'inbox' | 'reputation' | 'watches' | 'settings' | 'sites' | 'everything';

interface Hearing {
  onChange(of: Changed): void;
  onNavigation(view: WindowView): void;
  onNotice(notice: { title: string; body: string }): void;
}

/** After a subscription ended although the connection stands (the agent failed there), in milliseconds. */
const pauseBeforeNewSubscription = 1000;

/**
 * What the agent tells without being asked: its state, which lists changed, where the window should be. Subscribes
 * anew with every new connection.
 */
export class Live {
  readonly #client: AgentClient;
  readonly #hearing: Hearing;
  readonly #listeners = new Set<() => void>();
  #state: AppState | undefined;
  #period = new AbortController();

  constructor(client: AgentClient, link: ReconnectingLink, hearing: Hearing) {
    this.#client = client;
    this.#hearing = hearing;
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
      // Only what changes from here on is told, so everything shown is asked for once more.
      this.#hearing.onChange('everything');
      for await (const change of changes) this.#hearing.onChange(change.of);
    });
    void this.#follow(signal, async () => {
      for await (const { view } of await this.#client.navigation(undefined, { signal }))
        this.#hearing.onNavigation(view);
    });
    void this.#follow(signal, async () => {
      for await (const notice of await this.#client.notices(undefined, { signal })) this.#hearing.onNotice(notice);
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
      await new Promise((resolve) => setTimeout(resolve, pauseBeforeNewSubscription));
    }
  }
}
