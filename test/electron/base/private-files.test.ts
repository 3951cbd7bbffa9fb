import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  aclCommand,
  createPrivateFile,
  isOwnFolder,
  mendPermissions,
  refuseOddFile,
  refuseUnsafeFolder,
} from '../../../electron/base/private-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Whoever is nobody else. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === 'win32')('files that only their owner may read', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder();
    chmodSync(folder, 0o755);
  });

  const mode = (name = '.') => statSync(join(folder, name)).mode & 0o777;
  const leave = (name: string) => {
    writeFileSync(join(folder, name), 'x');
    chmodSync(join(folder, name), 0o664);
  };

  it('mends what an older Askbell left readable, and the folder', () => {
    mkdirSync(join(folder, 'logs'));
    chmodSync(join(folder, 'logs'), 0o775);
    const files = 'history.sqlite-wal settings.broken-2.json secrets.json window.json running.lock demo-network.sqlite'
      .split(' ')
      .concat('logs/askbell.log');
    files.forEach(leave);
    mendPermissions(folder);
    expect(files.map(mode)).toEqual(files.map(() => 0o600));
    expect([mode(), mode('logs')]).toEqual([0o700, 0o700]);
    expect(() => mendPermissions(join(folder, 'not-there'))).not.toThrow();
  });

  it('leaves what is not Askbell’s alone, and a folder that holds such things', () => {
    ['history.sqlite', 'thesis.tex', 'historybook.pdf'].forEach(leave);
    mendPermissions(folder);
    expect([mode('history.sqlite'), mode('thesis.tex'), mode('historybook.pdf'), mode()]).toEqual([
      0o600, 0o664, 0o664, 0o755,
    ]);
  });

  it('leaves a folder alone in which everybody may write', () => {
    chmodSync(folder, 0o1777);
    leave('settings.json');
    mendPermissions(folder);
    expect([mode('settings.json'), mode()]).toEqual([0o600, 0o777]);
  });

  it('follows no link to somewhere else', () => {
    const elsewhere = temporaryFolder();
    const file = join(elsewhere, 'public.txt');
    writeFileSync(file, 'x');
    chmodSync(file, 0o644);
    chmodSync(elsewhere, 0o755);
    symlinkSync(file, join(folder, 'settings.json'));
    symlinkSync(elsewhere, join(folder, 'logs'));
    mendPermissions(folder);
    expect([statSync(file).mode & 0o777, statSync(elsewhere).mode & 0o777]).toEqual([0o644, 0o755]);
  });

  it('mends the folder that a data folder’s own link leads to, as on another disk', () => {
    leave('settings.json');
    const link = join(temporaryFolder(), 'link');
    symlinkSync(folder, link);
    mendPermissions(link);
    expect([mode(), mode('settings.json')]).toEqual([0o700, 0o600]);
  });

  it('lets a database’s journals be as private as the database', () => {
    const file = join(folder, 'history.sqlite');
    createPrivateFile(file);
    const db = new DatabaseSync(file);
    db.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
    for (const name of ['history.sqlite', 'history.sqlite-wal', 'history.sqlite-shm']) expect(mode(name)).toBe(0o600);
    db.close();
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a device', (path: string) => execFileSync('mknod', [path, 'c', '1', '5'])],
  ])('refuses %s in the place of a file, and says what to do', (kind, make) => {
    if (kind === 'a device' && !isRoot) return console.warn('Left out: only root can make a device.');
    const path = join(folder, 'settings.json');
    expect(() => refuseOddFile(path, 'settings file')).not.toThrow();
    make(path);
    expect(() => refuseOddFile(path, 'settings file')).toThrow(
      `The settings file ${path} is ${kind}, not a file. Move`,
    );
  });

  it.skipIf(!isRoot)('refuses what belongs to somebody else: the folder, or a file in a folder for everybody', () => {
    refuseUnsafeFolder(folder);
    chownSync(folder, NOBODY, NOBODY);
    expect(() => refuseUnsafeFolder(folder)).toThrow(`${folder} belongs to another user of this computer. Choose`);
    chownSync(folder, 0, 0);
    chmodSync(folder, 0o1777);
    leave('settings.json');
    refuseUnsafeFolder(folder);
    chownSync(join(folder, 'settings.json'), NOBODY, NOBODY);
    expect(() => refuseUnsafeFolder(folder)).toThrow('settings.json belongs to another user of this computer');
  });

  it('refuses a folder that every user can change', () => {
    leave('holiday.txt');
    chmodSync(folder, 0o777);
    expect(() => refuseUnsafeFolder(folder)).toThrow(
      `Every user of this computer can change the data folder ${folder}. Take that away with chmod o-w`,
    );
  });
});

it.each([
  ['an empty one', [], true],
  ['one with Askbell’s files', ['history.sqlite', 'logs', 'running.lock'], true],
  ['one with Electron’s profile', ['Local State', 'Cache', 'settings.json'], true],
  ['a home', ['.bashrc', 'Documents', 'history.sqlite'], false],
])('whose a data folder is %s', (_what, entries, own) => expect(isOwnFolder(entries)).toBe(own));

const env = { USERNAME: 'Ann Lee', USERDOMAIN: 'OFFICE', SystemRoot: 'C:\\Windows' };

it('the command that makes a Windows folder private leaves it to the person and the system, by name and by number', () => {
  const { program, args } = aclCommand('D:\\my data', { platform: 'win32', env })!;
  expect(program).toBe('C:\\Windows\\System32\\icacls.exe');
  expect(args.join('|')).toBe(
    'D:\\my data|/inheritance:r|/grant:r|OFFICE\\Ann Lee:(OI)(CI)F|/grant:r|*S-1-5-18:(OI)(CI)F|/Q',
  );
});

it.each([
  ['on another system', 'linux', env],
  ['where nobody knows who the person is', 'win32', { SystemRoot: 'C:\\Windows' }],
] as const)('the command that makes a Windows folder private is none %s', (_where, platform, given) => {
  expect(aclCommand('D:\\data', { platform, env: given })).toBeUndefined();
});
