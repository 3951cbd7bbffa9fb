import { join, sep } from 'node:path';
import { HOUR_MS, MINUTE_MS, DAY_MS } from '../../../common/durations.ts';
import type { NotificationFacts, TrayFacts, SecretStorage } from '../../desktop/desktop.ts';
import type { HistoryFacts } from '../../store/database/examine.ts';
import { condition, ok, text, warning, wrong, type Finding, type Said } from './doctor-report.ts';

/** Maximum tolerated error of the clock; beyond it the window shows a warning, too. */
const TOLERATED_MS = 5 * MINUTE_MS;
/** Error of the clock from which certificates are refused. */
const BROKEN_MS = DAY_MS;
/** Maximum drift between the two clocks during a check; a larger one means that the clock was set. */
const JUMP_MS = 1000;

export interface ClockFacts {
  /** Network whose time is compared; absent if none is chosen. */
  network?: string | undefined;
  /** Time by which the local clock is ahead of the server's (`Date`, docs/api.md, "Wrapper"); absent if unknown. */
  aheadMs?: number | undefined;
  /** Drift between the wall clock and the monotonic clock during the check. */
  jumpedMs: number;
}

/** Checks that the local clock is right and steady. Pure. */
export function checkClock({ network, aheadMs, jumpedMs }: ClockFacts): Finding {
  if (Math.abs(jumpedMs) > JUMP_MS) return warning('doctor.clock.jumps', 'doctor.clock.jumpsAdvice');
  if (network === undefined) return ok('doctor.none');
  if (aheadMs === undefined) return warning(text('doctor.clock.unknown', { network }), 'doctor.seeNetwork');
  const offMs = Math.abs(aheadMs);
  if (offMs < TOLERATED_MS) return ok(text('doctor.clock.right', { off: { seconds: Math.max(1, offMs / 1000) } }));
  // Rounded to minutes: nobody corrects a clock that is this far off by the second.
  const size = { seconds: Math.round(offMs / MINUTE_MS) * 60 };
  const said = text(aheadMs > 0 ? 'conditions.clockAhead' : 'conditions.clockBehind', { size });
  return offMs < BROKEN_MS ? warning(said, 'conditions.clockAdvice') : wrong(said, 'conditions.clockAdvice');
}

/** Share of the quota below which a warning is shown. */
const LOW_SHARE = 0.1;

export interface QuotaFacts {
  /** Absent if no network is chosen, or none with a running quota. */
  network?: string | undefined;
  /** Last known quota; absent while unknown. */
  quota?: { max: number; remaining: number } | undefined;
  /** Time of the next reset, as far as observed. */
  fullAgainAt?: Date | undefined;
}

/** Checks the remaining requests of the day (docs/api.md, "Quota"). Pure. */
export function checkQuota({ network, quota, fullAgainAt }: QuotaFacts): Finding {
  if (network === undefined) return ok('doctor.none');
  if (!quota) return warning('doctor.quota.unknown', 'doctor.seeNetwork');
  const left = text('doctor.quota.left', { left: Math.max(0, quota.remaining), max: quota.max });
  const said = [left, ...(fullAgainAt ? [text('doctor.quota.reset', { at: fullAgainAt })] : [])];
  if (quota.remaining <= 0) return warning(said, 'conditions.exhaustedAdvice');
  return quota.remaining < quota.max * LOW_SHARE ? warning(said, 'doctor.quota.lowAdvice') : ok(...said);
}

/** Time before a token's expiry from which a warning is shown; Askbell's window warns as early. */
const SOON_MS = HOUR_MS;

export interface TokenFacts {
  network: string;
  /** Whether an account is signed in at the network, according to the settings. */
  signedIn: boolean;
  /** `memory`: stored only in the running Askbell's memory. */
  stored: 'yes' | 'no' | 'memory';
  /**
   * Result of checking the token at the network. `unknown`: the check failed or did not concern the token; `resting`:
   * the network does not run now.
   */
  verdict: 'accepted' | 'rejected' | 'no-inbox' | 'bad-key' | 'unknown' | 'resting';
  /** Expiry; absent if the token does not expire. */
  endsAt?: Date | undefined;
  now: Date;
  /** Scopes requested at sign-in, in the network's words (docs/api.md, "Authentication"). */
  scopes: readonly string[];
}

