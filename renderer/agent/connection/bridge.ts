/**
 * The room of the connection: how the window reaches the agent. `bridge` opens the connection of the shell it runs in,
 * and `reconnecting-link` keeps it up.
 */

import { createORPCClient } from '@orpc/client';
import { RPCLink as PortLink } from '@orpc/client/message-port';
import { RPCLink as SocketLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import type { contract } from '../../../common/contract/contract.ts';
import { offeredProtocols, PAGE_KEY_ITEM } from '../../../common/page-key.ts';
import type { Connection, Dial } from './reconnecting-link.ts';
import { ReconnectingLink, type LinkEnvironment } from './reconnecting-link.ts';

/** Everything the window may ask of the agent, typed by the contract. */
export type AgentClient = ContractRouterClient<typeof contract>;

declare global {
  interface Window {
    /** Put there by the preload script; absent in a browser. */
    askbell?: { shell: 'electron' };
  }
}

/** True inside Electron's window; false where the window is a page in a browser. */
export const IN_ELECTRON = window.askbell?.shell === 'electron';

/** Electron: the page keeps one end of a channel and hands the other to the main process, through the preload. */
const dialPort: Dial = () => {
  const { port1, port2 } = new MessageChannel();
  const closed = new Promise<void>((resolve) => port1.addEventListener('close', () => resolve(), { once: true }));
  const link = new PortLink({ port: port1 });
  port1.start();
  window.postMessage('askbell:connect', '*', [port2]);
  return { link, opened: Promise.resolve(), closed };
};

/** Null where the browser stores nothing for pages, or has never entered. */
function storedPageKey(): string | null {
  try {
    return localStorage.getItem(PAGE_KEY_ITEM);
  } catch {
    return null;
  }
}

/** Headless: a WebSocket to where the page came from. */
const dialSocket: Dial = () => {
  const address = new URL('/rpc', window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const websocket = new WebSocket(address, offeredProtocols(storedPageKey()));
  const once = (event: 'open' | 'close') =>
    new Promise<void>((resolve) => websocket.addEventListener(event, () => resolve(), { once: true }));
  websocket.addEventListener('error', () => void showIfRefused(), { once: true });
  const connection: Connection = { link: new SocketLink({ websocket }), opened: once('open'), closed: once('close') };
  return connection;
};

/** The browser's own clock and timers. */
export const BROWSER_ENVIRONMENT: LinkEnvironment = {
  now: () => Date.now(),
  random: Math.random,
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    }),
};

/**
 * Loads the page anew where this browser is in no longer, because it was signed out or Askbell was started again: the
 * server then says how to get in.
 */
async function showIfRefused(): Promise<void> {
  try {
    const { status } = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    if (status === 403) window.location.reload();
  } catch {
    // Askbell is not there: the next try tells.
  }
}

export interface Bridge {
  client: AgentClient;
  link: ReconnectingLink;
}

/** Makes the client and starts connecting. */
export function openBridge(): Bridge {
  const link = new ReconnectingLink(IN_ELECTRON ? dialPort : dialSocket, BROWSER_ENVIRONMENT);
  void link.run();
  // A window that comes to the front should not wait out the rest of a long pause.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') link.retryNow();
  });
  return { client: createORPCClient<AgentClient>(link), link };
}
