import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkTables } from '../check.ts';
import { setAside } from '../file-names.ts';
import { isDamage } from '../sqlite-errors.ts';

/**
 * Sets a damaged database aside; whoever needs it makes it anew. Gives its new path; undefined for a file that is
 * whole, or is not there. Rejects with what the file system says where it cannot be moved.
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
