import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { existsSync, readFileSync, constants } from 'node:fs';
import { access, lstat, readdir, realpath, rm, statfs, writeFile } from 'node:fs/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { connect as connectSecure } from 'node:tls';
import type { KeyringFacts, DiskFacts, EntryFacts, PermissionFacts } from './checks.ts';
import { refuseOddFile, isOwnEntry, isOwnFolder, PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import type { SecretStore } from '../../desktop/desktop.ts';

/** Maximum number of entries checked, which is more than Askbell has. A folder chosen by mistake may have millions. */
const MAX_ENTRIES = 500;
const PROBE_BYTES = 4096;
/** Sticky bit of folders shared by all users, such as `/tmp`; see `mendPermissions`. */
const STICKY_BIT = 0o1000;

/** Checks the free space and whether a file can be created in the data folder, or in its nearest existing parent. */
export async function probeDisk(dataDir: string): Promise<DiskFacts> {
  const folder = await nearestFolder(dataDir);
  const { bavail, bsize } = await statfs(folder);
  const writable = await (folder === dataDir ? canWrite(folder) : mayMake(folder));
  return { writable, freeBytes: bavail * bsize };
}

/**
 * Reads modes and owners of Askbell's entries in its data folder, and of the folder itself if it has no others.
 */
export async function probePermissions(
  namedDir: string,
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
  return {
    kind: 'read',
    folder: isLink ? dataDir : namedDir,
    entries,
    isCut,
    ...(isShared && { sharedMode: folderMode & 0o1777 }),
  };
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
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { flag: 'wx', mode: PRIVATE_FILE_MODE, flush: true });
    return true;
  } catch (error) {
    return refusal(error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

const mayMake = (folder: string): Promise<Writable> =>
  access(folder, constants.W_OK).then((): Writable => true, refusal);

/** Returns the system's error code. Connecting to a name with several addresses fails with an error for each. */
function refusal(error: unknown): { code: string } {
  const causes: unknown[] = error instanceof AggregateError ? error.errors : [error];
  const codes = causes.map((cause) => (cause instanceof Error && 'code' in cause ? cause.code : undefined));
  return { code: codes.find((code) => typeof code === 'string') ?? 'unknown' };
}

/** Writes a probe secret, reads it back and deletes it. Rejects if the keyring cannot be looked up. */
export async function probeKeyring(secrets: SecretStore): Promise<KeyringFacts> {
  const keeping = await secrets.keeping();
  if (!keeping.persistent) return { keeping, probe: 'lost' };
  const [name, written] = [`probe:${randomUUID()}`, randomUUID()];
  try {
    await secrets.set(name, written);
    const read = await secrets.get(name);
    await secrets.delete(name);
    const left = await secrets.get(name);
    return { keeping, probe: read === written && left === undefined ? 'kept' : 'lost' };
  } catch {
    await secrets.delete(name).catch(() => undefined);
    return { keeping, probe: 'lost' };
  }
}

/** Duration of one step towards a network in ms, or the system's error code. */
export type Step = { ms: number } | { code: string };

/** Connection steps to a network's host, or to its proxy. */
export interface Route {
  /** Proxy as `http://host:port`; absent for a direct connection. */
  proxy?: string | undefined;
  dns?: Step | undefined;
  connect?: Step | undefined;
  /** Absent for an unencrypted address and behind a proxy. */
  tls?: Step | undefined;
}

/** Time limit of each step; in ms. */
const MAX_STEP_MS = 2500;

/** Times the steps towards a network or its proxy: DNS, connection, TLS. Never rejects. */
export async function probeRoute(address: string, proxy: string | undefined): Promise<Route> {
  const url = URL.parse(proxy ?? address);
  if (!url) return {};
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const dns = await timed(() => inTime(lookup(host)));
  if ('code' in dns) return { proxy, dns };
  const connect = await timed(() => opened(connectPlain({ host, port }), 'connect'));
  if ('code' in connect || proxy !== undefined || url.protocol !== 'https:') return { proxy, dns, connect };
  // Uses a connection of its own; the certificate is checked as for every request.
  const servername = isIP(host) === 0 ? { servername: host } : {};
  const tls = await timed(() => opened(connectSecure({ host, port, ...servername }), 'secureConnect'));
  return { proxy, dns, connect, tls };
}

/** Resolves once a connection is open, and closes it; rejects if it does not open. */
async function opened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const ready = Promise.withResolvers<void>();
  socket.once(event, () => ready.resolve());
  // Errors after the connection opened must not end the process.
  socket.on('error', ready.reject);
  try {
    await inTime(ready.promise);
  } finally {
    socket.destroy();
  }
}

async function timed(step: () => Promise<unknown>): Promise<Step> {
  const began = performance.now();
  try {
    await step();
    return { ms: performance.now() - began };
  } catch (error) {
    return refusal(error);
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), MAX_STEP_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Contents of a settings or secrets file. */
export interface SettingsFileContents {
  state: 'absent' | 'read' | 'broken';
  /** Empty if unreadable. */
  store: Record<string, unknown>;
}

/** Reads a settings or secrets file without changing it. Never throws. */
export function readSettingsFile(path: string): SettingsFileContents {
  if (!existsSync(path)) return { state: 'absent', store: {} };
  try {
    refuseOddFile(path, 'settings file');
    const store: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof store === 'object' && store !== null && !Array.isArray(store))
      return { state: 'read', store: { ...store } };
  } catch {
    // Treated like a file without a JSON object.
  }
  return { state: 'broken', store: {} };
}
