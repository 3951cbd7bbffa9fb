import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { AimedMoment } from '../moments.ts';

const CLAIM = /^\s*UPDATE notifications SET state = 'shown'/;

/** Tells of what is done to the databases of this process: transactions, the writes in them, and claims. */
export function watchDatabases(pass: (moment: AimedMoment) => void): void {
  const { exec } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  let inTransaction = false;
  DatabaseSync.prototype.exec = function watchedExec(this: DatabaseSync, sql: string): void {
    const commits = /^\s*COMMIT\s*;?\s*$/i.test(sql);
    if (commits) pass('before-commit');
    exec.call(this, sql);
    inTransaction = /^\s*BEGIN[^;]*;?\s*$/i.test(sql);
    if (commits) pass('after-commit');
  };
  StatementSync.prototype.run = function watchedRun(this: StatementSync, ...values: unknown[]) {
    const claims = CLAIM.test(this.sourceSQL);
    if (claims) pass('before-claim');
    const result = Reflect.apply(run, this, values) as ReturnType<typeof run>;
    if (claims) pass('after-claim');
    if (inTransaction) pass('write');
    return result;
  };
}
