import { DatabaseSync } from 'node:sqlite';

/** Runs statements in a database of a file, beside whatever has it open. */
export function sql(file: string, statements: string): void {
  const db = new DatabaseSync(file);
  db.exec(statements);
  db.close();
}
