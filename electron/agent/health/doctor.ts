import { join } from 'node:path';
import type { contract } from '../../../common/contract/contract.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import { loadLanguages } from '../../../common/i18n/words.ts';
import type { Fetch, Network } from '../../api/network.ts';
import { namingAskbell } from '../../api/http/request.ts';
import { systemClock, type Clock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { ProxyChoice, Running, SecretStore, SystemProbe } from '../../desktop/desktop.ts';
import { examineHistory } from '../../store/database/examine.ts';
import { SettingsStore, type ChosenNetwork, type SettingsFile } from '../../store/settings.ts';
import type { Account } from '../accounts/account.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { networkName, openNetwork } from '../accounts/networks.ts';
import { StoredSignIns } from '../accounts/stored-sign-ins.ts';
import { localeOf, type AgentContext, type Handlers } from '../context.ts';
import { observedReset } from '../scheduler/quota.ts';
import { proxyChoice } from '../settings/preferences.ts';
import {
  checkDatabase,
  checkDisk,
  checkInstance,
  checkKeyring,
  checkNotifications,
  checkPermissions,
  checkSettingsFile,
  checkTrayHost,
  type InstanceFacts,
  type SettingsFacts,
} from './checks.ts';
import {
  AnsweredReport,
  doctorReport,
  type DoctorReport,
  CHECK_NAMES,
  inTime,
  type CheckedPart,
  type CheckName,
  type Finding,
} from './doctor-report.ts';
import { askNetwork, examineNetworks, networksToCheck, type Answer, type CheckedNetwork } from './network-check.ts';
import { probeDisk, probeKeyring, probePermissions, readSettingsFile } from './probes.ts';
import { DoctorNotes, storedNetworks } from './stored-networks.ts';

/**
 * The room `health`: how Askbell is doing, and what keeps it well. The doctor checks everything that Askbell depends
 * on, for Settings and for `--doctor`: a probe examines one thing and returns facts, a check turns them into a finding,
 * and the report words the findings. Beside a running Askbell, `--doctor` prints the report of that one; otherwise it
 * examines what the last run stored. `status.ts` and `diagnostics.ts` report the window's state, to scripts and to
 * people who help. `upkeep.ts` runs what is due besides polls and maintains the files, and `update-check.ts`
 * looks for a newer version.
 */

/** Everything that the doctor examines. It changes no stored data. */
export interface Examined {
  networks: Promise<CheckedNetwork[]>;
  probe: SystemProbe;
  /** Store in which a probe may be written and deleted. */
  secrets: SecretStore;
  settings: SettingsFacts;
  instance: InstanceFacts;
  dataDir: string;
  clock: Clock;
}

/** Time limit of checking the history's tables; in ms. */
const MAX_DATABASE_MS = 3000;

/** Runs all checks in parallel. Returns the findings in the order of `CHECK_NAMES`; never rejects. */
async function findings({ networks, probe, secrets, settings, instance, dataDir, clock }: Examined) {
  const historyFile = historyIn(dataDir);
  const one = (check: CheckName, find: () => Promise<Finding> | Finding): Promise<CheckedPart[]> =>
    inTime(find).then((finding) => [{ check, ...finding }]);
  const found = await Promise.all([
    examineNetworks(networks, probe, clock),
    one('keyring', async () => checkKeyring(await probeKeyring(secrets))),
    one('notifications', async () => checkNotifications(await probe.notifications())),
    one('tray-host', async () => checkTrayHost(await probe.trayHost())),
    one('settings-file', () => checkSettingsFile(settings)),
    one('database', async () => checkDatabase(await examineHistory(historyFile, AbortSignal.timeout(MAX_DATABASE_MS)))),
    one('disk', async () => checkDisk(await probeDisk(dataDir))),
    one('permissions', async () => checkPermissions(await probePermissions(dataDir))),
    one('instance', () => checkInstance(instance)),
  ]);
  const all = found.flat();
  return CHECK_NAMES.flatMap((name) => all.filter(({ check }) => check === name));
}

const historyIn = (dataDir: string): string => join(dataDir, 'history.sqlite');

/**
 * Runs all checks and returns the localized report. Tokens and keys are read for redaction, if the keyring answers in
 * time; text that looks like a secret, and secrets read before, are redacted in any case. Never rejects.
 */
async function diagnose(
  examined: Examined,
  readSecrets: () => Promise<string[]>,
  version: string,
  locale: Locale,
): Promise<DoctorReport> {
  const [parts, secrets] = await Promise.all([findings(examined), inTime(readSecrets)]);
  return doctorReport({
    parts,
    version,
    at: new Date(examined.clock.now()),
    folder: examined.dataDir,
    secrets: Array.isArray(secrets) ? secrets : [],
    locale,
  });
}

/**
 * The doctor inside the running Askbell. Its requests to the networks are sent by their own clients, so that their
 * quota, pauses and rate limits apply.
 */
export class Doctor implements Pick<Handlers<typeof contract.diagnostics>, 'examine'> {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  readonly #version: string;
  /** Clients of networks that nobody is signed in to, by address; kept, since each asks the same once a minute only. */
  readonly #strangers = new Map<string, Network>();
  #underWay: Promise<DoctorReport> | undefined;

  constructor(context: AgentContext, accounts: Accounts, version: string) {
    this.#context = context;
    this.#accounts = accounts;
    this.#version = version;
  }

  /** Runs all checks and returns the localized report. Concurrent calls share one run. */
  examine(): Promise<DoctorReport> {
    this.#underWay ??= this.#report().finally(() => (this.#underWay = undefined));
    return this.#underWay;
  }

  #report(): Promise<DoctorReport> {
    const { desktop, dataDir, clock, settings } = this.#context;
    // Read anew, since the file may have been broken or deleted since startup.
    const { state } = readSettingsFile(join(dataDir, 'settings.json'));
    const wasWritten = settings.get().networks.length > 0;
    const examined: Examined = {
      networks: this.#networks(),
      probe: desktop.probe,
      secrets: desktop.secrets,
      settings: { state: state === 'absent' && wasWritten ? 'gone' : state, resetParts: settings.resetParts },
      instance: desktop.shell === 'electron' ? 'app' : 'headless',
      dataDir,
      clock,
    };
    return diagnose(examined, () => this.#accounts.stored.secretsToHide(), this.#version, localeOf(this.#context));
  }

  async #networks(): Promise<CheckedNetwork[]> {
    const { words } = localeOf(this.#context);
    return networksToCheck(this.#context.settings.get().networks).map((chosen) => {
      const account = this.#accounts.get(chosen.id);
      const networkNow = account?.scheduler?.networkNow();
      const quota = account?.scheduler?.quota();
      const resetAt = networkNow === undefined ? undefined : observedReset(quota, networkNow);
      return {
        chosen,
        name: networkName(chosen, words),
        apiBaseUrl: account?.chosen.apiBaseUrl ?? chosen.apiBaseUrl,
        stored: account?.network ? 'yes' : 'no',
        quota,
        fullAgainAt: resetAt === undefined ? undefined : resetAt + this.#aheadMs(account)!,
        ask: (signal) => this.#ask(chosen, account, signal),
      };
    });
  }

  /** Sends one request, as the user or, if nobody is signed in there, without a token. */
  async #ask(chosen: ChosenNetwork, account: Account | undefined, signal: AbortSignal): Promise<Answer> {
    const own = account?.network;
    if (own && (account.clickContext().forClicks ?? 1) < 1) return { kind: 'not-asked', why: 'used-up' };
    if (!own && chosen.apiBaseUrl === '') return { kind: 'not-asked', why: 'demo-rests' };
    const answer = await askNetwork(own ?? this.#stranger(chosen), own !== undefined, this.#context.clock, signal);
    // The agent's estimate from many answers is better than one answer.
    const aheadMs = this.#aheadMs(account);
    return aheadMs === undefined ? answer : { ...answer, clockAheadMs: aheadMs };
  }

  /** Returns a client without a token. */
  #stranger(chosen: ChosenNetwork): Network {
    const uncounted = { sent: () => undefined, answered: () => undefined, blockedUntil: () => undefined };
    const network = this.#strangers.get(chosen.apiBaseUrl) ?? openNetwork(chosen, {}, this.#context, uncounted);
    this.#strangers.set(chosen.apiBaseUrl, network);
    return network;
  }

  /** Returns by how many ms the local clock is ahead of the network's; undefined while unknown. */
  #aheadMs(account: Account | undefined): number | undefined {
    const networkNow = account?.scheduler?.networkNow();
    return networkNow === undefined ? undefined : this.#context.clock.now() - networkNow;
  }
}

