import type { Clock } from '../../clock.ts';
import type { DemoNetwork, Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../log.ts';
import type { ChosenNetwork } from '../../store/settings.ts';
import { demoApp } from './networks.ts';
import { userFacingError } from '../domain/user-facing-error.ts';

export interface DemoHostParts {
  desktop: Pick<Desktop, 'startDemoNetwork'>;
  clock: Clock;
  log: Log;
  demoFile: string;
  demoSpeed: number;
  /** Whether one that ended by itself is to be started again. */
  isWanted: () => boolean;
  /** Goes on with it after it ended by itself. */
  again: () => Promise<void>;
}

/** Between the end of a demo network and its next start, in ms. */
const pauseBeforeRestart = 5_000;

/** Runs the demo network while somebody is on it. */
export function createDemoHost(parts: DemoHostParts) {
  const { desktop, clock, log } = parts;
  const closed = new AbortController();
  let running: DemoNetwork | undefined;

  /** One that ends by itself is started again, once it is clear that Askbell is not ending as well. */
  async function start(chosen: ChosenNetwork): Promise<DemoNetwork> {
    const options = { dataFile: parts.demoFile, speed: parts.demoSpeed, app: demoApp };
    // At the port of last time, so that links and icons kept in the history still lead somewhere.
    const port = URL.canParse(chosen.apiBaseUrl) ? Number(new URL(chosen.apiBaseUrl).port) : 0;
    const started = await desktop.startDemoNetwork({ ...options, port }).catch((error: unknown) => {
      if (port === 0) throw error;
      log.warn(`The demo network could not have port ${port} again: ${String(error)}`);
      return desktop.startDemoNetwork({ ...options, port: 0 });
    });
    const again = async () => {
      if (running !== started || closed.signal.aborted) return;
      running = undefined;
      await clock.sleep(pauseBeforeRestart, closed.signal);
      if (!closed.signal.aborted && parts.isWanted()) await parts.again();
    };
    void started.ended
      .then(again)
      .catch((error: unknown) => log.error(`The demo network could not be started again: ${String(error)}`));
    return started;
  }

  return {
    /** Where it is, started if need be. Throws a `Refusal` where it cannot be. */
    async address(chosen: ChosenNetwork): Promise<{ apiBaseUrl: string; authUrl: string }> {
      try {
        running ??= await start(chosen);
      } catch (error) {
        throw userFacingError('noDemo', error);
      }
      return { apiBaseUrl: running.apiBaseUrl, authUrl: running.authUrl };
    },
    /** Nobody is on it any more. */
    async stop(): Promise<void> {
      const left = running;
      running = undefined;
      await left?.stop();
    },
    async close(): Promise<void> {
      closed.abort();
      await running?.stop();
    },
  };
}
