import { errorStack } from '../../../common/error-message.ts';
import type { AppState } from '../../../common/contract/contract.ts';
import type { Clock } from '../../clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { AgentEvents, EventHub } from '../domain/events.ts';
import { snapshot, type SnapshotSources } from './snapshot.ts';
import { TrayCountdown } from './tray-countdown.ts';

export interface StatePublisherParts {
  desktop: Pick<Desktop, 'setTray'>;
  clock: Clock;
  log: Log;
  events: EventHub<AgentEvents>;
  /** Everything the state is made from, as it is now. */
  sources: () => SnapshotSources;
}

/** Tells window and tray how things are, and keeps the tray's countdown moving. */
export class StatePublisher {
  readonly #parts: StatePublisherParts;
  readonly #countdown: TrayCountdown;

  constructor(parts: StatePublisherParts) {
    this.#parts = parts;
    this.#countdown = new TrayCountdown(parts.clock, () => this.#redrawTray());
  }

  state(): AppState {
    return snapshot(this.#parts.sources()).state;
  }

  /** Never throws: what cannot be shown must not stop the polling. */
  publish(): void {
    const { desktop, log, events, sources } = this.#parts;
    try {
      const { state, tray } = snapshot(sources());
      events.emit('state', state);
      desktop.setTray(tray);
      if (hasCountdown(state)) this.#countdown.start();
    } catch (error) {
      log.error(`The state could not be shown: ${errorStack(error)}`);
    }
  }

  stop(): void {
    this.#countdown.stop();
  }

  /** Gives whether there is still something to count down. */
  #redrawTray(): boolean {
    const { state, tray } = snapshot(this.#parts.sources());
    this.#parts.desktop.setTray(tray);
    return hasCountdown(state);
  }
}

const hasCountdown = ({ conditions }: AppState): boolean => conditions.some(({ retryAt }) => retryAt !== undefined);
