import { z } from 'zod';
import type { AppState, NetworkAccount } from '../../../common/contract/contract.ts';
import { addAgentTexts } from '../../../common/i18n/agent-texts.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { preferredLocale } from '../../../common/i18n/localized-text.ts';
import { waitingWords } from '../../../common/i18n/waiting-words.ts';
import { loadLanguages } from '../../../common/i18n/words.ts';

/** Localized condition. */
const ToldCondition = z.object({ kind: z.string(), severity: z.enum(['problem', 'warning']), title: z.string() });

const AccountStatus = z.object({
  network: z.string(),
  person: z.string(),
  signedIn: z.boolean(),
  unread: z.number(),
  lastCheckAt: z.iso.datetime().optional(),
  nextCheck: z.object({ what: z.string(), at: z.iso.datetime() }).optional(),
  /** End of the pause of polling. */
  waitsUntil: z.iso.datetime().optional(),
  quota: z.object({ remaining: z.number(), max: z.number() }).optional(),
});

/** Status of a running Askbell, as `askbell status --json` prints it. Contains no secret. */
export const RunStatus = z.object({
  version: z.string(),
  /** `welcome`: nobody is signed in. */
  phase: z.enum(['starting', 'welcome', 'signing-in', 'running']),
  /** Address of the window; it alone grants no access. */
  address: z.string().optional(),
  folder: z.string(),
  paused: z.boolean(),
  snoozedUntil: z.iso.datetime().optional(),
  /** Events not shown yet, and why; `busy`: bundled until the next notification may be shown. */
  waiting: z
    .object({
      count: z.number(),
      because: z.enum(['busy', 'snooze', 'quiet-hours', 'do-not-disturb']),
      until: z.iso.datetime().optional(),
    })
    .optional(),
  unread: z.number(),
  accounts: z.array(AccountStatus),
  trouble: z.array(ToldCondition),
});
export type RunStatus = z.output<typeof RunStatus>;

/** Answer of a running Askbell: the status as data and as localized text. */
export const AnsweredStatus = z.object({ status: RunStatus, text: z.string() });
export type AnsweredStatus = z.output<typeof AnsweredStatus>;

/** Location of a running Askbell: the address of its window, if it has one, and its data folder. */
export interface RunPlace {
  address?: string;
  folder: string;
}

/** Builds the status for scripts from the window's state. Pure. */
export function runStatus(state: AppState, place: RunPlace): RunStatus {
  return {
    version: state.version,
    phase: state.phase,
    ...place,
    paused: state.paused,
    ...(state.snoozedUntil && { snoozedUntil: state.snoozedUntil.toISOString() }),
    ...(state.waiting && {
      waiting: { ...state.waiting, until: state.waiting.until?.toISOString() },
    }),
    unread: state.unread,
    accounts: state.accounts.map(accountStatus),
    trouble: state.conditions.map(({ kind, severity, title }) => ({ kind, severity, title })),
  };
}

function accountStatus({ network, person, signedIn, unread, ...rest }: NetworkAccount): RunStatus['accounts'][number] {
  const { lastPollAt, nextPoll, pollingPause, quota } = rest;
  return {
    network: network.name,
    person: person.displayName,
    signedIn,
    unread,
    ...(lastPollAt && { lastCheckAt: lastPollAt.toISOString() }),
    ...(nextPoll && { nextCheck: { what: nextPoll.what, at: nextPoll.at.toISOString() } }),
    ...(pollingPause && { waitsUntil: pollingPause.until.toISOString() }),
    ...(quota && { quota: { remaining: quota.remaining, max: quota.max } }),
  };
}

/** Returns the exit code of `askbell status`; options.ts documents the codes. Pure. */
export function statusExitCode({ phase, accounts, trouble }: RunStatus): 0 | 4 | 5 {
  if (phase !== 'starting' && !accounts.some(({ signedIn }) => signedIn)) return 4;
  return trouble.some(({ severity }) => severity === 'problem') ? 5 : 0;
}

