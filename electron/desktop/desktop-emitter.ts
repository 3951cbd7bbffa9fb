import { EventEmitter } from 'node:events';
import type { DesktopEvents } from './desktop.ts';

/** Emitter of desktop events. */
export interface DesktopEmitter {
  emit<E extends keyof DesktopEvents>(event: E, detail: DesktopEvents[E]): void;
  /** Subscribes to an event. Returns a function that unsubscribes. */
  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void;
}

/** Creates an emitter with the port's event types. */
export function createDesktopEmitter(): DesktopEmitter {
  const emitter = new EventEmitter();
  return {
    emit(event, detail) {
      emitter.emit(event, detail);
    },
    on(event, listener) {
      emitter.on(event, listener);
      return () => emitter.off(event, listener);
    },
  };
}
