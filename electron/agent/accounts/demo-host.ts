import type { Clock } from '../../base/clock.ts';
import type { DemoNetwork, DemoOptions, Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import { setAsideIfDamaged } from '../../store/database/salvage/damaged-file.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { userFacingError } from '../user-facing-error.ts';
import { DEMO_APP } from './networks.ts';

export interface DemoHostParts {
  desktop: Pick<Desktop, 'startDemoNetwork'>;
  clock: Clock;
  log: Log;
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
  /** Whether a demo network that ended unexpectedly should be restarted. */
  isWanted: () => boolean;
  /** Restarts it after an unexpected end. */
  onRestart: () => Promise<void>;
}

/** Pause between the end of a demo network and its restart, in ms. */
const RESTART_PAUSE_MS = 5_000;

/** Runs the demo network while a user is signed in to it. */
export class DemoHost {
  readonly #parts: DemoHostParts;
  readonly #closed = new AbortController();
  #running: DemoNetwork | undefined;
  #setAside: string | undefined;

  constructor(parts: DemoHostParts) {
    this.#parts = parts;
  }

  /**
   * Returns its address and starts it if necessary.
   * @throws UserFacingError if it cannot be started
   */
  async address(chosen: ChosenNetwork): Promise<{ apiBaseUrl: string; authUrl: string }> {
    try {
      this.#running ??= await this.#start(chosen);
    } catch (error) {
      throw userFacingError('noDemo', error);
    }
    return { apiBaseUrl: this.#running.apiBaseUrl, authUrl: this.#running.authUrl };
  }

  /** Returns the path of its damaged data if it was reset during this run, otherwise undefined. */
  setAside(): string | undefined {
    return this.#setAside;
  }

  /** Stops it when no user is signed in to it any more. */
  async stop(): Promise<void> {
    const left = this.#running;
    this.#running = undefined;
    await left?.stop();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#running?.stop();
  }

  async #start(chosen: ChosenNetwork): Promise<DemoNetwork> {
    const { desktop, log, demoFile, demoSpeed, demoLike } = this.#parts;
    const options = { dataFile: demoFile, speed: demoSpeed, like: demoLike, app: DEMO_APP };
    // Uses the last port, so that links and icons stored in the history still work.
    const port = URL.canParse(chosen.apiBaseUrl) ? Number(new URL(chosen.apiBaseUrl).port) : 0;
    const start = () =>
      desktop.startDemoNetwork({ ...options, port }).catch((error: unknown) => {
        if (port === 0) throw error;
        log.warn(`The demo network could not have port ${port} again: ${String(error)}`);
        return desktop.startDemoNetwork({ ...options, port: 0 });
      });
    // A damaged network may start and then fail at every request. It holds no user data, so it is reset.
    const aside = await setAsideIfDamaged(demoFile, this.#parts.clock.now());
    if (aside !== undefined) {
      this.#setAside = aside;
      log.warn(`The demo network's data were damaged. They are kept as ${aside}, and it begins anew.`);
    }
    const started = await start();
    // Askbell quit while it was starting.
    if (this.#closed.signal.aborted) await started.stop();
    void started.ended
      .then(() => this.#restart(started))
      .catch((error: unknown) => log.error(`The demo network could not be started again: ${String(error)}`));
    return started;
  }

  /** Restarts a network that ended unexpectedly, after a pause that shows whether Askbell is quitting as well. */
  async #restart(ended: DemoNetwork): Promise<void> {
    const { clock, isWanted, onRestart } = this.#parts;
    const { signal } = this.#closed;
    if (this.#running !== ended || signal.aborted) return;
    this.#running = undefined;
    await clock.sleep(RESTART_PAUSE_MS, signal);
    if (!signal.aborted && isWanted()) await onRestart();
  }
}
