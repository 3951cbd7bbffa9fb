import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkTables } from '../check.ts';
import { setAside } from '../file-names.ts';
import { isDamage } from '../sqlite-errors.ts';

/**
 * Sets a damaged database aside; its owner creates a new one. Returns its new path; undefined for an intact or missing
 * file. Rejects with the file system's error if it cannot be moved.
 */
export async function setAsideIfDamaged(file: string, now: number): Promise<string | undefined> {
  return existsSync(file) && (await isDamaged(file)) ? setAside(file, now) : undefined;
}

async function isDamaged(file: string): Promise<boolean> {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file, { readOnly: true });
    return (await checkTables(sqlite, 'quick')) !== undefined;
  } catch (error) {
    return isDamage(error);
  } finally {
    sqlite?.close();
  }
}
