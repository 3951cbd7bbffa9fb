import { errorMessage } from '../../../../common/error-message.ts';
import type { Clock } from '../../../base/clock.ts';
import type { SecretStore, SystemProbe } from '../../../desktop/desktop.ts';
import { redact } from '../../../base/log.ts';
import { examineHistory } from '../../../store/database/examine-history.ts';
import { checkClock } from './checks/clock.ts';
import { checkNotifications, checkTrayHost } from './checks/desktop.ts';
import { checkDatabase, checkDisk, checkSettingsFile, type SettingsFacts } from './checks/files.ts';
import { checkInstance, type InstanceFacts } from './checks/instance.ts';
import { checkKeyring } from './checks/keyring.ts';
import { checkNetwork, type Answer, type Outcome, type Route } from './checks/network.ts';
import { checkPermissions } from './checks/permissions.ts';
import { checkQuota, type QuotaFacts } from './checks/quota.ts';
import { checkToken, type TokenFacts } from './checks/token.ts';
import { CHECK_NAMES, text, warning, type CheckName, type Finding } from './finding.ts';
import { probeDisk, probePermissions } from './probes/folder.ts';
import { probeKeyring } from './probes/keyring.ts';
import { probeRoute } from './probes/route.ts';

/**
 * The folder `doctor` checks everything that Askbell depends on. A probe examines one thing and returns facts, a check
 * converts them to a finding, and this file runs all checks, each with a time limit. It changes no stored data, so it
 * may run beside a running Askbell.
 */

/** Chosen network and how to check it. */
export interface CheckedNetwork {
  /** Displayed name. */
  name: string;
  /** Base URL of its API; empty for a demo network that never ran. */
  apiBaseUrl: string;
  /** Sends one request, by all the rules for requests. */
  ask: (signal: AbortSignal) => Promise<Answer>;
  signedIn: boolean;
  stored: TokenFacts['stored'];
  tokenEndsAt?: Date | undefined;
  scopes: readonly string[];
  /** Quota known before the check. */
  quota?: QuotaFacts['quota'];
  fullAgainAt?: Date | undefined;
}

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

/** Finding with its check. */
export interface CheckedPart extends Finding {
  check: CheckName;
  /** Name of the network, if the finding concerns one. */
  network?: string | undefined;
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
