import type { Clock } from '../../clock.ts';
import type { DemoNetwork, DemoOptions, Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import { setAsideIfDamaged } from '../../store/database/salvage/damaged-file.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { userFacingError } from '../domain/user-facing-error.ts';
import { DEMO_APP } from './networks.ts';

export interface DemoHostParts {
  desktop: Pick<Desktop, 'startDemoNetwork'>;
  clock: Clock;
  log: Log;
  demoFile: string;
  demoSpeed: number;
  demoLike: DemoOptions['like'];
  /** Whether a demo network that ended by itself is to be started again. */
  isWanted: () => boolean;
  /** Starts it again after it ended by itself. */
  onRestart: () => Promise<void>;
}

/** Between the end of a demo network and its next start. */
const RESTART_PAUSE_MS = 5_000;

/** Runs the demo network while somebody is signed in there. */
export class DemoHost {
  readonly #parts: DemoHostParts;
  readonly #closed = new AbortController();
  #running: DemoNetwork | undefined;
  #setAside: string | undefined;

  constructor(parts: DemoHostParts) {
    this.#parts = parts;
  }

  /** Where it is, started if need be. @throws UserFacingError where it cannot be started */
  async address(chosen: ChosenNetwork): Promise<{ apiBaseUrl: string; authUrl: string }> {
    try {
      this.#running ??= await this.#start(chosen);
    } catch (error) {
      throw userFacingError('noDemo', error);
    }
    return { apiBaseUrl: this.#running.apiBaseUrl, authUrl: this.#running.authUrl };
  }

  /** Where its damaged data are kept, as it began anew in this run; undefined where they were whole. */
  setAside(): string | undefined {
    return this.#setAside;
  }

  /** Nobody is signed in there any more. */
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
    // At the port of last time, so that links and icons stored in the history still lead somewhere.
    const port = URL.canParse(chosen.apiBaseUrl) ? Number(new URL(chosen.apiBaseUrl).port) : 0;
    const start = () =>
      desktop.startDemoNetwork({ ...options, port }).catch((error: unknown) => {
        if (port === 0) throw error;
        log.warn(`The demo network could not have port ${port} again: ${String(error)}`);
        return desktop.startDemoNetwork({ ...options, port: 0 });
      });
    // A damaged network may start all the same, and fail at every answer. There is nothing in it that is anybody's.
    const aside = await setAsideIfDamaged(demoFile, this.#parts.clock.now());
    if (aside !== undefined) {
      this.#setAside = aside;
      log.warn(`The demo network's data were damaged. They are kept as ${aside}, and it begins anew.`);
    }
    const started = await start();
    // Askbell ended while it was starting.
    if (this.#closed.signal.aborted) await started.stop();
    void started.ended
      .then(() => this.#restart(started))
      .catch((error: unknown) => log.error(`The demo network could not be started again: ${String(error)}`));
    return started;
  }

  /** Starts again a network that ended by itself, after a pause that shows whether Askbell is ending as well. */
  async #restart(ended: DemoNetwork): Promise<void> {
    const { clock, isWanted, onRestart } = this.#parts;
    const { signal } = this.#closed;
    if (this.#running !== ended || signal.aborted) return;
    this.#running = undefined;
    await clock.sleep(RESTART_PAUSE_MS, signal);
    if (!signal.aborted && isWanted()) await onRestart();
  }
}