/** Formats the status as text. `now` in ms since the epoch. Pure. */
export function statusText(status: RunStatus, locale: Locale, now: number): string {
  const { words } = locale;
  const { version, phase, address, folder, accounts, trouble } = status;
  const time = (at: string) => locale.clockTime(new Date(at), now);
  const isFine = statusExitCode(status) === 0 && phase === 'running' && trouble.length === 0;
  return [
    words('runStatus.running', { version }),
    ...(phase === 'starting' ? [words('runStatus.starting')] : []),
    ...(phase === 'signing-in' ? [words('runStatus.signingIn')] : []),
    ...(phase === 'welcome' ? [words('runStatus.nobody')] : []),
    ...accounts.flatMap((account) => accountLines(account, locale, now)),
    ...(status.paused ? [words('runStatus.paused')] : []),
    ...(status.snoozedUntil && !status.waiting ? [words('runStatus.snoozed', { at: time(status.snoozedUntil) })] : []),
    ...(status.waiting ? [waitingLine(status.waiting, locale, now)] : []),
    ...trouble.map(({ severity, title }) => words(`runStatus.${severity}`, { title })),
    ...(isFine && !status.paused ? [words('runStatus.fine')] : []),
    ...(address === undefined ? [] : [words('runStatus.address', { address })]),
    words('runStatus.folder', { folder }),
  ].join('\n');
}

const waitingLine = (waiting: NonNullable<RunStatus['waiting']>, locale: Locale, now: number): string =>
  locale.words('runStatus.waiting', {
    waiting: waitingWords(
      locale,
      { ...waiting, until: waiting.until === undefined ? undefined : new Date(waiting.until) },
      now,
    ),
  });

function accountLines(account: RunStatus['accounts'][number], locale: Locale, now: number): string[] {
  const { words } = locale;
  const { network, person, lastCheckAt, nextCheck, waitsUntil, quota } = account;
  const time = (at: string) => locale.clockTime(new Date(at), now);
  return [
    words('runStatus.person', { network, person }),
    ...[
      words('runStatus.unread', { count: account.unread }),
      lastCheckAt === undefined
        ? words('runStatus.noCheck')
        : words('runStatus.lastCheck', { age: locale.age(new Date(lastCheckAt), now) }),
      ...(waitsUntil === undefined ? [] : [words('runStatus.pausedUntil', { at: time(waitsUntil) })]),
      ...(nextCheck ? [words('runStatus.nextCheck', { what: nextCheck.what, at: time(nextCheck.at) })] : []),
      ...(quota ? [words('runStatus.quota', quota)] : []),
    ].map((line) => `  ${line}`),
  ];
}

/** Dependencies of `askbell status`. */
export interface StatusCommandParts {
  /** Folders in which an Askbell may be running: the first one in use is asked. */
  folders: readonly string[];
  /** Returns which instance uses a folder. */
  instance: (folder: string) => 'none' | 'app' | 'headless' | 'unclear';
  /** Requests the status of the instance that uses a folder; undefined if it does not answer. */
  ask: (folder: string) => Promise<unknown>;
  /** Languages of the system, preferred first, for text that no running Askbell localizes. */
  languages: readonly string[];
  /** Whether to print one JSON object instead of text. */
  json: boolean;
  print: (text: string) => void;
}

/** Exit codes without an answer of a running Askbell; options.ts documents all codes. */
const EXIT_APP = 0;
const EXIT_SILENT = 1;
const EXIT_NOT_RUNNING = 3;

/** Prints the status of the running Askbell and returns the exit code. */
export async function runStatusCommand(command: StatusCommandParts): Promise<number> {
  await loadLanguages();
  addAgentTexts();
  const { words } = preferredLocale('system', command.languages);
  const { folders, instance, ask } = command;
  const say = (facts: object, text: string) => command.print(`${command.json ? JSON.stringify(facts) : text}\n`);
  const folder = folders.find((one) => instance(one) !== 'none');
  if (folder === undefined) {
    say({ running: false }, words('runStatus.notRunning', { folder: folders[0] }));
    return EXIT_NOT_RUNNING;
  }
  if (instance(folder) === 'app') {
    say({ running: true, shell: 'electron', folder }, words('runStatus.app', { folder }));
    return EXIT_APP;
  }
  const answer = AnsweredStatus.safeParse(await ask(folder));
  if (!answer.success) {
    say({ running: true, shell: 'headless', folder, answers: false }, words('runStatus.silent', { folder }));
    return EXIT_SILENT;
  }
  const { status, text } = answer.data;
  say({ running: true, shell: 'headless', ...status }, text);
  return statusExitCode(status);
}
