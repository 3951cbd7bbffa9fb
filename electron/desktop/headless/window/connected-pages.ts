import { RPCHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../log.ts';

type Handler = RPCHandler<Record<never, never>>;

/** A router of the contract that needs no context: what RPCHandler takes. */
export type WindowRouter = ConstructorParameters<typeof RPCHandler<Record<never, never>>>[0];

/** The pages that are connected; those that came before there was a router wait for it. */
export class ConnectedPages {
  readonly #log: Log;
  readonly #onLastLeft: () => void;
  readonly #pages = new Set<WebSocket>();
  readonly #waiting = new Set<WebSocket>();
  #handler: Handler | undefined;

  /** @param onLastLeft called when no page is connected any more */
  constructor(log: Log, onLastLeft: () => void) {
    this.#log = log;
    this.#onLastLeft = onLastLeft;
  }

  get count(): number {
    return this.#pages.size;
  }

  add(page: WebSocket): void {
    this.#pages.add(page);
    page.on('error', (error) => this.#log.warn(`Window: ${error.message}`));
    page.on('close', () => {
      this.#pages.delete(page);
      this.#waiting.delete(page);
      if (this.#pages.size === 0) this.#onLastLeft();
    });
    if (this.#handler) return this.#connect(page, this.#handler);
    // The paused socket keeps what a page says before the agent is there.
    page.pause();
    this.#waiting.add(page);
  }

  /** Answers the pages that are and will be connected. */
  serve(router: WindowRouter): void {
    this.#handler = new RPCHandler(router);
    for (const page of this.#waiting) {
      this.#connect(page, this.#handler);
      page.resume();
    }
    this.#waiting.clear();
  }

  /** Ends the connections of pages that wait. They come again by themselves. */
  endWaiting(): void {
    for (const page of this.#waiting) page.terminate();
  }

  close(): void {
    for (const page of this.#pages) page.terminate();
  }

  #connect(page: WebSocket, handler: Handler): void {
    handler.upgrade(page).catch((error: unknown) => this.#log.error(`Window: ${errorMessage(error)}`));
  }
}
