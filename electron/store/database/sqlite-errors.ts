/** SQLite's result codes (sqlite.org/rescode.html). */

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** Extended codes of failed reads: an unreadable page counts as damaged. */
const UNREADABLE_PAGES = [SQLITE_IOERR | (1 << 8), SQLITE_IOERR | (2 << 8), SQLITE_IOERR | (33 << 8)];

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;

/** Why writing fails: the disk is full, or refuses writes for another reason. */
export type WriteTrouble = 'disk-full' | 'history-unwritable';

/** Returns why a write failed; undefined if the disk is not the cause. */
export function writeTrouble(error: unknown): WriteTrouble | undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return 'disk-full';
  if (error instanceof Error && 'code' in error && ['EROFS', 'EACCES', 'EPERM', 'EIO'].includes(String(error.code)))
    return 'history-unwritable';
  const code = codeOf(error);
  if (code === undefined || UNREADABLE_PAGES.includes(code)) return undefined;
  if ((code & 0xff) === SQLITE_FULL) return 'disk-full';
  return [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].includes(code & 0xff) ? 'history-unwritable' : undefined;
}

/** Whether an error indicates contents that neither SQLite nor Askbell wrote. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) {
    if (UNREADABLE_PAGES.includes(code) || [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code & 0xff)) return true;
    // Triggers read JSON written by Askbell, so unreadable JSON is damage.
    return error instanceof Error && /malformed/i.test(error.message);
  }
  // A number outside the range of Askbell's times and ids.
  return error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';
}

/** Whether another process has locked the database. */
export const isBusy = (error: unknown): boolean => ((codeOf(error) ?? 0) & 0xff) === SQLITE_BUSY;
