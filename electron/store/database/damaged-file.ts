import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { checkTable } from './check.ts';
import { setAside } from './file-names.ts';
import { isDamage } from './sqlite-errors.ts';

/**
 * Sets a database aside that cannot be used any more and that is made anew where it is missing. Gives its new path;
 * undefined for a file that is whole, or is not there. @throws what the file system throws where it cannot be moved
 */
export function setAsideIfDamaged(file: string, now: number): string | undefined {
  return existsSync(file) && isDamaged(file) ? setAside(file, now) : undefined;
}

function isDamaged(file: string): boolean {
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(file, { readOnly: true });
    return checkTable(sqlite) !== undefined;
  } catch (error) {
    return isDamage(error);
  } finally {
    sqlite?.close();
  }
}