/**
 * Checks that the access to a network is stored and accepted. Pure.
 * @param facts undefined if no network is chosen
 */
export function checkToken(facts: TokenFacts | undefined): Finding {
  if (!facts) return ok('doctor.none');
  const { network, signedIn, stored, verdict, endsAt, now } = facts;
  if (!signedIn) return ok(text('conditions.signedOut', { network }));
  if (endsAt && endsAt <= now) return condition('wrong', 'signedOut', network);
  if (stored === 'memory') return warning(text('doctor.token.inMemory', { network }), 'doctor.token.inMemoryAdvice');
  if (stored === 'no') return wrong(text('doctor.token.missing', { network }), 'doctor.token.missingAdvice');
  if (verdict === 'rejected') return condition('wrong', 'signedOut', network);
  if (verdict === 'no-inbox') return condition('wrong', 'scope', network);
  if (verdict === 'bad-key') return condition('wrong', 'badKey', network);
  const leftMs = endsAt ? endsAt.getTime() - now.getTime() : Infinity;
  if (leftMs < SOON_MS)
    return warning(
      text('conditions.expires', { network, time: { seconds: leftMs / 1000 } }),
      'conditions.expiresAdvice',
    );
  if (verdict === 'resting') return ok(text('doctor.token.stored', { network }), ...terms(facts));
  if (verdict === 'unknown')
    return warning([text('doctor.token.stored', { network }), ...terms(facts)], 'doctor.seeNetwork');
  return ok(text('doctor.token.accepted', { network }), ...terms(facts));
}

const terms = ({ endsAt, scopes }: TokenFacts): Said[] => [
  ...(endsAt ? [text('doctor.token.ends', { at: endsAt })] : []),
  text('doctor.token.scopes', { scopes: scopes.join(', ') }),
];

export interface KeyringFacts {
  keeping: SecretStorage;
  /** Whether a probe could be written, read back and deleted. */
  probe: 'kept' | 'lost';
}

/** Checks that sign-ins survive a restart. Pure. */
export function checkKeyring({ keeping, probe }: KeyringFacts): Finding {
  // One text explains the problem and its solution; the window shows the same.
  if (!keeping.persistent) return { status: 'warning', said: [{ keyring: keeping }] };
  const where = { keyStore: keeping.where };
  if (probe === 'lost') return wrong(text('doctor.keyring.lost', { where }), 'doctor.keyring.lostAdvice');
  return ok(text('doctor.keyring.kept', { where }));
}

const NOTIFICATIONS: Record<Exclude<NotificationFacts['kind'], 'server'>, Finding> = {
  startable: ok('doctor.notifications.native'),
  native: ok('doctor.notifications.native'),
  unsupported: wrong('doctor.notifications.noServer', 'doctor.notifications.noServerAdvice'),
  'no-bus': ok('doctor.noBus'),
  'no-server': warning('doctor.notifications.noServer', 'doctor.notifications.noServerAdvice'),
  'no-answer': wrong('doctor.notifications.noAnswer', 'doctor.notifications.noAnswerAdvice'),
};

/** Checks that notifications can be shown. Pure. */
export function checkNotifications(facts: NotificationFacts): Finding {
  if (facts.kind !== 'server') return NOTIFICATIONS[facts.kind];
  return ok(
    text('doctor.notifications.server', { server: facts.name }),
    ...(facts.capabilities.includes('actions') ? [] : (['doctor.notifications.noButtons'] as const)),
    ...(facts.doNotDisturb === true ? (['doctor.notifications.doNotDisturb'] as const) : []),
  );
}

