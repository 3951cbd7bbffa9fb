import http from 'node:http';
import https from 'node:https';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { MINUTE_MS } from '../../common/durations.ts';
import { errorMessage } from '../../common/error-message.ts';
import { elapsed, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { parseJson } from './http/body.ts';
import { send } from './http/send.ts';
import type { Fetch } from './network.ts';

/** Part of a WebSocket that is used; those of `ws` and of Node have it. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Opens a socket. `close` is called once, also if the socket could not be opened; no other callback follows it. */
export type OpenSocket = (
  url: string,
  on: { open: () => void; text: (text: string) => void; close: (why: string) => void },
) => Socket;

/** Silence after which a connection counts as dead (docs/api.md, "Socket"), in ms. */
export const SILENCE_MS = 6 * MINUTE_MS;
const FIRST_WAIT_MS = 5000;
const MAX_WAIT_MS = 30 * MINUTE_MS;
/** Minimum duration of a good connection, which resets the wait for the next attempt. */
const GOOD_CONNECTION_MS = 10 * MINUTE_MS;
/** Maximum number of frames per minute; more cannot be the news of one person. */
export const MAX_FRAMES_PER_MINUTE = 300;

/** Things that a connection works with. */
export interface SocketContext {
  clock: Clock;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  log: Log;
}

export interface SocketListener {
  /** Called with any news of a topic. */
  news(topic: string, data: unknown): void;
  /** Called when all topics were subscribed to, or the connection ended. */
  connected(isConnected: boolean): void;
}

/**
 * Connection to a network's socket (docs/api.md, "Socket"). It reconnects when the connection ends, falls silent or
 * sends too much. The waits in between grow with repeated failures, and have a random part, so that not all clients
 * connect at once. It decides nothing.
 */
export class PushConnection {
  readonly #url: string;
  readonly #open: OpenSocket;
  readonly #context: SocketContext;
  readonly #listener: SocketListener;
  readonly #stopping = new AbortController();
  #topics = new Set<string>();
  #socket: Socket | undefined;
  /** Function that ends the current connection. */
  #hangUp: ((why: string) => void) | undefined;
  /** Controller that aborts the wait for the next attempt so that it begins anew. */
  #startingOver = new AbortController();
  #running: Promise<void> | undefined;

  constructor(url: string, open: OpenSocket, context: SocketContext, listener: SocketListener) {
    this.#url = url;
    this.#open = open;
    this.#context = context;
    this.#listener = listener;
  }

  start(): void {
    this.#running ??= this.#run(this.#stopping.signal);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#hangUp?.('it is no longer wanted');
    await this.#running;
  }

  /** Subscribes to these topics, and to no others. */
  subscribe(topics: Iterable<string>): void {
    const wanted = new Set(topics);
    for (const topic of this.#topics) if (!wanted.has(topic)) this.#socket?.send(`-${topic}`);
    for (const topic of wanted) if (!this.#topics.has(topic)) this.#socket?.send(topic);
    this.#topics = wanted;
  }

  /** Reconnects, which may help if a connection only sends heartbeats. */
  reconnect(): void {
    this.#hangUp?.('it is made anew');
  }

  /** Reconnects soon after the machine woke or is online again, whatever the number of failures. */
  startOver(): void {
    this.#startingOver.abort();
    this.reconnect();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, random, log } = this.#context;
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const began = elapsed(this.#context.clock);
      this.#startingOver = new AbortController();
      const startingOver = this.#startingOver.signal;
      const why = await this.#connect(signal);
      if (elapsed(this.#context.clock) - began >= GOOD_CONNECTION_MS) wait = FIRST_WAIT_MS;
      if (signal.aborted) return;
      log.info(`The network's socket is closed: ${why}.`);
      await clock.sleep(wait * (0.5 + random()), AbortSignal.any([signal, startingOver]));
      if (startingOver.aborted) {
        wait = FIRST_WAIT_MS;
        await clock.sleep(wait * (0.5 + random()), signal);
      }
      wait = Math.min(MAX_WAIT_MS, wait * 2);
    }
  }

  /** Runs one connection; resolves with the reason when it ends. */
  async #connect(signal: AbortSignal): Promise<string> {
    const over = Promise.withResolvers<string>();
    const ending = new AbortController();
    let heardAt = elapsed(this.#context.clock);
    let isOpen = false;
    const minute = { began: heardAt, frames: 0 };
    this.#hangUp = over.resolve;
    const socket = this.#tryToOpen({
      open: () => {
        isOpen = true;
        this.#socket = socket;
        for (const topic of this.#topics) socket?.send(topic);
        this.#listener.connected(true);
      },
      text: (text) => {
        heardAt = elapsed(this.#context.clock);
        if (heardAt - minute.began >= MINUTE_MS) Object.assign(minute, { began: heardAt, frames: 0 });
        if (++minute.frames > MAX_FRAMES_PER_MINUTE) return over.resolve('it says too much');
        const frame = readFrame(text);
        if (frame?.kind === 'heartbeat') socket?.send(frame.data);
        else if (frame && this.#topics.has(frame.topic)) this.#listener.news(frame.topic, frame.data);
      },
      close: over.resolve,
    });
    if (!socket) return 'it cannot be opened';
    void this.#watchHeartbeat(() => heardAt, AbortSignal.any([signal, ending.signal])).then(over.resolve);
    const why = await over.promise;
    ending.abort();
    this.#hangUp = undefined;
    this.#socket = undefined;
    socket.close();
    if (isOpen) this.#listener.connected(false);
    return why;
  }

  #tryToOpen(on: Parameters<OpenSocket>[1]): Socket | undefined {
    try {
      return this.#open(this.#url, on);
    } catch (error) {
      this.#context.log.warn(`The network's socket cannot be opened: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Resolves after too long a silence, or when aborted. */
  async #watchHeartbeat(heardAt: () => number, signal: AbortSignal): Promise<string> {
    for (
      let left = SILENCE_MS;
      left > 0 && !signal.aborted;
      left = heardAt() + SILENCE_MS - elapsed(this.#context.clock)
    )
      await this.#context.clock.sleep(left, signal);
    return 'nothing was heard for minutes';
  }
}

/** Maximum length of a frame of this protocol. */
const MAX_FRAME_CHARACTERS = 64 * 1024;

const Frame = z.object({ action: z.string(), data: z.unknown() });

/** Frame of the socket (docs/api.md, "Socket"): a heartbeat, whose data is to be sent back, or a topic's news. */
export type PushFrame = { kind: 'heartbeat'; data: string } | { kind: 'news'; topic: string; data: unknown };

/** Parses a frame; returns undefined for any other text. Its data may be JSON within JSON, or an object. */
export function readFrame(text: string): PushFrame | undefined {
  if (text.length > MAX_FRAME_CHARACTERS) return undefined;
  const read = Frame.safeParse(parseJson(text));
  if (!read.success) return undefined;
  const { action, data } = read.data;
  if (action === 'hb') return typeof data === 'string' ? { kind: 'heartbeat', data } : undefined;
  const told = typeof data === 'string' ? parseJson(data) : data;
  return told === undefined || told === null ? undefined : { kind: 'news', topic: action, data: told };
}

/** Maximum message size, more than any frame of this protocol; a longer message ends the connection. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const HANDSHAKE_MS = 30_000;

/**
 * Returns a function that opens WebSockets with Askbell's user agent, through the same proxy as Node's other requests.
 */
export const openSocketAs =
  (userAgent: string): OpenSocket =>
  (url, on) => {
    const socket = new WebSocket(url, {
      headers: { 'user-agent': userAgent },
      maxPayload: MAX_MESSAGE_BYTES,
      handshakeTimeout: HANDSHAKE_MS,
      // Read now and not before, because setting a proxy replaces these agents.
      agent: url.startsWith('wss:') ? https.globalAgent : http.globalAgent,
    });
    let why = 'the network ended it';
    let isOver = false;
    socket.on('open', () => {
      if (!isOver) on.open();
    });
    socket.on('message', (data, isBinary) => {
      if (!isBinary && !isOver) on.text((data as Buffer).toString());
    });
    socket.on('error', (error) => (why = error.message));
    socket.on('close', () => {
      if (!isOver) on.close(why);
      isOver = true;
    });
    return {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => {
        isOver = true;
        socket.terminate();
      },
    };
  };

/** Maximum length of the page that lists the sites. */
const MAX_PAGE_CHARACTERS = 2_000_000;
/** Maximum number of sites, far more than any network has. */
const MAX_SITES = 5000;
const SITE_LIST_TIMEOUT_MS = 30_000;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(tag)?.[1];

/**
 * Parses the socket's site numbers by host from a piece of HTML, their only source (docs/api.md, "Socket"). Other
 * content is ignored.
 */
export function siteNumbersIn(page: string): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [tag] of page.slice(0, MAX_PAGE_CHARACTERS).matchAll(/<a\s[^>]*>/gi)) {
    const [href, id] = [attribute(tag, 'href'), attribute(tag, 'data-id')];
    if (href === undefined || id === undefined || !/^\d{1,9}$/.test(id)) continue;
    const url = URL.parse(href, 'https://site.invalid');
    if (url && url.host !== '' && url.hostname !== 'site.invalid') numbers.set(url.host, Number(id));
    if (numbers.size >= MAX_SITES) break;
  }
  return numbers;
}

/**
 * Fetches the page with the site numbers. It is not a request to the API, and costs no quota.
 * @throws Error if the page cannot be fetched or has no numbers
 */
export async function fetchSiteNumbers(
  fetch: Fetch,
  address: string,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const { status, text } = await send(fetch, new URL(address), {
    headers: { accept: '*/*' },
    timeoutMs: SITE_LIST_TIMEOUT_MS,
    maxBytes: 4 * MAX_PAGE_CHARACTERS,
    signal,
  });
  if (status < 200 || status >= 300) throw new Error(`The list of sites was answered with ${status}.`);
  const numbers = siteNumbersIn(text);
  if (numbers.size === 0) throw new Error('The list of sites has no numbers in it.');
  return numbers;
}
