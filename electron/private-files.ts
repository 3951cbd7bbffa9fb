import { execFile } from 'node:child_process';
import { chmodSync, closeSync, lstatSync, openSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** The mode of a file that its owner can read and write, and nobody else. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/** The permissions that new files and folders do not get: any for the group and for others. */
const PRIVATE_UMASK = 0o077;

/** A folder in which everybody may write, such as `/tmp`, has this bit: it is nobody's own. */
const STICKY_BIT = 0o1000;

/** The permission of everybody to write. */
const OTHERS_WRITE = 0o002;

/** What Askbell keeps in its data folder, by name; anything else there is somebody else's, and left alone. */
const OWN_NAME = /^(?:askbell|demo-network|history|running|secrets|settings|window)[.-]|^(?:backups|logs)$/;

/** Electron keeps its profile in the data folder, with this file in it; such a folder is nobody's but Askbell's. */
const PROFILE_MARK = 'Local State';

/** A file or folder of Askbell's that cannot be used; `message` says why and what to do. */
export class UnusableFile extends Error {
  override readonly name: string = 'UnusableFile';
}

let umaskBefore: number | undefined;

/**
 * From here on what this process and its children make is the person's alone. For the start of the program; not for
 * worker threads, which cannot change it.
 */
export function keepNewFilesPrivate(): void {
  umaskBefore = process.umask(PRIVATE_UMASK);
}

/**
 * Starts one of the person's own programs, such as the browser, as they would start it: what it saves later must get
 * their usual modes, not Askbell's. `start` has to start it before it returns.
 */
export function asThePerson<T>(start: () => T): T {
  if (umaskBefore === undefined) return start();
  const ours = process.umask(umaskBefore);
  try {
    return start();
  } finally {
    process.umask(ours);
  }
}

/**
 * Takes a file or folder away from group and others, however it came to be readable by them. Leaves links, other
 * people's files and what is not there alone, and never throws: a data folder may be on a disk that knows no modes. On
 * Windows, files have what their folder has (`mendPermissions`).
 */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return;
  try {
    const { mode, uid } = lstatSync(path);
    if (uid !== process.getuid?.()) return;
    const wanted = isFolder(mode) ? PRIVATE_FOLDER_MODE : isFile(mode) ? PRIVATE_FILE_MODE : undefined;
    if (wanted !== undefined && (mode & 0o777) !== wanted) chmodSync(path, wanted);
  } catch {
    // Gone meanwhile, or on a disk without modes.
  }
}

/**
 * Makes an empty file that only its owner can read, or takes one that is there away from the others. For what another
 * library opens by its name: SQLite gives a database's journals the modes of the database. Throws where the file cannot
 * be made.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE_MODE));
  makePrivate(path);
}

/** Whether Askbell keeps something under this name in its data folder. */
export const isOwnEntry = (name: string): boolean => OWN_NAME.test(name);

/** Whether a folder with these entries is Askbell's own, or one that a person put it into beside other things. */
export function isOwnFolder(entries: readonly string[]): boolean {
  return entries.every(isOwnEntry) || entries.includes(PROFILE_MARK);
}

/**
 * Makes everything that Askbell keeps in its data folder private, also what an older Askbell or a copy left readable;
 * and the folder itself, unless other things live in it as well. The data folder may be reached by a link, as where it
 * was moved to another disk; links inside are left alone. Never throws.
 */
export function mendPermissions(namedDir: string): void {
  const dataDir = realFolder(namedDir);
  if (dataDir === undefined) return;
  const entries = entriesOf(dataDir);
  for (const name of entries) if (isOwnEntry(name)) makeAllPrivate(join(dataDir, name));
  if (!isOwnFolder(entries) || isEverybodys(dataDir)) return;
  makePrivate(dataDir);
  const command = aclCommand(dataDir, process);
  // What it cannot do is left as it was: the folder's usual place is private on Windows anyway.
  if (command) execFile(command.program, command.args, { windowsHide: true }, () => undefined);
}