/** Dependencies of `--doctor`. None may change data of a running Askbell. */
export interface DoctorCommand {
  dataDir: string;
  version: string;
  /** The Askbell that may be using the data folder, with its report. */
  running: Pick<Running, 'shell' | 'answer'>;
  probe: SystemProbe;
  /** Store from which sign-ins are read. */
  secrets: SecretStore;
  /** Store with which the keyring is tested. */
  probeSecrets: SecretStore;
  fetch: Fetch;
  setProxy: (choice: ProxyChoice) => Promise<void>;
  /** Languages of the system, preferred first. */
  languages: readonly string[];
  /** Whether to print one JSON object instead of text. */
  json: boolean;
}

/** Maximum response time of a running Askbell to `--doctor` in ms: longer than all checks take. */
export const DOCTOR_WAIT_MS = 15_000;

/** Exit code if all is well or there are only warnings; `EXIT_WRONG`: an error was found. */
const EXIT_WELL = 0;
const EXIT_WRONG = 1;

/** Returns the report of the running Askbell, or else of all checks made here, and the exit code. */
export async function runDoctor(command: DoctorCommand): Promise<{ output: string; exitCode: number }> {
  const { data: answered } = AnsweredReport.safeParse(command.running.answer);
  const { text, ...facts } = answered ?? (await ownReport(command));
  return {
    output: command.json ? `${JSON.stringify(facts)}\n` : text,
    exitCode: facts.status === 'wrong' ? EXIT_WRONG : EXIT_WELL,
  };
}

