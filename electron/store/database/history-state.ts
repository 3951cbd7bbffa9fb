import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { errorMessage } from '../../../common/error-message.ts';
import { checkTable } from './check.ts';
import { backupNames, setAsideNames } from './file-names.ts';
import { LATEST_SCHEMA, schemaVersion } from './migrations.ts';

/** How the history's file is, for whoever looks into a problem. Times are ms since the epoch, by this machine's clock. */
export interface HistoryState {
  path: string;
  /** Absent where there is no such file. */
  bytes?: number;
  /** The version of its schema, and the latest that this Askbell knows. */
  schema?: number;
  latestSchema: number;
  /** The last check of all of it, and what was wrong then; absent before the first. */
  lastFullCheck?: { at: number; problem?: string };
  lastBackupAt?: number;
  /** Damaged histories that were set aside. */
  damagedCopies: string[];
  /** What is wrong just now; absent where nothing is. */
  problem?: string;
}

/** What is remembered of the upkeep: marks of nobody's profile. */
export const UPKEEP_PROFILE = 0;
export const FULL_CHECK_MARK = 'full-check';
export const BACKUP_MARK = 'backup';

/** Looks at the history in `file` without changing it, also while Askbell runs. Never throws. */
export function historyState(file: string): HistoryState {
  const [newerBackup] = backupNames(file);
  const state: HistoryState = {
    path: file,
    latestSchema: LATEST_SCHEMA,
    damagedCopies: setAsideNames(file),
    ...(existsSync(newerBackup) && { lastBackupAt: statSync(newerBackup).mtimeMs }),
  };
  if (!existsSync(file)) return state;
  state.bytes = statSync(file).size;
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file, { readOnly: true });
    sqlite.exec('PRAGMA busy_timeout = 2000');
    state.schema = schemaVersion(sqlite);
    const problem = checkTable(sqlite);
    if (problem !== undefined) state.problem = problem;
    const lastFullCheck = fullCheckOf(sqlite);
    if (lastFullCheck) state.lastFullCheck = lastFullCheck;
  } catch (error) {
    state.problem = errorMessage(error);
  } finally {
    sqlite?.close();
  }
  return state;
}

function fullCheckOf(sqlite: DatabaseSync): HistoryState['lastFullCheck'] {
  const row = sqlite
    .prepare('SELECT value FROM marks WHERE profile_id = ? AND name = ?')
    .get(UPKEEP_PROFILE, FULL_CHECK_MARK) as { value: string } | undefined;
  return row && (JSON.parse(row.value) as { at: number; problem?: string });
}
