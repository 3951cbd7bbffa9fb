import { homedir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '../../../common/error-message.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../common/i18n/words.ts';
import type { Session } from '../accounts/accounts.ts';
import { StoredSignIns } from '../accounts/stored-sign-ins.ts';
import {
  type SettingsFacts,
  type InstanceFacts,
  checkClock,
  checkNotifications,
  checkTrayHost,
  checkDatabase,
  checkDisk,
  checkSettingsFile,
  checkInstance,
  checkKeyring,
  checkPermissions,
  checkQuota,
  checkToken,
  type TokenFacts,
} from './checks.ts';
import { CHECK_NAMES, text, warning, type CheckName, type CheckedPart, type Finding } from './finding.ts';
import { doctorReport, type DoctorReport } from './doctor-report.ts';
import { DoctorNotes, storedNetworks } from './doctor-alone.ts';
import {
  runningNetworks,
  type RunningNetworksParts,
  checkNetwork,
  type Answer,
  type CheckedNetwork,
  type Outcome,
  type Route,
} from './network-check.ts';
import { readSettingsFile, probeDisk, probePermissions, probeKeyring, probeRoute } from './probes.ts';
import { proxyChoice } from '../settings/preferences.ts';
import type { Fetch } from '../../api/network.ts';
import { namingAskbell } from '../../api/http/request.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { silentLog, redact } from '../../base/log.ts';
import type { ProxyChoice, SecretStore, SystemProbe, Desktop } from '../../desktop/desktop.ts';
import { readStoredMarks, examineHistory } from '../../store/database/examine.ts';
import { openSettings, type SettingsFile, type SettingsStore } from '../../store/settings.ts';

/**
 * The folder `doctor` checks everything that Askbell depends on. A probe examines one thing and returns facts, a check
 * converts them to a finding, and this file runs all checks, each with a time limit. It changes no stored data, so it
 * may run beside a running Askbell.
 */

export interface DoctorParts {
  networks: () => Promise<CheckedNetwork[]>;
  probe: SystemProbe;
  /** Store in which a probe may be written and deleted. */
  secrets: SecretStore;
  settings: () => SettingsFacts;
  instance: () => InstanceFacts;
  dataDir: string;
  historyFile: string;
  /** Display path of the data folder. */
  shownFolder: string;
  clock: Clock;
}

/** Time limit of one check; in ms. */
const MAX_CHECK_MS = 8000;
/** Time limits of the network's answer and of checking the history's tables; in ms. */
const MAX_ANSWER_MS = 6000;
const MAX_DATABASE_MS = 3000;

/** Runs all checks in parallel. Returns the findings in the order of `CHECK_NAMES`; never rejects. */
export async function examine(parts: DoctorParts): Promise<CheckedPart[]> {
  const { probe, secrets, dataDir, shownFolder, historyFile } = parts;
  const one = (check: CheckName, find: () => Promise<Finding> | Finding): Promise<CheckedPart[]> =>
    inTime(find).then((finding) => [{ check, ...finding }]);
  const found = await Promise.all([
    examineNetworks(parts),
    one('keyring', async () => checkKeyring(await probeKeyring(secrets))),
    one('notifications', async () => checkNotifications(await probe.notifications())),
    one('tray-host', async () => checkTrayHost(await probe.trayHost())),
    one('settings-file', () => checkSettingsFile(parts.settings())),
    one('database', async () => checkDatabase(await examineHistory(historyFile, AbortSignal.timeout(MAX_DATABASE_MS)))),
    one('disk', async () => checkDisk(await probeDisk(dataDir))),
    one('permissions', async () => checkPermissions(await probePermissions(dataDir, shownFolder))),
    one('instance', () => checkInstance(parts.instance())),
  ]);
  const all = found.flat();
  return CHECK_NAMES.flatMap((name) => all.filter(({ check }) => check === name));
}

async function examineNetworks(parts: DoctorParts): Promise<CheckedPart[]> {
  const jumped = clockJump(parts.clock);
  let networks: CheckedNetwork[] = [];
  // Reading the sign-ins requests the keyring, which may not answer.
  const read = await inTime(async () => {
    networks = await parts.networks();
    return undefined;
  });
  if (read) return [{ check: 'network', ...read }];
  if (networks.length === 0) {
    return [
      { check: 'network', ...checkNetwork(undefined) },
      { check: 'clock', ...checkClock({ jumpedMs: jumped() }) },
      { check: 'quota', ...checkQuota({}) },
      { check: 'token', ...checkToken(undefined) },
    ];
  }
  return (await Promise.all(networks.map((network) => examineNetwork(network, parts, jumped)))).flat();
}

/** Checks network, clock, quota and token with one request. */
async function examineNetwork(
  network: CheckedNetwork,
  { probe, clock }: DoctorParts,
  jumped: () => number,
): Promise<CheckedPart[]> {
  const { name, apiBaseUrl, fullAgainAt } = network;
  let answer: Answer | undefined;
  const reach = async (): Promise<Finding> => {
    const [route, answered] = await Promise.all([
      routeTo(apiBaseUrl, probe),
      network.ask(AbortSignal.timeout(MAX_ANSWER_MS)),
    ]);
    answer = answered;
    return checkNetwork({ host: URL.parse(apiBaseUrl)?.host ?? name, route, answer });
  };
  const reached = await inTime(reach);
  const told: Partial<Exclude<Answer, { kind: 'not-asked' }>> = answer && answer.kind !== 'not-asked' ? answer : {};
  const rests = answer?.kind === 'not-asked' && answer.why === 'demo-rests';
  const quota = answer?.kind === 'failed' && answer.error === 'quota-exhausted' ? nothingLeft(network) : told.quota;
  const about = rests ? undefined : name;
  return [
    { check: 'network', network: name, ...reached },
    {
      check: 'clock',
      network: name,
      ...checkClock({ network: about, aheadMs: told.clockAheadMs, jumpedMs: jumped() }),
    },
    { check: 'quota', network: name, ...checkQuota({ network: about, quota: quota ?? network.quota, fullAgainAt }) },
    {
      check: 'token',
      network: name,
      ...checkToken({
        network: name,
        signedIn: network.signedIn,
        stored: network.stored,
        verdict: rests ? 'resting' : verdictOf(answer),
        endsAt: network.tokenEndsAt,
        now: new Date(clock.now()),
        scopes: network.scopes,
      }),
    },
  ];
}

const nothingLeft = ({ quota }: CheckedNetwork) => ({ max: quota?.max ?? 0, remaining: 0 });

/** Probes the route if the address is valid. */
async function routeTo(apiBaseUrl: string, probe: SystemProbe): Promise<Route> {
  if (!URL.canParse(apiBaseUrl)) return {};
  return probeRoute(apiBaseUrl, await probe.proxyFor(apiBaseUrl));
}

function verdictOf(answer: Answer | undefined): TokenFacts['verdict'] {
  if (answer?.kind === 'answered') return answer.asStranger ? 'unknown' : 'accepted';
  if (answer?.kind === 'repeated') return 'accepted';
  switch (outcomeOf(answer)) {
    case 'token-rejected':
      return 'rejected';
    case 'scope-missing':
      return 'no-inbox';
    case 'bad-key':
      return 'bad-key';
    default:
      return 'unknown';
  }
}

/**
 * Returns the error of the request just sent, or the outcome of one sent less than a minute ago; undefined if the
 * request just sent succeeded.
 */
function outcomeOf(answer: Answer | undefined): Outcome | undefined {
  if (answer?.kind === 'failed') return answer.error;
  return answer?.kind === 'not-asked' && answer.why === 'just-asked' ? answer.outcome : undefined;
}

/** Returns a function for the drift in ms between wall clock and monotonic clock since this call. */
function clockJump(clock: Clock): () => number {
  const steady = () => clock.elapsed?.() ?? clock.now();
  const [wallBefore, steadyBefore] = [clock.now(), steady()];
  return () => clock.now() - wallBefore - (steady() - steadyBefore);
}

/**
 * Reads tokens and keys for redaction, if the keyring answers in time. Text that looks like a secret, and secrets read
 * before, are redacted in any case. Never rejects.
 */
export async function secretsInTime(read: () => Promise<string[]>): Promise<string[]> {
  const secrets = await inTime(read);
  return Array.isArray(secrets) ? secrets : [];
}

/** Runs a check with a time limit; returns a warning if it is too slow or fails. Never rejects. */
async function inTime<Found>(find: () => Promise<Found> | Found): Promise<Found | Finding> {
  const late = Promise.withResolvers<Finding>();
  const timer = setTimeout(
    () => late.resolve(warning(text('check.tooSlow'), text('check.tooSlowAdvice'))),
    MAX_CHECK_MS,
  );
  try {
    return await Promise.race([(async () => find())(), late.promise]);
  } catch (error) {
    return failedCheck(error);
  } finally {
    clearTimeout(timer);
  }
}

const failedCheck = (error: unknown): Finding =>
  warning(text('check.failed', { why: redact(errorMessage(error)) }), text('check.failedAdvice'));

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
