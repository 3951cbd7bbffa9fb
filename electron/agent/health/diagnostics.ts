import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import type { AppState } from '../../../common/contract/contract.ts';
import type { Clock } from '../../base/clock.ts';
import type { Desktop } from '../../desktop/desktop.ts';
import type { Log } from '../../base/log.ts';
import { logTail } from './log-tail.ts';
import type { SettingsStore } from '../../store/settings.ts';
import type { Session } from '../accounts/accounts.ts';
import { UserFacingError } from '../user-facing-error.ts';
import { diagnosticReport } from './diagnostic-report.ts';

/** Number of log lines in a report. */
const LOG_LINES = 200;

export interface DiagnosticsParts {
  settings: SettingsStore;
  session: Pick<Session, 'secretsToHide'>;
  desktop: Pick<Desktop, 'logFile' | 'openFolder'>;
  clock: Clock;
  log: Log;
  state: () => AppState;
  /** Names and versions of programs and system. */
  versions: () => [string, string][];
}

/** Diagnostics: report and logs. */
export class Diagnostics {
  readonly #parts: DiagnosticsParts;

  constructor(parts: DiagnosticsParts) {
    this.#parts = parts;
  }

  /** Returns the diagnostic report, without secrets. */
  async report(): Promise<string> {
    const { settings, session, desktop, clock, log, state, versions } = this.#parts;
    log.flush?.();
    const { watches, preferences } = settings.get();
    return diagnosticReport({
      at: new Date(clock.now()),
      state: state(),
      preferences,
      watches: [...Map.groupBy(watches, ({ networkId }) => networkId)].map(([network, own]) => ({
        network,
        count: own.length,
      })),
      versions: versions(),
      log: logTail(desktop.logFile, LOG_LINES),
      secrets: await session.secretsToHide(),
      home: homedir(),
    });
  }

  /**
   * Opens the log's folder.
   * @throws UserFacingError if the desktop cannot open it
   */
  async openLogs(): Promise<void> {
    const { desktop, log } = this.#parts;
    log.flush?.();
    await desktop.openFolder(dirname(desktop.logFile)).catch((error: unknown) => {
      throw new UserFacingError(({ words }) => words('data.noFolder'), errorMessage(error));
    });
  }
}
