import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Locale } from '../../../../common/i18n/locale.ts';
import type { Desktop } from '../../../desktop/desktop.ts';
import type { Session } from '../../accounts/accounts.ts';
import type { SettingsFacts } from './checks/files.ts';
import { examine, secretsInTime } from './doctor.ts';
import { readSettingsFile } from './probes/settings-file.ts';
import { doctorReport, type DoctorReport } from './report.ts';
import { runningNetworks, type RunningNetworksParts } from './running-networks.ts';

export interface DoctorServiceParts extends Omit<RunningNetworksParts, 'words'> {
  desktop: Pick<Desktop, 'probe' | 'secrets'>;
  session: Pick<Session, 'secretsToHide'>;
  /** Names of the settings' parts that could not be read at startup. */
  settingsResetParts: readonly string[];
  dataDir: string;
  version: string;
  locale: () => Locale;
}

/** The doctor inside the running Askbell. */
export class DoctorService {
  readonly #parts: DoctorServiceParts;
  #underWay: Promise<DoctorReport> | undefined;

  constructor(parts: DoctorServiceParts) {
    this.#parts = parts;
  }

  /** Runs all checks and returns the localized report. Concurrent calls share one run. */
  report(): Promise<DoctorReport> {
    this.#underWay ??= this.#report().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  async #report(): Promise<DoctorReport> {
    const { desktop, session, clock, dataDir, version, locale } = this.#parts;
    const [parts, secrets] = await Promise.all([
      examine({
        networks: async () => runningNetworks({ ...this.#parts, words: () => locale().words }),
        probe: desktop.probe,
        secrets: desktop.secrets,
        settings: () => this.#settingsFacts(),
        instance: () => 'self',
        dataDir,
        historyFile: join(dataDir, 'history.sqlite'),
        shownFolder: dataDir,
        clock,
      }),
      secretsInTime(() => session.secretsToHide()),
    ]);
    return doctorReport({
      parts,
      version,
      at: new Date(clock.now()),
      folder: dataDir,
      secrets,
      home: homedir(),
      locale: locale(),
    });
  }

  /** Reads the settings file anew, since it may have been broken or deleted since startup. */
  #settingsFacts(): SettingsFacts {
    const { dataDir, settings, settingsResetParts: resetParts } = this.#parts;
    const { state } = readSettingsFile(join(dataDir, 'settings.json'));
    const wasWritten = settings.get().networks.length > 0;
    return { state: state === 'absent' && wasWritten ? 'gone' : state, resetParts };
  }
}
