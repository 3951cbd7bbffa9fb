import { execFile } from 'node:child_process';
import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Mode of a file that only its owner can read and write. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/** Permissions removed from new files and folders: all of the group and others. */
const PRIVATE_UMASK = 0o077;

/** Bit of folders that all users may write to, such as `/tmp`. */
const STICKY_BIT = 0o1000;

/** Write permission of others. */
const OTHERS_WRITE = 0o002;

/** Names of Askbell's entries in its data folder; other entries are left unchanged. */
const OWN_NAME = /^(?:askbell|demo-network|history|running|secrets|settings|window)[.-]|^(?:backups|logs)$/;

/** File of Electron's profile in the data folder, which marks the folder as Askbell's alone. */
const PROFILE_MARK = 'Local State';

/** Thrown for a file or folder of Askbell's that cannot be used; `message` says why and what to do. */
export class UnusableFile extends Error {
  override readonly name: string = 'UnusableFile';
}

let umaskBefore: number | undefined;

/**
 * Makes all new files of this process and its children private. For the start of the program, because worker threads
 * cannot change the umask.
 */
export function keepNewFilesPrivate(): void {
  umaskBefore = process.umask(PRIVATE_UMASK);
}

/**
 * Runs `start`, which must synchronously start one of the user's own programs, such as the browser, with the original
 * umask, so that files it saves later get the usual modes.
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
 * Removes a file's or folder's permissions for group and others. Ignores links, other users' files and missing ones,
 * and never throws: a data folder may be on a disk without modes. On Windows, files inherit from their folder
 * (`mendPermissions`).
 */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return;
  try {
    const stats = lstatSync(path);
    if (stats.uid !== process.getuid?.() || !(stats.isDirectory() || stats.isFile())) return;
    const wanted = stats.isDirectory() ? PRIVATE_FOLDER_MODE : PRIVATE_FILE_MODE;
    if ((stats.mode & 0o777) !== wanted) chmodSync(path, wanted);
  } catch {
    // Deleted meanwhile, or on a disk without modes.
  }
}

/**
 * Creates an empty file that only its owner can read, or makes an existing one private. For files that another library
 * opens by name: SQLite gives a database's journals the modes of the database.
 * @throws Error if the file cannot be created
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE_MODE));
  makePrivate(path);
}

/**
 * Creates the data folder if it is missing, and makes it and its files private (`mendPermissions`).
 * @throws UnusableFile if the folder cannot be created
 */
export function makePrivateFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  } catch (error) {
    throw new UnusableFile(
      `The data folder ${dataDir} cannot be made. Choose another with --data-dir, or see who may write there.`,
      { cause: error },
    );
  }
  mendPermissions(dataDir);
}

/** Whether a name is one of Askbell's in its data folder. */
export const isOwnEntry = (name: string): boolean => OWN_NAME.test(name);

/** Whether a folder with these entries is Askbell's alone, without other contents. */
export function isOwnFolder(entries: readonly string[]): boolean {
  return entries.every(isOwnEntry) || entries.includes(PROFILE_MARK);
}

/**
 * Makes all of Askbell's entries in its data folder private, including those that an older version or a copy left
 * readable; and the folder itself, unless it has other contents. The data folder may be a link, for example to another
 * disk; links inside are ignored. Never throws.
 */
export function mendPermissions(namedDir: string): void {
  const dataDir = realFolder(namedDir);
  if (dataDir === undefined) return;
  const entries = entriesOf(dataDir);
  for (const name of entries) if (isOwnEntry(name)) makeAllPrivate(join(dataDir, name));
  if (!isOwnFolder(entries) || isEverybodys(dataDir)) return;
  makePrivate(dataDir);
  const command = aclCommand(dataDir, process);
  // Failures are ignored: the folder's default location is private on Windows anyway.
  if (command) execFile(command.program, command.args, { windowsHide: true }, () => undefined);
}

/**
 * Checks that no other user can change Askbell's files in the data folder, which could redirect a token. Call it after
 * {@link mendPermissions}.
 * @throws UnusableFile if one could
 */
export function refuseUnsafeFolder(namedDir: string): void {
  const uid = process.getuid?.();
  const dataDir = realFolder(namedDir);
  if (uid === undefined || dataDir === undefined) return;
  const isOurs = (path: string) => [uid, 0, undefined].includes(lstatSync(path, { throwIfNoEntry: false })?.uid);
  const own = entriesOf(dataDir).filter(isOwnEntry);
  const foreign = [dataDir, ...own.map((name) => join(dataDir, name))].find((path) => !isOurs(path));
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
 * Checks that a path is a regular file or missing, because opening a pipe or a device may block.
 * @throws UnusableFile if it is another kind
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

/** Returns the kind of a path that is not a file; undefined for a file or a missing one. */
function kindOf(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || stats.isFile()) return undefined;
    if (stats.isDirectory()) return 'a folder, not a file';
    if (stats.isFIFO()) return 'a pipe, not a file';
    return stats.isSocket() ? 'a socket, not a file' : 'a device, not a file';
  } catch {
    return 'in a place that cannot be read';
  }
}

/**
 * Returns the command that restricts a Windows folder and its contents to the user and the system; undefined on other
 * systems, and if the user is unknown.
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

/** Returns the real path of a folder; undefined if it is missing. */
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

/** Returns a folder's entries; none for a file, a link or an unreadable folder. */
function entriesOf(path: string): string[] {
  try {
    return lstatSync(path).isDirectory() ? readdirSync(path) : [];
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