/** Examines what the last run stored, and changes none of it. */
async function ownReport(command: DoctorCommand): Promise<DoctorReport> {
  await loadLanguages();
  const { dataDir, version, secrets, running } = command;
  const path = join(dataDir, 'settings.json');
  const { state, store } = readSettingsFile(path);
  // Repairs are not written back.
  const settings = new SettingsStore({ path, store });
  const { language, proxy } = settings.get().preferences;
  const locale = preferredLocale(language, command.languages);
  // The network check reports an unusable proxy.
  await (async () => command.setProxy(proxyChoice(proxy)))().catch(() => undefined);
  const signIns = new StoredSignIns(settings, secrets, silentLog);
  const isRunning = running.shell !== 'none';
  const examined: Examined = {
    networks: storedNetworks({
      signIns,
      historyFile: historyIn(dataDir),
      notes: new DoctorNotes(dataDir),
      isRunning,
      secrets,
      fetch: namingAskbell(command.fetch, version),
      clock: systemClock,
      words: locale.words,
    }),
    probe: command.probe,
    secrets: command.probeSecrets,
    settings: { state, resetParts: settings.resetParts },
    instance: isRunning ? 'unclear' : 'none',
    dataDir,
    clock: systemClock,
  };
  return diagnose(examined, () => signIns.secretsToHide(), version, locale);
}

/** Reads a settings or secrets file that belongs to another process: changes are not written. Empty if unreadable. */
export const readOnlySettings = (path: string): SettingsFile => ({ path, store: readSettingsFile(path).store });