const TRAY_HOST: Record<TrayFacts, Finding> = {
  hosted: ok('doctor.trayHost.shown'),
  native: ok('doctor.trayHost.shown'),
  'no-bus': ok('doctor.noBus'),
  'no-watcher': warning('doctor.trayHost.none', 'doctor.trayHost.advice'),
  'no-host': warning('doctor.trayHost.none', 'doctor.trayHost.advice'),
};

/** Checks that the desktop shows tray icons. Pure. */
export const checkTrayHost = (facts: TrayFacts): Finding => TRAY_HOST[facts];

export interface SettingsFacts {
  /** `gone`: Askbell runs with settings whose file no longer exists. */
  state: 'absent' | 'gone' | 'read' | 'broken';
  /** Names of the unreadable parts. */
  resetParts: readonly string[];
}

/** Checks that the settings are readable. Pure. */
export function checkSettingsFile({ state, resetParts }: SettingsFacts): Finding {
  if (state === 'absent') return ok('doctor.none');
  if (state === 'gone') return warning('doctor.settingsFile.gone');
  if (state === 'broken') return wrong('doctor.settingsFile.broken', 'doctor.settingsFile.brokenAdvice');
  if (resetParts.length === 0) return ok('doctor.settingsFile.read');
  return warning('conditions.settingsReset', text('conditions.settingsResetAdvice', { parts: resetParts.join(', ') }));
}

/** Checks that the history is readable and intact. Pure. */
export function checkDatabase(facts: HistoryFacts): Finding {
  const { state } = facts;
  if (state === 'absent') return ok('doctor.none');
  if (state === 'unreadable')
    return wrong(text('doctor.database.unreadable', { code: facts.code }), 'doctor.database.unreadableAdvice');
  if (state === 'foreign') return wrong('doctor.database.foreign', 'doctor.database.foreignAdvice');
  if (state === 'damaged')
    return wrong(
      [text('doctor.database.damaged', { fault: facts.fault }), backup(facts)],
      'doctor.database.damagedAdvice',
    );
  const { version, known, bytes, checked, fullCheckAt } = facts;
  if (version > known) return wrong(text('doctor.database.newer', { version, known }), 'doctor.database.newerAdvice');
  return ok(
    text(checked === 'all' ? 'doctor.database.sound' : 'doctor.database.partly', { size: { bytes }, version }),
    ...(version < known ? (['doctor.database.older'] as const) : []),
    ...(fullCheckAt ? [text('doctor.database.fullCheck', { at: fullCheckAt })] : []),
    backup(facts),
  );
}

const backup = ({ backedUpAt }: { backedUpAt?: Date | undefined }): Said =>
  backedUpAt ? text('doctor.database.backup', { at: backedUpAt }) : 'doctor.database.noBackup';

export interface DiskFacts {
  /** Whether a file could be created, flushed and deleted; otherwise the system's error code. */
  writable: true | { code: string };
  freeBytes: number;
}

/** Free bytes below which a warning is shown: SQLite, the log and a backup need room for a while. */
const LOW_BYTES = 200 * 1024 * 1024;
/** Free bytes below which the disk counts as full. */
const FULL_BYTES = 5 * 1024 * 1024;

/** Error codes for no room for another file, or an exhausted disk quota, whatever the free bytes. */
const TAKES_NO_MORE: readonly string[] = ['ENOSPC', 'EDQUOT'];

/** Checks that received data can be stored. Pure. */
export function checkDisk({ writable, freeBytes }: DiskFacts): Finding {
  const free = { free: { bytes: freeBytes } };
  if (freeBytes < FULL_BYTES) return wrong(text('doctor.disk.left', free), 'doctor.disk.lowAdvice');
  if (writable !== true && TAKES_NO_MORE.includes(writable.code))
    return wrong(text('doctor.disk.takesNoMore', { ...free, code: writable.code }), 'doctor.disk.takesNoMoreAdvice');
  if (writable !== true)
    return wrong(text('doctor.disk.readOnly', { code: writable.code }), 'doctor.disk.readOnlyAdvice');
  if (freeBytes < LOW_BYTES) return warning(text('doctor.disk.left', free), 'doctor.disk.lowAdvice');
  return ok(text('doctor.disk.left', free));
}

