import { RPCHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Log } from '../../../log.ts';
import type { PageContext } from '../../desktop.ts';
import type { AdmittedBrowser } from './window-access.ts';

type Handler = RPCHandler<PageContext>;

/** A router of the contract, as RPCHandler takes it. */
export type WindowRouter = ConstructorParameters<typeof RPCHandler<PageContext>>[0];

/** The pages that are connected; those that came before there was a router wait for it. */
export class ConnectedPages {
  readonly #log: Log;
  readonly #onLastLeft: () => void;
  readonly #pages = new Map<WebSocket, AdmittedBrowser>();
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

  /** Adds a page of a browser; it ends when that browser is signed out. */
  add(page: WebSocket, browser: AdmittedBrowser): void {
    this.#pages.set(page, browser);
    const end = () => page.terminate();
    browser.signedOut.addEventListener('abort', end);
    page.on('error', (error) => this.#log.warn(`Window: ${error.message}`));
    page.on('close', () => {
      this.#pages.delete(page);
      this.#waiting.delete(page);
      browser.signedOut.removeEventListener('abort', end);
      if (this.#pages.size === 0) this.#onLastLeft();
    });
    if (this.#handler) return this.#connect(page, browser, this.#handler);
    // The paused socket keeps what a page says before the agent is there.
    page.pause();
    this.#waiting.add(page);
  }

  /** Answers the pages that are and will be connected. */
  serve(router: WindowRouter): void {
    this.#handler = new RPCHandler(router);
    for (const [page, browser] of this.#pages) {
      if (!this.#waiting.has(page)) continue;
      this.#connect(page, browser, this.#handler);
      page.resume();
    }
    this.#waiting.clear();
  }

  /** Ends the connections of pages that wait. They come again by themselves. */
  endWaiting(): void {
    for (const page of this.#waiting) page.terminate();
  }

  close(): void {
    for (const page of this.#pages.keys()) page.terminate();
  }

  #connect(page: WebSocket, browser: AdmittedBrowser, handler: Handler): void {
    handler
      .upgrade(page, { context: { browser } })
      .catch((error: unknown) => this.#log.error(`Window: ${errorMessage(error)}`));
  }
}
