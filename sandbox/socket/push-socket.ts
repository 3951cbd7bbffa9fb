import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Network } from '../api/network.ts';
import type { SocketFault } from '../behaviour.ts';
import { framesOf, USUAL_LATENESS_MS, changedParts, topbarOf, watchWorld, type Topbar } from './topics.ts';

/**
 * The room `socket` tells whoever listens what happens, as the public service's undocumented socket does (docs/api.md,
 * "Socket"): counts of what is unread, and new questions of a tag. It asks nobody who they are.
 */

/** Between two heartbeats. */
const HEARTBEAT_MS = 5 * 60_000;
/** How many topics a connection may ask for before it is closed. */
const MAX_TOPICS = 1000;
const MAX_TOPIC_CHARACTERS = 200;
/** How old a question may be to be announced as new, whenever it was written. */
const NEWEST_SECONDS = 600;

interface Listener {
  /** Topics listened to; a person's with what it is known to have unread. */
  readonly topics: Map<string, Topbar | undefined>;
  /** Data of a heartbeat that has to be sent back; undefined while nothing is awaited. */
  awaited: string | undefined;
}

/** Everybody who listens, and what they are told. */
export class PushSocket {
  readonly #network: Network;
  readonly #random: () => number;
  readonly #usualFault: SocketFault | undefined;
  readonly #listeners = new Map<WebSocket, Listener>();
  /** Accounts, and questions with their site, that have changed since they were looked at last. */
  readonly #told = new Set<number>();
  readonly #asked: { site: number; question: number }[] = [];
  #fault: SocketFault | undefined;
  #latenessMs = USUAL_LATENESS_MS;
  #willTell = false;
  #beats = 0;
  #beating: NodeJS.Timeout | undefined;

  /** @param random gives 0 to 1 */
  constructor(network: Network, random: () => number, fault: SocketFault | undefined) {
    this.#network = network;
    this.#random = random;
    this.#usualFault = fault;
    this.#fault = fault;
  }

