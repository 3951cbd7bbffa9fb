import { EventEmitter } from 'node:events';
import { errorStack } from '../../common/error-message.ts';
import type { Log } from './log.ts';

/**
 * Sends typed events to any number of listeners, synchronously and in the order of their subscription. An error in a
 * listener is logged and stops neither the other listeners nor the sender, which may be in the middle of a poll.
 */
export class Emitter<Events extends object> {
  readonly #emitter = new EventEmitter();
  readonly #log: Pick<Log, 'error'>;

  constructor(log: Pick<Log, 'error'>) {
    this.#log = log;
  }

  emit<Name extends keyof Events & string>(
    name: Name,
    ...detail: Events[Name] extends void ? [] : [Events[Name]]
  ): void {
    for (const listener of this.#emitter.listeners(name)) {
      try {
        listener(...detail);
      } catch (error) {
        this.#log.error(`A listener to ${name} failed: ${errorStack(error)}`);
      }
    }
  }

  /** Subscribes to an event. Returns a function that unsubscribes. */
  on<Name extends keyof Events & string>(name: Name, listener: (detail: Events[Name]) => void): () => void {
    this.#emitter.on(name, listener);
    return () => this.#emitter.off(name, listener);
  }
}
