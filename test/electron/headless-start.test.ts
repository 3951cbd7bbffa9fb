import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { openHistory } from '../../electron/store/history.ts';
import { makeSmallDisk } from '../support/small-disk.ts';
import { firstLine } from './desktop/headless/private-bus.ts';
import { addressOf, createHome, end, resultOf, startHeadless } from './fixtures/headless-program.ts';
import { sql } from '../support/sql.ts';

/** Whoever is nobody else. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** A data folder in which something is wrong. */
interface Case {
  /** What is wrong. */
  name: string;
  make: (dataDir: string) => void | Promise<void>;
  /** What the terminal and the log say. */
  says: RegExp;
  /** Askbell starts all the same. */
  starts?: true;
  /** Only the superuser can arrange it; `nobody`: and Askbell runs as another user then. */
  needsRoot?: 'root' | 'nobody';
  /** There is no place for a log. */
  unlogged?: true;
}

const historyIn = (dataDir: string) => join(dataDir, 'history.sqlite');
const settingsIn = (dataDir: string) => join(dataDir, 'settings.json');

const RELEASED = join(import.meta.dirname, 'store', 'database', 'released');
const MANY_ITEMS = `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
  INSERT INTO inbox_items (id, profile_id, key, item_type, site_id, site_name, title, excerpt, created_at, listed_at,
    first_seen_at) SELECT n, 1, n, 'comment', 'site', 'Site', 'Title', '', n, n, n FROM numbers`;

const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);

/** A history with a row in it, closed. */
function makeHistory(dataDir: string): void {
  const history = openHistory(historyIn(dataDir));
  history.profile({ network: 'demo', accountId: 1, displayName: 'Ada' });
  history.close();
}

const IS_PIPE = /The history file \S+ is a pipe, not a file/;
const GONE = /The history was missing\. A new one begins: .* put it there/;
const IS_FOLDER = /The settings file \S+ is a folder, not a file\. Move it away/;
const CASES: Case[] = [
  { name: 'a history that is a pipe', make: (dataDir) => makePipe(historyIn(dataDir)), says: IS_PIPE },
  {
    name: 'a history that another program has locked',
    async make(dataDir) {
      makeHistory(dataDir);
      // In a process of its own: whoever reads and closes a file that they have locked unlocks it.
      const lock = `const { DatabaseSync } = require('node:sqlite');
        const db = new DatabaseSync(${JSON.stringify(historyIn(dataDir))});
        db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
        console.log('locked');
        setInterval(() => {}, 1000);`;
      const locker = spawn(process.execPath, ['-e', lock], { stdio: ['ignore', 'pipe', 'ignore'] });
      onTestFinished(() => void locker.kill('SIGKILL'));
      await firstLine(locker);
    },
    says: /Another program has the history file \S+ open\. Close it, and start Askbell again/,
  },
  {
    name: 'a history that is no database',
    make: (dataDir) => writeFileSync(historyIn(dataDir), 'a letter to my aunt\n'.repeat(500)),
    says: /The history was damaged\. None of it could be read, so Askbell has started a new one\. .* is kept: /,
    starts: true,
  },
  { name: 'a missing history', make: (dataDir) => writeFileSync(settingsIn(dataDir), '{}'), says: GONE, starts: true },
  {
    name: 'a history that cannot be written',
    make(dataDir) {
      makeHistory(dataDir);
      chmodSync(historyIn(dataDir), 0o444);
      chownSync(dataDir, NOBODY, NOBODY);
    },
    says: /The history cannot be saved\. Check \S+ and its disk/,
    starts: true,
    needsRoot: 'nobody',
  },
  { name: 'settings that are a folder', make: (dataDir) => mkdirSync(settingsIn(dataDir)), says: IS_FOLDER },
  {
    name: 'settings that cannot be read',
    make(dataDir) {
      writeFileSync(settingsIn(dataDir), '{}', { mode: 0o600 });
      chownSync(dataDir, NOBODY, NOBODY);
    },
    says: /The settings file \S+ cannot be used \(EACCES\)\. See who may read and write it/,
    needsRoot: 'nobody',
  },
  {
    name: 'settings that are no JSON',
    make: (dataDir) => writeFileSync(settingsIn(dataDir), '{ broken'),
    says: /Some settings could not be read and were reset\. .*settings\.broken\.json/,
    starts: true,
  },
  {
    name: 'a log that is a pipe',
    make(dataDir) {
      mkdirSync(join(dataDir, 'logs'));
      makePipe(join(dataDir, 'logs', 'askbell.log'));
    },
    says: /The log file \S+ is a pipe, not a file/,
    unlogged: true,
  },
  {
    name: 'somebody else’s settings in a folder for everybody',
    make(dataDir) {
      chmodSync(dataDir, 0o1777);
      writeFileSync(settingsIn(dataDir), '{}');
      chownSync(settingsIn(dataDir), NOBODY, NOBODY);
    },
    says: /settings\.json belongs to another user of this computer/,
    needsRoot: 'root',
    unlogged: true,
  },
];

