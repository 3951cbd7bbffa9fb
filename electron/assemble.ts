import type { Clock } from './clock.ts';
import type { Desktop } from './desktop/desktop.ts';
import type { Log } from './log.ts';
import type { Options } from './options.ts';
import type { SettingsFile } from './store/settings.ts';

/** What a shell brings: everything that differs between Electron and plain Node. */
export interface Parts {
  desktop: Desktop;
  clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /** Electron's `net.fetch` (system proxy and certificates) or Node's. */
  fetch: typeof globalThis.fetch;
  log: Log;
  /** An existing folder for the history and the demo network's data. */
  dataDir: string;
  /** electron-store or conf, opened by the shell. */
  settingsFile: SettingsFile;
  version: string;
  options: Pick<Options, 'demo' | 'demoSpeed' | 'printNotifications'>;
}
