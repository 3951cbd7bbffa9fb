import fs, { openSync, writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import Conf from 'conf';
import type { SettingsFile } from '../../../electron/store/settings.ts';
import type { Ending, KillPoint } from '../kill-points.ts';
import { CLAIM_LINES, CLAIMS_FILE, HITS_FILE } from '../folder.ts';

/** Called when a point of the work is reached; does not return where the life is to end there. */
export type Pass = (point: KillPoint) => void;

/** Creates what ends this process by SIGKILL at the point that its end is aimed at, after it wrote that down. */
export function createKillSwitch(ending: Ending, dataDir: string): Pass {
  const file = openSync(join(dataDir, HITS_FILE), 'a');
  let seen = 0;
  return (point) => {
    if (ending.how !== 'aimed' || ending.point !== point || ++seen < ending.nth) return;
    writeSync(file, `${point}\n`);
    // A signal to oneself is delivered before the call comes back.
    process.kill(process.pid, 'SIGKILL');
  };
}

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

/** Writes down what is about to be claimed, and that the turn of the event loop in which it was is over. */
function noteClaims(dataDir: string): (id: number) => void {
  const file = openSync(join(dataDir, CLAIMS_FILE), 'a');
  const note = (line: string): void => void writeSync(file, `${line}\n`);
  note(CLAIM_LINES.life);
  return (id) => {
    note(CLAIM_LINES.claim(id));
    setImmediate(() => note(CLAIM_LINES.over));
  };
}

/** Watches the databases of this process: transactions, the writes in them, claims and migrations. */
export function watchDatabases(dataDir: string, pass: Pass): void {
  const onClaim = noteClaims(dataDir);
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

/** Watches each step in which a history that was saved takes the damaged one's place. */
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

/** Creates the settings' file, with the kill points before and after it is written. */
export function watchedSettings(dataDir: string, pass: Pass): SettingsFile {
  const file = new Conf({ cwd: dataDir, configName: 'settings' });
  return {
    path: file.path,
    get store() {
      return file.store;
    },
    set store(value) {
      pass('before-settings');
      file.store = value;
      pass('after-settings');
    },
  };
}
