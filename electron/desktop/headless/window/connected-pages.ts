import { RPCHandler } from '@orpc/server/ws';
import type { WebSocket } from 'ws';
import { errorMessage } from '../../../../common/error-message.ts';
import type { Emitter } from '../../../base/emitter.ts';
import type { Log } from '../../../base/log.ts';
import type { PageContext } from '../../desktop.ts';
import type { AdmittedBrowser } from './access.ts';

/** Events of the connected pages. `left`: the last page has disconnected. */
export interface PageEvents {
  left: void;
}

type Handler = RPCHandler<PageContext>;

/** Router of the contract, as RPCHandler takes it. */
export type WindowRouter = ConstructorParameters<typeof RPCHandler<PageContext>>[0];

/** Connected pages; those connected before the router is available wait for it. */
export class ConnectedPages {
  readonly #log: Log;
  readonly #events: Emitter<PageEvents>;
  readonly #pages = new Map<WebSocket, AdmittedBrowser>();
  readonly #waiting = new Set<WebSocket>();
  #handler: Handler | undefined;

  constructor(log: Log, events: Emitter<PageEvents>) {
    this.#log = log;
    this.#events = events;
  }

  get count(): number {
    return this.#pages.size;
  }

  /** Adds a page; it is disconnected when its browser is signed out. */
  add(page: WebSocket, browser: AdmittedBrowser): void {
    this.#pages.set(page, browser);
    const end = () => page.terminate();
    browser.signedOut.addEventListener('abort', end);
    page.on('error', (error) => this.#log.warn(`Window: ${error.message}`));
    page.on('close', () => {
      this.#pages.delete(page);
      this.#waiting.delete(page);
      browser.signedOut.removeEventListener('abort', end);
      if (this.#pages.size === 0) this.#events.emit('left');
    });
    if (this.#handler) return this.#connect(page, browser, this.#handler);
    // The paused socket buffers messages until the router is available.
    page.pause();
    this.#waiting.add(page);
  }

  /** Serves current and future pages with the router. */
  serve(router: WindowRouter): void {
    this.#handler = new RPCHandler(router);
    for (const [page, browser] of this.#pages) {
      if (!this.#waiting.has(page)) continue;
      this.#connect(page, browser, this.#handler);
      page.resume();
    }
    this.#waiting.clear();
  }

  /** Disconnects waiting pages; they reconnect by themselves. */
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