/** What is in a folder, as kinds and contents: names may change where something is set aside. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    if (!stats?.isFile()) return [`kind ${(stats?.mode ?? 0) >> 12}`];
    return [hash('sha256', readFileSync(join(folder, name)))];
  });
}

describe.skipIf(process.platform === 'win32')('a start of the headless shell', () => {
  let home: string;
  let dataDir: string;
  beforeEach(() => {
    home = createHome();
    dataDir = join(home, 'data');
    chmodSync(home, 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
  });

  /** Starts Askbell in a folder until it has said what it has to say, and ends it where it starts. */
  async function startIn(folder: string, { says, starts, needsRoot }: Pick<Case, 'says' | 'starts' | 'needsRoot'>) {
    const before = contentsOf(folder);
    const run = startHeadless(home, ['--hidden', '--data-dir', folder], needsRoot === 'nobody' ? { uid: NOBODY } : {});
    if (starts) {
      await addressOf(run);
      await expect.poll(run.err).toMatch(says);
      await end(run);
    }
    const result = await resultOf(run);
    const after = contentsOf(folder);
    return { ...result, lost: before.filter((content) => !after.includes(content)) };
  }

  it.each(CASES)('says what to do about $name, and leaves what is there', async (given) => {
    if (given.needsRoot && !isRoot) return console.warn(`Left out: only root can arrange ${given.name}.`);
    await given.make(dataDir);
    const { code, out, err, lost } = await startIn(dataDir, given);
    expect(err).toMatch(given.says);
    // One sentence after the other, without a stack and without a bare code of the system's.
    expect(err).toMatch(given.starts ? /^(?:[^\n]+\n)+$/ : /^Askbell could not start\. [^\n]+\n$/);
    expect(err).not.toMatch(/\bE[A-Z]{3,}:|^\s+at /m);
    expect(code).toBe(given.starts ? 0 : 3);
    // No address leads into an Askbell that does not start.
    if (!given.starts) expect(out).toBe('');
    if (!given.unlogged) expect(readFileSync(join(dataDir, 'logs', 'askbell.log'), 'utf8')).toMatch(given.says);
    expect(lost).toEqual([]);
  });

  it('says that the disk may be full, and leaves the history that is there', async ({ skip }: TestContext) => {
    const disk = makeSmallDisk(4);
    if (!disk) return skip('Only root can make a small disk.');
    onTestFinished(() => disk.remove());
    makeHistory(disk.folder);
    chmodSync(disk.folder, 0o700);
    disk.fill();
    const says = /The data folder \S+ cannot be written\. See whether its disk is full/;
    const { code, err, lost } = await startIn(disk.folder, { says });
    expect(err).toMatch(says);
    expect(code).toBe(3);
    expect(lost).toEqual([]);
  });

  it('says that it brings a long history of an older Askbell up to date, before it does', async () => {
    sql(historyIn(dataDir), readFileSync(join(RELEASED, 'schema-9.sql'), 'utf8'));
    sql(historyIn(dataDir), MANY_ITEMS);
    const says = /^Askbell is preparing the history \([\d,]+ items\)\. This takes a minute or so, once\.$/m;
    const { code, err } = await startIn(dataDir, { says, starts: true });
    expect(err).toMatch(says);
    expect(code).toBe(0);
    const log = readFileSync(join(dataDir, 'logs', 'askbell.log'), 'utf8');
    expect(log).toContain('Askbell is preparing the history (');
  });

  it('checks a folder with pipes in the place of its files, and ends', async () => {
    for (const file of [historyIn(dataDir), settingsIn(dataDir)]) makePipe(file);
    const before = contentsOf(dataDir);
    const { code, out } = await resultOf(startHeadless(home, ['--doctor', '--data-dir', dataDir]));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Problem: Settings\. The settings file cannot be read\.\n {4}→ At its next start, Askbell keeps it aside/m,
    );
    expect(out).toMatch(/^Problem: History\. /m);
    expect(contentsOf(dataDir)).toEqual(before);
  });
});
