import { z } from 'zod';
import type { AppState, NetworkAccount, RunStatus } from '../../../common/contract/contract.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { waitingWords } from '../../../common/i18n/state-words.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { Running } from '../../desktop/desktop.ts';

/** Location of a running Askbell: the address of its window (it alone grants no access), and its data folder. */
export interface RunPlace {
  address?: string | undefined;
  folder: string;
}

/** Answer of a running Askbell: the status as data and as localized text, and the exit code of `askbell status`. */
const AnsweredStatus = z.object({ status: z.looseObject({}), text: z.string(), exitCode: z.number().int() });

/** Builds the status for scripts from the window's state. Pure. */
export const runStatus = (state: AppState, place: RunPlace): RunStatus => ({
  version: state.version,
  phase: state.phase,
  ...place,
  paused: state.paused,
  snoozedUntil: state.snoozedUntil,
  waiting: state.waiting,
  unread: state.unread,
  accounts: state.accounts.map(accountStatus),
  trouble: state.conditions.map(({ kind, severity, title }) => ({ kind, severity, title })),
});

const accountStatus = ({ network, person, lastPollAt, nextPoll, pollingPause, quota, ...rest }: NetworkAccount) => ({
  network: network.name,
  person: person.displayName,
  signedIn: rest.signedIn,
  unread: rest.unread,
  lastCheckAt: lastPollAt,
  nextCheck: nextPoll && { what: nextPoll.what, at: nextPoll.at },
  waitsUntil: pollingPause?.until,
  quota: quota && { remaining: quota.remaining, max: quota.max },
});

/** Returns the answer to `askbell status`. `now` in ms since the epoch. Pure. */
export function answeredStatus(state: AppState, place: RunPlace, locale: Locale, now: number) {
  const status = runStatus(state, place);
  return { status, text: statusText(status, locale, now), exitCode: statusExitCode(status) };
}

/** Returns the exit code of `askbell status`; commands/table.ts documents the codes. Pure. */
export function statusExitCode({ phase, accounts, trouble }: RunStatus): 0 | 4 | 5 {
  if (phase !== 'starting' && !accounts.some(({ signedIn }) => signedIn)) return 4;
  return trouble.some(({ severity }) => severity === 'problem') ? 5 : 0;
}

/** Formats the status as text. `now` in ms since the epoch. Pure. */
export function statusText(status: RunStatus, locale: Locale, now: number): string {
  const { words } = locale;
  const { version, phase, address, folder, accounts, trouble, waiting, snoozedUntil } = status;
  const isFine = statusExitCode(status) === 0 && phase === 'running' && trouble.length === 0;
  return [
    words('runStatus.running', { version }),
    ...(phase === 'starting' ? [words('runStatus.starting')] : []),
    ...(phase === 'signing-in' ? [words('runStatus.signingIn')] : []),
    ...(phase === 'welcome' ? [words('runStatus.nobody')] : []),
    ...accounts.flatMap((account) => accountLines(account, locale, now)),
    ...(status.paused ? [words('runStatus.paused')] : []),
    ...(snoozedUntil && !waiting ? [words('runStatus.snoozed', { at: locale.clockTime(snoozedUntil, now) })] : []),
    ...(waiting ? [words('runStatus.waiting', { waiting: waitingWords(locale, waiting, now) })] : []),
    ...trouble.map(({ severity, title }) => words(`runStatus.${severity}`, { title })),
    ...(isFine && !status.paused ? [words('runStatus.fine')] : []),
    ...(address === undefined ? [] : [words('runStatus.address', { address })]),
    words('runStatus.folder', { folder }),
  ].join('\n');
}

function accountLines(account: RunStatus['accounts'][number], locale: Locale, now: number): string[] {
  const { words, clockTime } = locale;
  const { network, person, lastCheckAt, nextCheck, waitsUntil, quota } = account;
  return [
    words('runStatus.person', { network, person }),
    ...[
      words('panel.unread', { count: account.unread }),
      lastCheckAt ? words('runStatus.lastCheck', { age: locale.age(lastCheckAt, now) }) : words('runStatus.noCheck'),
      ...(waitsUntil ? [words('runStatus.pausedUntil', { at: clockTime(waitsUntil, now) })] : []),
      ...(nextCheck ? [words('runStatus.nextCheck', { what: nextCheck.what, at: clockTime(nextCheck.at, now) })] : []),
      ...(quota ? [words('runStatus.quota', quota)] : []),
    ].map((line) => `  ${line}`),
  ];
}

/** Maximum response time of a running Askbell to `askbell status` in ms, to tell a hanging one from a slow one. */
export const STATUS_WAIT_MS = 5_000;

/** Returns the output of `askbell status` and the exit code; `words` are for text that no running Askbell localizes. */
export function statusResult({ folder, shell, answer }: Running, words: Words) {
  const said = (exitCode: number, data: object, text: string) => ({ data, text, exitCode });
  if (shell === 'none') return said(3, { running: false }, words('runStatus.notRunning', { folder }));
  const running = { running: true, shell: shell === 'app' ? 'electron' : 'headless' };
  const { data } = AnsweredStatus.safeParse(answer);
  return data
    ? said(data.exitCode, { ...running, ...data.status }, data.text)
    : said(1, { ...running, folder, answers: false }, words('runStatus.silent', { folder }));
}