/**
 * Throws where somebody else could change what Askbell reads in its data folder: they could have it send a token to a
 * place of theirs. Call it after {@link mendPermissions}. @throws UnusableFile
 */
export function refuseUnsafeFolder(namedDir: string): void {
  const uid = process.getuid?.();
  const dataDir = realFolder(namedDir);
  if (uid === undefined || dataDir === undefined) return;
  const isOurs = (path: string) => [uid, 0, undefined].includes(lstatSync(path, { throwIfNoEntry: false })?.uid);
  const foreign = [
    dataDir,
    ...entriesOf(dataDir)
      .filter(isOwnEntry)
      .map((name) => join(dataDir, name)),
  ].find((path) => !isOurs(path));
  if (foreign !== undefined)
    throw new UnusableFile(
      `${foreign} belongs to another user of this computer. Choose another data folder with --data-dir, or make it ` +
        'yours with chown.',
    );
  const { mode } = lstatSync(dataDir);
  if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY_BIT) === 0)
    throw new UnusableFile(
      `Every user of this computer can change the data folder ${namedDir}. Take that away with chmod o-w, or choose ` +
        'another with --data-dir.',
    );
}

/**
 * Throws where something other than a file has a file's place: opening a pipe or a device may never end.
 * @throws UnusableFile
 * @param what the file's name in a sentence, such as `settings file`
 */
export function refuseOddFile(path: string, what: string): void {
  const kind = kindOf(path);
  if (kind === undefined) return;
  throw new UnusableFile(
    `The ${what} ${path} is ${kind}. Move it away and start Askbell again, or choose another folder with --data-dir; ` +
      'Askbell left it as it was.',
  );
}

/** What a path is in place of a file; undefined for a file, and where nothing is. */
function kindOf(path: string): string | undefined {
  try {
    return oddKind(statSync(path, { throwIfNoEntry: false }));
  } catch {
    return 'in a place that cannot be read';
  }
}

function oddKind(stats: Stats | undefined): string | undefined {
  if (!stats || stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'a folder, not a file';
  if (stats.isFIFO()) return 'a pipe, not a file';
  return stats.isSocket() ? 'a socket, not a file' : 'a device, not a file';
}

/**
 * The command that leaves a Windows folder, and what inherits from it, to the person and the system itself; undefined
 * on other systems, and where it is not known who the person is.
 */
export function aclCommand(
  folder: string,
  { platform, env }: { platform: NodeJS.Platform; env: Record<string, string | undefined> },
): { program: string; args: string[] } | undefined {
  const { USERNAME: user, USERDOMAIN: domain, SystemRoot: systemRoot } = env;
  if (platform !== 'win32' || !user || !systemRoot) return undefined;
  const person = domain ? `${domain}\\${user}` : user;
  // S-1-5-18 is the system itself, in every language. (OI)(CI): files and folders inside inherit it.
  const grants = [person, '*S-1-5-18'].flatMap((who) => ['/grant:r', `${who}:(OI)(CI)F`]);
  return { program: `${systemRoot}\\System32\\icacls.exe`, args: [folder, '/inheritance:r', ...grants, '/Q'] };
}

/** Where a folder really is; undefined where it is not. */
function realFolder(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function makeAllPrivate(path: string): void {
  makePrivate(path);
  for (const name of entriesOf(path)) makeAllPrivate(join(path, name));
}

/** Nothing for a file, a link or what cannot be read. */
function entriesOf(path: string): string[] {
  try {
    return isFolder(lstatSync(path).mode) ? readdirSync(path) : [];
  } catch {
    return [];
  }
}

function isEverybodys(folder: string): boolean {
  try {
    return (lstatSync(folder).mode & STICKY_BIT) !== 0;
  } catch {
    return true;
  }
}

const KIND_BITS = 0o170_000;
const isFolder = (mode: number): boolean => (mode & KIND_BITS) === 0o040_000;
const isFile = (mode: number): boolean => (mode & KIND_BITS) === 0o100_000;
