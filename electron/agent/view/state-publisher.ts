import { errorStack } from '../../../common/error-message.ts';
import type { AppState } from '../../../common/contract/contract.ts';
import type { Clock } from '../../base/clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import type { AgentEvents, Emitter } from '../context.ts';
import { Snapshot, type SnapshotSources } from './snapshot.ts';
import { TrayCountdown } from './tray-countdown.ts';

export interface StatePublisherParts {
  desktop: Pick<Desktop, 'setTray'>;
  clock: Clock;
  log: Log;
  events: Emitter<AgentEvents>;
  /** Returns the current sources of the state. */
  sources: () => SnapshotSources;
}

/** Publisher of the state to window and tray, with the tray's countdown. */
export class StatePublisher {
  readonly #parts: StatePublisherParts;
  readonly #countdown: TrayCountdown;
  #outdatedAt = -Infinity;

  constructor(parts: StatePublisherParts) {
    this.#parts = parts;
    this.#countdown = new TrayCountdown(parts.clock, () => this.#redrawTray());
  }

  state(): AppState {
    return new Snapshot(this.#parts.sources()).state();
  }

  /** Publishes the state. Never throws: a failure to display must not stop polling. */
  publish(): void {
    const { log, events, sources } = this.#parts;
    try {
      const snapshot = new Snapshot(sources());
      events.emit('state', () => snapshot.state());
      this.#showTray(snapshot);
      if (snapshot.hasCountdown()) this.#countdown.start();
    } catch (error) {
      log.error(`The state could not be shown: ${errorStack(error)}`);
    }
  }

  /** Whether the tray would show other text by now, such as an age, though nothing has happened. */
  isOutdated(): boolean {
    return this.#parts.clock.now() >= this.#outdatedAt;
  }

  stop(): void {
    this.#countdown.stop();
  }

  #showTray(snapshot: Snapshot): void {
    const { view, outdatedAt } = snapshot.tray();
    this.#parts.desktop.setTray(view);
    this.#outdatedAt = outdatedAt;
  }

  /** Returns whether a countdown is left. */
  #redrawTray(): boolean {
    const snapshot = new Snapshot(this.#parts.sources());
    this.#showTray(snapshot);
    return snapshot.hasCountdown();
  }
}