/** Entry of the data folder; `name` is relative to the folder, `.` the folder itself. */
export interface EntryFacts {
  name: string;
  /** Permission bits. */
  mode: number;
  /** Whether the entry belongs to the current user. */
  own: boolean;
}

export type PermissionFacts =
  /** The folder does not exist yet. */
  | { kind: 'absent' }
  /** The system has no permission bits. */
  | { kind: 'not-checked' }
  | {
      kind: 'read';
      folder: string;
      /** Entries, without the folder itself if it also contains other programs' files. */
      entries: readonly EntryFacts[];
      /** Permission bits, with the sticky one, of a folder that also contains other programs' files. */
      sharedMode?: number | undefined;
      /** Whether some entries were not checked. */
      isCut?: boolean | undefined;
    };

/** Bits that grant access to anyone but the owner. */
const OTHERS = 0o077;
/** Bits that let others write to a folder, and so delete and replace its files, unless it is sticky, as `/tmp` is. */
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const MAX_NAMED = 3;

/** Checks that the data folder and its files are private: 0700 and 0600. Pure. */
export function checkPermissions(facts: PermissionFacts): Finding {
  if (facts.kind === 'absent') return ok('doctor.none');
  if (facts.kind === 'not-checked') return ok('doctor.permissions.notChecked');
  const { folder, entries, sharedMode = 0, isCut } = facts;
  const foreign = entries.filter(({ own }) => !own);
  if (foreign.length > 0)
    return wrong(text('doctor.permissions.foreign', named(foreign)), 'doctor.permissions.foreignAdvice');
  if ((sharedMode & OTHERS_WRITE) !== 0 && (sharedMode & STICKY) === 0)
    return wrong(
      text('doctor.permissions.writable', { folder, mode: octal(sharedMode) }),
      text('doctor.permissions.writableAdvice', { paths: { paths: [folder] } }),
    );
  const open = entries.filter(({ mode }) => (mode & OTHERS) !== 0);
  if (open.length === 0) {
    const count = entries.filter(({ name }) => name !== '.').length;
    return isCut
      ? warning(text('doctor.permissions.notAll', { count }))
      : ok(count === 0 ? 'doctor.none' : text('doctor.permissions.private', { count }));
  }
  const advice = text('doctor.permissions.openAdvice', { paths: { paths: toMend(folder, entries, open) } });
  const isFolderOpen = open.some(({ name }) => name === '.');
  return isFolderOpen
    ? wrong(text('doctor.permissions.open', named(open)), advice)
    : warning(text('doctor.permissions.behindFolder', named(open)), advice);
}

/** Returns the paths to correct: the folder if it is Askbell's alone, otherwise only Askbell's entries in it. */
function toMend(folder: string, entries: readonly EntryFacts[], open: readonly EntryFacts[]): string[] {
  if (entries.some(({ name }) => name === '.')) return [folder];
  return [...new Set(open.map(({ name }) => join(folder, name.split(sep)[0]!)))];
}

const octal = (mode: number): string => mode.toString(8).padStart(4, '0');

const named = (entries: readonly EntryFacts[]) => ({
  files: [
    ...entries.slice(0, MAX_NAMED).map(({ name, mode }) => `${name} (${octal(mode)})`),
    ...(entries.length > MAX_NAMED ? ['…'] : []),
  ].join(', '),
});

/** Instance that uses the data folder; `unclear`: one that does not answer. */
export type InstanceFacts = 'none' | 'app' | 'headless' | 'unclear';

/**
 * Reports whether Askbell runs with this data folder. Neither is a fault, but it helps to understand the other
 * findings. Pure.
 */
export const checkInstance = (facts: InstanceFacts): Finding => ok(`doctor.instance.${facts}`);
