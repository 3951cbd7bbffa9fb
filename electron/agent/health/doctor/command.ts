import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Fetch } from '../../../api/fetch.ts';
import { preferredLocale } from '../../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../../common/i18n/words.ts';
import { namingAskbell } from '../../../api/user-agent.ts';
import { systemClock } from '../../../base/clock.ts';
import type { ProxyChoice, SecretStore, SystemProbe } from '../../../desktop/desktop.ts';
import { silentLog } from '../../../base/log.ts';
import { readStoredMarks } from '../../../store/database/examine-history.ts';
import { openSettings, type SettingsFile, type SettingsStore } from '../../../store/settings.ts';
import { StoredSignIns } from '../../accounts/stored-sign-ins.ts';
import { proxyChoice } from '../../settings/system-settings.ts';
import type { SettingsFacts } from './checks/files.ts';
import type { InstanceFacts } from './checks/instance.ts';
import { examine, secretsInTime } from './doctor.ts';
import { DoctorNotes } from './notes.ts';
import { readSettingsFile } from './probes/settings-file.ts';
import { doctorReport } from './report.ts';
import { storedNetworks } from './stored-networks.ts';

/** Dependencies of `--doctor`. None may change data of a running Askbell. */
export interface DoctorCommandParts {
  dataDir: string;
  version: string;
  probe: SystemProbe;
  /** Store from which sign-ins are read. */
  secrets: SecretStore;
  /** Store with which the keyring is tested. */
  probeSecrets: SecretStore;
  instance: () => InstanceFacts;
  fetch: Fetch;
  setProxy: (choice: ProxyChoice) => Promise<void>;
  /** Languages of the system, preferred first. */
  languages: readonly string[];
  /** Whether to print one JSON object instead of text. */
  json: boolean;
  print: (text: string) => void;
}

/** Exit code if all is well or there are only warnings; `EXIT_WRONG`: an error was found. */
const EXIT_WELL = 0;
const EXIT_WRONG = 1;

/** Runs all checks, prints the report and returns the exit code. Reads stored data and changes none of it. */
export async function runDoctor(command: DoctorCommandParts): Promise<number> {
  await loadLanguages();
  const { dataDir, version, secrets, instance } = command;
  const { settings, facts } = readSettings(join(dataDir, 'settings.json'));
  const { language, proxy } = settings.get().preferences;
  const locale = preferredLocale(language, command.languages);
  // The network check reports an unusable proxy.
  await (async () => command.setProxy(proxyChoice(proxy, locale.words)))().catch(() => undefined);
  const historyFile = join(dataDir, 'history.sqlite');
  const networks = () =>
    storedNetworks({
      settings,
      secrets,
      marks: (network, accountId) => readStoredMarks(historyFile, network, accountId),
      instance,
      notes: new DoctorNotes(dataDir),
      fetch: namingAskbell(command.fetch, version),
      clock: systemClock,
      random: Math.random,
      log: silentLog,
      words: locale.words,
    });
  const hidden = secretsInTime(() => new StoredSignIns({ settings, secrets, log: silentLog }).secretsToHide());
  const parts = await examine({
    networks,
    probe: command.probe,
    secrets: command.probeSecrets,
    settings: () => facts,
    instance,
    dataDir,
    historyFile,
    shownFolder: dataDir,
    clock: systemClock,
  });
  const report = doctorReport({
    parts,
    version,
    at: new Date(systemClock.now()),
    folder: dataDir,
    secrets: await hidden,
    home: homedir(),
    locale,
  });
  const { status, summary, checks } = report;
  command.print(command.json ? `${JSON.stringify({ version, status, summary, checks })}\n` : report.text);
  return status === 'wrong' ? EXIT_WRONG : EXIT_WELL;
}

/** Reads the settings without writing back repairs. */
function readSettings(path: string): { settings: SettingsStore; facts: SettingsFacts } {
  const { state, store } = readSettingsFile(path);
  const settings = openSettings(unwritten(path, store));
  return { settings, facts: { state, resetParts: settings.resetParts } };
}

/** Returns the contents of a settings or secrets file that must not be written; empty if unreadable. */
export const readOnlySettings = (path: string): SettingsFile => unwritten(path, readSettingsFile(path).store);

/** Wraps a file that another process writes: changes are discarded. */
const unwritten = (path: string, store: Record<string, unknown>): SettingsFile => ({
  path,
  get store() {
    return store;
  },
  set store(_changed) {
    // Not written: the file belongs to the running Askbell.
  },
});
