import { MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { readFrame } from './frame.ts';

/** The part of a WebSocket that is used; that of `ws`, and Node's own, have it. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

/** Opens a socket. `onClose` comes once, also where it could not be opened; nothing comes after it. */
export type OpenSocket = (
  url: string,
  on: { open: () => void; text: (text: string) => void; close: (why: string) => void },
) => Socket;

/** How long without a word until the connection counts as dead (docs/api.md, "Socket"). */
export const SILENCE_MS = 6 * MINUTE_MS;
const FIRST_WAIT_MS = 5000;
const MAX_WAIT_MS = 30 * MINUTE_MS;
/** A connection that lasted this long was a good one: the next attempt does not wait longer for it. */
const GOOD_CONNECTION_MS = 10 * MINUTE_MS;
/** More frames in a minute than this are no news of one person. */
export const MAX_FRAMES_PER_MINUTE = 300;

export interface PushConnectionParts {
  url: string;
  open: OpenSocket;
  clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  log: Log;
  /** A topic's news, whatever it is. */
  onNews: (topic: string, data: unknown) => void;
  /** Everything was subscribed to, or the connection is gone. */
  onConnected: (connected: boolean) => void;
}

/**
 * A connection to a network's socket (docs/api.md, "Socket"), which is made anew whenever it ends, falls silent or says
 * too much. The waits in between grow while that goes on, and have a random part, so that not everybody connects at
 * once. It decides nothing.
 */
export class PushConnection {
  readonly #parts: PushConnectionParts;
  readonly #stopping = new AbortController();
  #topics = new Set<string>();
  #socket: Socket | undefined;
  /** Ends the present connection. */
  #hangUp: ((why: string) => void) | undefined;
  /** Aborts once the wait for the next attempt is to begin anew. */
  #startingOver = new AbortController();
  #running: Promise<void> | undefined;

  constructor(parts: PushConnectionParts) {
    this.#parts = parts;
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

  /** Makes the connection anew, because one that only sends heartbeats may be cured by that. */
  reconnect(): void {
    this.#hangUp?.('it is made anew');
  }

  /** The machine woke or is connected again: makes the connection anew, and soon, however often that failed before. */
  startOver(): void {
    this.#startingOver.abort();
    this.reconnect();
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { clock, random, log } = this.#parts;
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const began = this.#elapsed();
      this.#startingOver = new AbortController();
      const startingOver = this.#startingOver.signal;
      const why = await this.#connect(signal);
      if (this.#elapsed() - began >= GOOD_CONNECTION_MS) wait = FIRST_WAIT_MS;
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

  /** Holds one connection; resolves, when it is over, with why. */
  async #connect(signal: AbortSignal): Promise<string> {
    const { onNews, onConnected } = this.#parts;
    const over = Promise.withResolvers<string>();
    const ending = new AbortController();
    let heardAt = this.#elapsed();
    let isOpen = false;
    const minute = { began: heardAt, frames: 0 };
    this.#hangUp = over.resolve;
    const socket = this.#tryToOpen({
      open: () => {
        isOpen = true;
        this.#socket = socket;
        for (const topic of this.#topics) socket?.send(topic);
        onConnected(true);
      },
      text: (text) => {
        heardAt = this.#elapsed();
        if (heardAt - minute.began >= MINUTE_MS) Object.assign(minute, { began: heardAt, frames: 0 });
        if (++minute.frames > MAX_FRAMES_PER_MINUTE) return over.resolve('it says too much');
        const frame = readFrame(text);
        if (frame?.kind === 'heartbeat') socket?.send(frame.data);
        else if (frame && this.#topics.has(frame.topic)) onNews(frame.topic, frame.data);
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
    if (isOpen) onConnected(false);
    return why;
  }

  #tryToOpen(on: Parameters<OpenSocket>[1]): Socket | undefined {
    try {
      return this.#parts.open(this.#parts.url, on);
    } catch (error) {
      this.#parts.log.warn(`The network's socket cannot be opened: ${errorMessage(error)}`);
      return undefined;
    }
  }

  /** Resolves once nothing was heard for too long, or it was told to stop. */
  async #watchHeartbeat(heardAt: () => number, signal: AbortSignal): Promise<string> {
    for (let left = SILENCE_MS; left > 0 && !signal.aborted; left = heardAt() + SILENCE_MS - this.#elapsed())
      await this.#parts.clock.sleep(left, signal);
    return 'nothing was heard for minutes';
  }

  /** The time by a clock that nobody sets, where there is one. */
  #elapsed(): number {
    const { clock } = this.#parts;
    return clock.elapsed?.() ?? clock.now();
  }
}
