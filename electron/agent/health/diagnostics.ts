import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { arch, homedir, platform, release } from 'node:os';
import { dirname } from 'node:path';
import type { AppState, contract } from '../../../common/contract/contract.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { AgentContext, Handlers } from '../context.ts';
import { UserFacingError } from '../user-facing-error.ts';
import { redact } from '../../base/log.ts';

/** Number of log lines in a report. */
const LOG_LINES = 200;

/** Returns the versions of programs and system. */
const systemVersions = (version: string): [string, string][] => [
  ['Askbell', version],
  ...(['electron', 'chrome', 'node', 'sqlite'] as const).flatMap((name): [string, string][] =>
    process.versions[name] ? [[name, process.versions[name]]] : [],
  ),
  ['System', `${platform()} ${release()} (${arch()})`],
  ['Locale', new Intl.DateTimeFormat().resolvedOptions().locale],
  ['Time zone', new Intl.DateTimeFormat().resolvedOptions().timeZone],
];

/** Diagnostics: report and logs. */
export class Diagnostics implements Pick<Handlers<typeof contract.diagnostics>, 'report' | 'openLogs'> {
  readonly #context: AgentContext;
  readonly #accounts: Accounts;
  readonly #publisher: { state(): AppState };
  readonly #version: string;

  constructor(context: AgentContext, accounts: Accounts, publisher: { state(): AppState }, version: string) {
    this.#context = context;
    this.#accounts = accounts;
    this.#publisher = publisher;
    this.#version = version;
  }

  /**
   * Returns the diagnostic report for people who help, always in English, without credentials and anything that
   * identifies the user.
   */
  async report(): Promise<{ text: string }> {
    const { settings, desktop, clock, log } = this.#context;
    log.flush?.();
    const state = this.#publisher.state();
    const { preferences, watches } = settings.get();
    const { secrets, abilities } = state;
    const report = [
      'Askbell, diagnostic report',
      `Made: ${new Date(clock.now()).toISOString()}`,
      '',
      ...systemVersions(this.#version).map(([name, value]) => `${name}: ${value}`),
      `Shell: ${state.shell}`,
      `Phase: ${state.phase}${state.paused ? ', paused' : ''}`,
      `Languages: ${state.systemLanguages.join(', ') || 'not known'}`,
      `Presence: ${state.presence.state} since ${state.presence.since.toISOString()}`,
      `Notifications: ${state.notificationsGoTo}`,
      `Sign-in kept: ${secrets.persistent ? `yes (${secrets.where})` : `no (${secrets.why}: ${secrets.where})`}`,
      `Shortcut: ${abilities.shortcut.state}; own sounds: ${yesOrNo(abilities.sound.own)}; ` +
        `system proxy: ${yesOrNo(abilities.proxy.system)}`,
      '',
      'Settings',
      ...Object.entries(preferences).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
      ...[...Map.groupBy(watches, ({ networkId }) => networkId)].map(
        ([network, own]) => `  watches at ${network}: ${own.length}`,
      ),
      '',
      'Conditions',
      ...none(
        state.conditions.map(
          ({ severity, kind, title, retryAt }) =>
            `  ${severity} ${kind}: ${title}${retryAt ? ` (again at ${retryAt.toISOString()})` : ''}`,
        ),
      ),
      ...state.accounts.flatMap(accountLines),
      '',
      'Log',
      ...none(logTail(desktop.logFile, LOG_LINES).map((line) => `  ${line}`)),
      '',
    ].join('\n');
    return { text: hidden(report, await this.#accounts.stored.secretsToHide()) };
  }

  /**
   * Opens the log's folder.
   * @throws UserFacingError if the desktop cannot open it
   */
  async openLogs(): Promise<void> {
    const { desktop, log } = this.#context;
    log.flush?.();
    await desktop.openFolder(dirname(desktop.logFile)).catch((error: unknown) => {
      throw new UserFacingError(({ words }) => words('data.noFolder'), errorMessage(error));
    });
  }
}

function accountLines(account: AppState['accounts'][number]): string[] {
  const { network, signedIn, quota, nextPoll, lastPollAt, pollingPause, plan } = account;
  const quotaText =
    quota && `${quota.remaining} of ${quota.max} left, ${quota.usedByAskbell} used here, ${quota.reserve} in reserve`;
  return [
    '',
    `Account at ${network.name} (${account.id}): ${signedIn ? 'signed in' : 'signed out'}, ` +
      `${account.person.accounts} sites, ${account.unread} unread`,
    `  quota: ${quotaText ?? 'not known'}`,
    `  last poll: ${lastPollAt?.toISOString() ?? 'none'}; ` +
      `next: ${nextPoll ? `${nextPoll.what} at ${nextPoll.at.toISOString()}` : 'none'}`,
    ...(pollingPause ? [`  no polls until ${pollingPause.until.toISOString()}: ${pollingPause.why}`] : []),
    ...(plan ?? []).map(
      ({ stream, everySeconds, perDay }) =>
        `  plan: ${stream} every ${Math.round(everySeconds)} s, ${Math.round(perDay)} a day`,
    ),
  ];
}

const none = (lines: string[]): string[] => (lines.length === 0 ? ['  none'] : lines);
const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');

/** Removes secrets, and the user's home folder, whose path may contain their name. */
export function hidden(text: string, secrets: readonly string[], home = homedir()): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length >= 4)
    .reduce(
      (redacted, secret) =>
        redacted.replaceAll(secret, '[redacted]').replaceAll(encodeURIComponent(secret), '[redacted]'),
      redact(text),
    );
  return home.length > 1 ? withoutSecrets.replaceAll(home, '~') : withoutSecrets;
}

const MAX_TAIL_BYTES = 64 * 1024;

/** Returns the last lines of a log file, oldest first; none if the file cannot be opened. */
export function logTail(file: string, lines: number): string[] {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return [];
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - MAX_TAIL_BYTES);
    const buffer = Buffer.alloc(size - from);
    readSync(handle, buffer, 0, buffer.length, from);
    const all = buffer.toString('utf8').split('\n').filter(Boolean);
    // The first line may be cut.
    return (from > 0 ? all.slice(1) : all).slice(-lines);
  } finally {
    closeSync(handle);
  }
}
