import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KillPoint } from '../kill-points.ts';

type Pass = (point: KillPoint) => void;

const CLAIM = /^\s*UPDATE notifications SET state = 'shown'/;
const BEGIN = /^\s*BEGIN[^;]*;?\s*$/i;
const COMMIT = /^\s*COMMIT\s*;?\s*$/i;
/** Several statements that end with another schema. */
const MIGRATION = /;\s*PRAGMA user_version = \d+;\s*COMMIT;\s*$/;

/** Runs statements one by one, as one call would. */
function execEach(db: DatabaseSync, sql: string, after: () => void): void {
  for (let rest = sql; rest.trim() !== '';) {
    // Only the first statement is prepared.
    const statement = db.prepare(rest);
    rest = rest.slice(rest.indexOf(statement.sourceSQL) + statement.sourceSQL.length);
    statement.all();
    after();
  }
}

/**
 * Tells of what is done to the databases of this process: transactions, the writes in them, claims and migrations.
 * @param onClaim called with a notification's id just before it is claimed
 */
export function watchDatabases(pass: Pass, onClaim: (id: number) => void): void {
  const { exec } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  let within: KillPoint | undefined;
  DatabaseSync.prototype.exec = function watchedExec(this: DatabaseSync, sql: string): void {
    if (MIGRATION.test(sql)) return execEach(this, sql, () => pass('migration'));
    const commits = COMMIT.test(sql);
    if (commits) pass('before-commit');
    exec.call(this, sql);
    const isSalvaged = this.location()?.endsWith('.salvaging') === true;
    within = BEGIN.test(sql) ? (isSalvaged ? 'salvage' : 'write') : undefined;
    if (commits) pass('after-commit');
  };
  StatementSync.prototype.run = function watchedRun(this: StatementSync, ...values: unknown[]) {
    const claims = CLAIM.test(this.sourceSQL);
    if (claims) {
      pass('before-claim');
      onClaim(Number(values[1]));
    }
    const result = Reflect.apply(run, this, values) as ReturnType<typeof run>;
    if (claims) pass('after-claim');
    if (within) pass(within);
    return result;
  };
}

/** Tells of each step in which a history that was saved takes the damaged one's place. */
export function watchRenames(pass: Pass): void {
  const { renameSync } = fs;
  fs.renameSync = (from, to) => {
    const isOfSalvage = /\.(?:salvag|damaged-)/.test(`${String(from)} ${String(to)}`);
    if (isOfSalvage) pass('place-salvaged');
    renameSync(from, to);
    if (isOfSalvage) pass('place-salvaged');
  };
  syncBuiltinESMExports();
}
