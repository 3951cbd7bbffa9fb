import type { HistoryFacts } from '../../../../../store/database/examine-history.ts';
import { ok, text, warning, wrong, type Finding, type FindingText } from '../finding.ts';

export interface SettingsFacts {
  /** `gone`: a running Askbell has settings, and their file is no longer there. */
  state: 'absent' | 'gone' | 'read' | 'broken';
  /** Names of the parts that cannot be read. */
  resetParts: readonly string[];
}

/** Whether the settings can be read. Pure. */
export function checkSettingsFile({ state, resetParts }: SettingsFacts): Finding {
  if (state === 'absent') return ok(text('settingsFile.none'));
  if (state === 'gone') return warning(text('settingsFile.gone'), text('settingsFile.goneAdvice'));
  if (state === 'broken') return wrong(text('settingsFile.broken'), text('settingsFile.brokenAdvice'));
  if (resetParts.length === 0) return ok(text('settingsFile.read'));
  return warning(text('settingsFile.reset', { parts: resetParts.join(', ') }), text('settingsFile.resetAdvice'));
}

/** Whether the history can be opened and is whole. Pure. */
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
  /** Whether the data folder is there. */
  exists: boolean;
  /** Whether a file could be made, written through and deleted; otherwise the system's code. */
  writable: true | { code: string };
  freeBytes: number;
}

/** Below this, little room is worth a warning: SQLite, the log and a backup need room for a while. */
const LOW_BYTES = 200 * 1024 * 1024;
/** Below this, room counts as none. */
const FULL_BYTES = 5 * 1024 * 1024;

/** Codes that mean no room for another file, or a used-up share of the person's, whatever is free in all. */
const TAKES_NO_MORE: readonly string[] = ['ENOSPC', 'EDQUOT'];

/** Whether what Askbell receives can be recorded. Pure. */
export function checkDisk({ exists, writable, freeBytes }: DiskFacts): Finding {
  const free = { free: { bytes: freeBytes } };
  if (freeBytes < FULL_BYTES) return wrong(text('disk.full', free), text('disk.lowAdvice'));
  if (writable !== true && TAKES_NO_MORE.includes(writable.code))
    return wrong(text('disk.takesNoMore', { ...free, code: writable.code }), text('disk.takesNoMoreAdvice'));
  if (writable !== true) return wrong(text('disk.readOnly', { code: writable.code }), text('disk.readOnlyAdvice'));
  if (freeBytes < LOW_BYTES) return warning(text('disk.low', free), text('disk.lowAdvice'));
  return ok(text(exists ? 'disk.roomy' : 'disk.willBeMade', free));
}
