import { EventEmitter } from 'node:events';
import type { DesktopEvents } from './desktop.ts';

/** Hands what happened on the desktop to whoever subscribed. */
export interface DesktopEmitter {
  emit<E extends keyof DesktopEvents>(event: E, detail: DesktopEvents[E]): void;
  /** Subscribes; gives back its own unsubscribe. */
  on<E extends keyof DesktopEvents>(event: E, listener: (detail: DesktopEvents[E]) => void): () => void;
}

/** Node's emitter under the port's event types. */
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
