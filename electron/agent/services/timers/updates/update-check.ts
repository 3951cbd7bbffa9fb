import { MINUTE_MS, HOUR_MS, DAY_MS } from '../../../../../common/durations.ts';
import { errorMessage } from '../../../../../common/error-message.ts';
import type { Fetch } from '../../../../api/fetch.ts';
import { isOnThisMachine } from '../../../../api/request/this-machine.ts';
import type { Clock } from '../../../../clock.ts';
import type { Desktop } from '../../../../desktop/desktop.ts';
import type { Log } from '../../../../log.ts';
import type { SettingsStore, StoredSettings } from '../../../../store/settings.ts';
import { isNewer } from '../../../presentation/newer-version.ts';
import { latestRelease, type Release } from './release.ts';

/** How long after a start the first look is made: a start has other things to do first. */
const FIRST_AFTER_MS = 10 * MINUTE_MS;
/** The time between two looks that were answered. */
const INTERVAL_MS = DAY_MS;
/** How often it is checked whether a look is due; one that failed is made again then. */
const CHECK_INTERVAL_MS = HOUR_MS;

/**
 * Whether it is time to look for a newer Askbell: wanted, somebody is signed in at a network of the world, and the last
 * answer is a day old. An answer that is still to come was noted under a clock that was ahead. Pure.
 */
export function isLookDue({ networks, preferences, update }: StoredSettings, now: number): boolean {
  const signedIn = networks.filter(({ accountId }) => accountId !== undefined);
  if (!preferences.checkForUpdates) return false;
  // A network on this machine is somebody's trial: nothing else is asked of the world then.
  if (!signedIn.some(({ kind, apiBaseUrl }) => kind !== 'demo' && !isOnThisMachine(apiBaseUrl))) return false;
  const age = now - (update?.askedAt ?? -Infinity);
  return age < 0 || age >= INTERVAL_MS;
}

export interface UpdateCheckParts {
  /** Where releases are asked for. */
  feed: string;
  version: string;
  settings: SettingsStore;
  clock: Clock;
  fetch: Fetch;
  log: Log;
  updater: Desktop['updater'];
  /** What there is to tell has changed. */
  onChange: () => void;
}

/** Looks for a newer Askbell once a day, and gets it where it can be got without anybody's help. */
export class UpdateCheck {
  readonly #parts: UpdateCheckParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: UpdateCheckParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Waits for nothing but the look that is under way to be given up. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stopping;
    await clock.sleep(FIRST_AFTER_MS, signal);
    while (!signal.aborted) {
      await this.look();
      await clock.sleep(CHECK_INTERVAL_MS, signal);
    }
  }

  /** Looks, where it is time. Never rejects. */
  async look(): Promise<void> {
    const { feed, version, settings, clock, fetch, log, onChange } = this.#parts;
    if (!isLookDue(settings.get(), clock.now())) return;
    try {
      const release = await latestRelease(feed, fetch, this.#stopping.signal);
      const found = isNewer(release.version, version) ? { ...release, way: await this.#get(release) } : undefined;
      settings.change({ update: { askedAt: clock.now(), found } });
      onChange();
    } catch (error) {
      if (!this.#stopping.signal.aborted) log.info(`looking for a newer Askbell: ${errorMessage(error)}`);
    }
  }

  /** Gets a release, where this Askbell can; says how it comes onto this machine. */
  async #get({ version }: Release): Promise<'self' | 'page'> {
    const { updater, log } = this.#parts;
    if (updater === undefined) return 'page';
    try {
      await updater.download(version);
      return 'self';
    } catch (error) {
      log.warn(`getting Askbell ${version}: ${errorMessage(error)}`);
      return 'page';
    }
  }
}
