import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, lstat, open, readdir, realpath, rm, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isOwnEntry, isOwnFolder, PRIVATE_FILE_MODE } from '../../../../base/private-files.ts';
import type { DiskFacts } from '../checks/files.ts';
import type { EntryFacts, PermissionFacts } from '../checks/permissions.ts';

/** Maximum number of entries checked, which is more than Askbell has. A folder chosen by mistake may have millions. */
const MAX_ENTRIES = 500;
const PROBE_BYTES = 4096;
/** Sticky bit of folders shared by all users, such as `/tmp`; see `mendPermissions`. */
const STICKY_BIT = 0o1000;

/** Checks the free space and whether a file can be created in the data folder, or in its nearest existing parent. */
export async function probeDisk(dataDir: string): Promise<DiskFacts> {
  const folder = await nearestFolder(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const exists = folder === dataDir;
  return { exists, writable: await (exists ? canWrite(folder) : mayMake(folder)), freeBytes: bavail * bsize };
}

/**
 * Reads modes and owners of Askbell's entries in its data folder, and of the folder itself if it has no others.
 * @param shownFolder display path of the folder
 */
export async function probePermissions(
  namedDir: string,
  shownFolder: string,
  { platform, getuid }: Pick<NodeJS.Process, 'platform' | 'getuid'> = process,
): Promise<PermissionFacts> {
  if (platform === 'win32') return { kind: 'not-checked' };
  // A folder that was moved to another disk is reached by a link, whose own mode is meaningless.
  const dataDir = await realpath(namedDir).catch(() => namedDir);
  const isLink = (await lstat(namedDir).catch(() => undefined))?.isSymbolicLink() === true;
  const names = await readdir(dataDir).catch(() => undefined);
  if (!names) return { kind: 'absent' };
  const entries: EntryFacts[] = [];
  let isCut = false;
  const uid = getuid?.();
  const look = async (name: string): Promise<void> => {
    const path = join(dataDir, name);
    const stats = await lstat(path).catch(() => undefined);
    // A file may disappear while the folder is read; a link has the mode of its target.
    if (!stats || stats.isSymbolicLink()) return;
    if (entries.length >= MAX_ENTRIES) {
      isCut = true;
      return;
    }
    entries.push({ name, mode: stats.mode & 0o777, own: uid === undefined || stats.uid === uid });
    if (!stats.isDirectory() || name === '.') return;
    for (const inner of await readdir(path).catch(() => [])) await look(join(name, inner));
  };
  const { mode: folderMode } = await lstat(dataDir);
  const isShared = !isOwnFolder(names) || (folderMode & STICKY_BIT) !== 0;
  if (!isShared) await look('.');
  for (const name of names.filter((entry) => isOwnEntry(entry) && !entry.startsWith(PROBE_NAME))) await look(name);
  const folder = isLink ? dataDir : shownFolder;
  return { kind: 'read', folder, entries, isCut, ...(isShared && { sharedMode: folderMode & 0o1777 }) };
}

const PROBE_NAME = 'askbell-probe-';

async function nearestFolder(path: string): Promise<string> {
  for (let folder = path; ; folder = dirname(folder)) {
    const stats = await lstat(folder).catch(() => undefined);
    if (stats || dirname(folder) === folder) return folder;
  }
}

type Writable = DiskFacts['writable'];

async function canWrite(folder: string): Promise<Writable> {
  const probe = join(folder, `${PROBE_NAME}${randomUUID()}`);
  try {
    const file = await open(probe, 'wx', PRIVATE_FILE_MODE);
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES));
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    return refusal(error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

const mayMake = (folder: string): Promise<Writable> =>
  access(folder, constants.W_OK).then((): Writable => true, refusal);

const refusal = (error: unknown): Writable => ({
  code: error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown',
});
