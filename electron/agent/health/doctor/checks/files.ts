import type { HistoryFacts } from '../../../../store/database/examine-history.ts';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

export interface SettingsFacts {
  /** `gone`: Askbell runs with settings whose file no longer exists. */
  state: 'absent' | 'gone' | 'read' | 'broken';
  /** Names of the unreadable parts. */
  resetParts: readonly string[];
}

/** Checks that the settings are readable. Pure. */
export function checkSettingsFile({ state, resetParts }: SettingsFacts): Finding {
  if (state === 'absent') return ok(text('settingsFile.none'));
  if (state === 'gone') return warning(text('settingsFile.gone'), text('settingsFile.goneAdvice'));
  if (state === 'broken') return wrong(text('settingsFile.broken'), text('settingsFile.brokenAdvice'));
  if (resetParts.length === 0) return ok(text('settingsFile.read'));
  return warning(text('settingsFile.reset', { parts: resetParts.join(', ') }), text('settingsFile.resetAdvice'));
}

/** Checks that the history is readable and intact. Pure. */
export function checkDatabase(facts: HistoryFacts): Finding {
  switch (facts.state) {
    case 'absent':
      return ok(text('database.none'));
    case 'unreadable':
      return wrong(text('database.unreadable', { code: facts.code }), text('database.unreadableAdvice'));
    case 'foreign':
      return wrong(text('database.foreign'), text('database.foreignAdvice'));
    case 'damaged':
      return wrong([text('database.damaged', { fault: facts.fault }), backup(facts)], text('database.damagedAdvice'));
    case 'readable': {
      const { version, known, bytes, checked, fullCheckAt } = facts;
      if (version > known) return wrong(text('database.newer', { version, known }), text('database.newerAdvice'));
      const values = { size: { bytes }, version };
      return ok(
        text(checked === 'all' ? 'database.sound' : 'database.partly', values),
        ...(version < known ? [text('database.older')] : []),
        ...(fullCheckAt ? [text('database.fullCheck', { at: fullCheckAt })] : []),
        backup(facts),
      );
    }
  }
}

const backup = ({ backedUpAt }: { backedUpAt?: Date | undefined }): FindingText =>
  backedUpAt ? text('database.backup', { at: backedUpAt }) : text('database.noBackup');

export interface DiskFacts {
  /** Whether the data folder exists. */
  exists: boolean;
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
export function checkDisk({ exists, writable, freeBytes }: DiskFacts): Finding {
  const free = { free: { bytes: freeBytes } };
  if (freeBytes < FULL_BYTES) return wrong(text('disk.full', free), text('disk.lowAdvice'));
  if (writable !== true && TAKES_NO_MORE.includes(writable.code))
    return wrong(text('disk.takesNoMore', { ...free, code: writable.code }), text('disk.takesNoMoreAdvice'));
  if (writable !== true) return wrong(text('disk.readOnly', { code: writable.code }), text('disk.readOnlyAdvice'));
  if (freeBytes < LOW_BYTES) return warning(text('disk.low', free), text('disk.lowAdvice'));
  return ok(text(exists ? 'disk.roomy' : 'disk.willBeMade', free));
}