  /** Returns the topics of each who listens. */
  topics(): string[][] {
    return [...this.#listeners.values()].map(({ topics }) => [...topics.keys()]);
  }

  /** Sets how the socket fails, if at all. */
  setFault(fault: SocketFault | undefined, latenessMs = USUAL_LATENESS_MS): void {
    this.#fault = fault;
    this.#latenessMs = latenessMs;
  }

  /** Takes somebody who has connected. */
  accept(socket: WebSocket): void {
    this.#watch();
    this.#listeners.set(socket, { topics: new Map(), awaited: undefined });
    socket.on('message', (message, isBinary) => {
      if (!isBinary) this.#hear(socket, (message as Buffer).toString());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => this.#listeners.delete(socket));
  }

  /** Sends everybody a heartbeat; whoever did not answer the last one is hung up on. */
  beat(): void {
    const data = this.#beats++ % 2 === 0 ? 'hb' : 'pong';
    for (const [socket, listener] of this.#listeners) {
      if (listener.awaited !== undefined) {
        socket.terminate();
        continue;
      }
      listener.awaited = data;
      socket.send(JSON.stringify({ action: 'hb', data }));
    }
  }

  /** Breaks every connection. */
  drop(): void {
    for (const socket of this.#listeners.keys()) socket.terminate();
  }

  /** Puts it back to how it was at the start; who listens goes on listening. */
  reset(): void {
    this.setFault(this.#usualFault);
    this.#told.clear();
    this.#asked.length = 0;
    for (const { topics } of this.#listeners.values()) for (const topic of topics.keys()) this.#add(topics, topic);
  }

  close(): void {
    clearInterval(this.#beating);
    this.drop();
  }

  /** Watches the world once somebody has come, and begins the heartbeats. */
  #watch(): void {
    if (this.#beating) return;
    watchWorld(
      this.#network.world.db,
      (account) => {
        this.#told.add(account);
        this.#tellSoon();
      },
      (site, question) => {
        this.#asked.push({ site, question });
        this.#tellSoon();
      },
    );
    this.#beating = setInterval(() => this.beat(), HEARTBEAT_MS);
    this.#beating.unref();
  }

  #hear(socket: WebSocket, text: string): void {
    const listener = this.#listeners.get(socket);
    if (!listener) return;
    if (text === listener.awaited) {
      listener.awaited = undefined;
      return;
    }
    if (text.length > MAX_TOPIC_CHARACTERS || listener.topics.size >= MAX_TOPICS) return socket.terminate();
    if (text.startsWith('-')) listener.topics.delete(text.slice(1));
    else if (/^\d+-./.test(text)) this.#add(listener.topics, text);
  }

  /** Adds a topic, or one that is known anew. What is unread when somebody begins to listen has not changed. */
  #add(topics: Listener['topics'], topic: string): void {
    const account = /^(\d+)-topbar$/.exec(topic)?.[1];
    topics.set(topic, account === undefined ? undefined : topbarOf(this.#network.statements, Number(account)));
  }

  /** Sends changes after the current transaction. */
  #tellSoon(): void {
    if (this.#willTell) return;
    this.#willTell = true;
    queueMicrotask(() => {
      this.#willTell = false;
      this.#tellWhatChanged();
    });
  }

  #tellWhatChanged(): void {
    for (const account of this.#told) this.#tellUnread(account);
    this.#told.clear();
    for (const { site, question } of this.#asked.splice(0)) this.#tellQuestion(site, question);
  }

  #tellUnread(account: number): void {
    const topic = `${account}-topbar`;
    const listeners = this.#listenersTo(topic);
    if (listeners.length === 0) return;
    const now = topbarOf(this.#network.statements, account);
    for (const [socket, { topics }] of listeners) {
      const changed = changedParts(topics.get(topic), now);
      topics.set(topic, now);
      if (changed) this.#send([socket], topic, changed);
    }
  }

  #tellQuestion(site: number, id: number): void {
    const { statements, world } = this.#network;
    const row = statements.get(
      'SELECT tags FROM posts WHERE site_id = :site AND id = :id AND created_at > :since AND deleted_at IS NULL',
      { site, id, since: world.clock.now() - NEWEST_SECONDS },
    );
    if (!row) return;
    const tags = String(row['tags'] ?? '')
      .split('|')
      .filter(Boolean);
    const told = { siteid: site, id: String(id), tags, fetch: false };
    for (const tag of tags) this.#publish(`${site}-questions-newest-tag-${tag}`, told);
    this.#publish(`${site}-questions-newest`, told);
  }

  #publish(topic: string, told: object): void {
    const sockets = this.#listenersTo(topic).map(([socket]) => socket);
    this.#send(sockets, topic, told);
  }

  #listenersTo(topic: string) {
    return [...this.#listeners].filter(([, { topics }]) => topics.has(topic));
  }

  #send(sockets: readonly WebSocket[], topic: string, told: object): void {
    const frames = framesOf(this.#fault, topic, told, this.#random);
    const send = () => {
      for (const socket of sockets) for (const frame of frames) socket.send(frame);
    };
    if (this.#fault === 'late') setTimeout(send, this.#latenessMs).unref();
    else send();
  }
}

/** How long a message may be: longer than any topic. */
const MAX_MESSAGE_BYTES = 4096;

/** Accepts connections to the socket at a server's root. Its library is loaded for the first who does. */
export function acceptSockets(server: Server, socket: PushSocket): void {
  const load = () =>
    import('ws').then(({ WebSocketServer }) => new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES }));
  let loading: ReturnType<typeof load> | undefined;
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    if (!/^\/+(?:\?|$)/.test(request.url ?? '/')) {
      connection.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    loading ??= load();
    loading
      .then((upgrades) => upgrades.handleUpgrade(request, connection, head, (opened) => socket.accept(opened)))
      .catch(() => connection.destroy());
  });
}
