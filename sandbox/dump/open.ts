import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DumpError, type Dump, type DumpListener } from './dump.ts';
import { loadInThread } from './thread.ts';

/** A database made of dumps. */
export interface DumpDatabase {
  readonly file: string;
  /** Removes what is not to be kept; the database is closed by then. */
  dispose(): void;
}

function checkSites(file: string, dumps: readonly Dump[]): void {
  const known = new Set<unknown>();
  if (!statSync(file).isFile()) throw new DumpError(`"${file}" is no file. Name a new file for --db.`);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    for (const row of db.prepare('SELECT api_site_parameter AS site FROM sites').iterate()) known.add(row['site']);
  } catch {
    throw new DumpError(`"${file}" is not a sandbox's database. Name a new file for --db.`);
  } finally {
    db.close();
  }
  const lacking = dumps.find(({ site }) => !known.has(site));
  if (lacking)
    throw new DumpError(`"${file}" is there already and has no site "${lacking.site}". Name a new file for --db.`);
}

/** A network that was kept may be started with domains that it was not loaded with. */
function setDomains(file: string, dumps: readonly Dump[]): void {
  const named = dumps.filter(({ domain }) => domain !== undefined);
  if (named.length === 0) return;
  const db = new DatabaseSync(file);
  try {
    const set = db.prepare('UPDATE sites SET site_url = :url WHERE api_site_parameter = :site AND site_url <> :url');
    for (const { site, domain } of named) set.run({ url: `https://${domain}`, site });
  } catch {
    throw new DumpError(`Another site of "${file}" has one of these domains already.`);
  } finally {
    db.close();
  }
}

/**
 * Opens a database with the dumps' sites: one that has been made before, a new one in `file`, or, without a file, one
 * on the disk that goes away with the sandbox (a large dump would not fit into memory).
 * @param now epoch seconds at which the network begins; the machine's present if left out
 * @throws DumpError
 */
export async function openDumps(
  file: string | undefined,
  dumps: readonly Dump[],
  now: number | undefined,
  listener: DumpListener,
  signal?: AbortSignal,
): Promise<DumpDatabase> {
  if (file !== undefined && existsSync(file)) {
    checkSites(file, dumps);
    setDomains(file, dumps);
    return { file, dispose: () => undefined };
  }
  const folder = file === undefined ? mkdtempSync(join(tmpdir(), 'askbell-dump-')) : undefined;
  const dispose = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  };
  const database = file ?? join(folder ?? '', 'network.db');
  try {
    await loadInThread(database, dumps, now, listener, signal);
  } catch (error) {
    dispose();
    throw error;
  }
  return { file: database, dispose };
}
