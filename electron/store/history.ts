/**
 * Storage: received data in one SQLite file (`History`), and the user's settings in a JSON file (settings.ts). The
 * rows of one profile are read and changed by the classes that its `ProfileHistory` holds. A poll's events, the
 * notifications for them and the stream's position are written in one transaction. Large inboxes are read in a thread
 * (thread/); exports, imports and deletions run in pieces. The room depends on neither the network nor the agent: it
 * receives and returns events (events.ts).
 */
import {
  importRows,
  removeRows,
  type AddedRows,
  type ArchivedProfile,
  type ArchivedRows,
  archivePieces,
  archiveRows,
  type ArchivePiece,
} from './archive.ts';
import { type Database, PROFILE, valueOf, withoutNulls } from './database/database.ts';
import { HistoryFile, type HistoryFileOptions } from './database/history-file.ts';
import { IDENTITY_MARK } from './database/salvage.ts';
import { BACKUP_MARK, FULL_CHECK_MARK, UPKEEP_PROFILE } from './database/database.ts';
import { deleteEverything, deleteOlder } from './deletion.ts';
import { Outbox } from './outbox.ts';
import { InboxReader } from './thread/inbox-reader.ts';
import { InboxSearch } from './inbox/search.ts';
import { ProfileHistory, type Profile } from './profile-history.ts';
import { deleteCopies, makeBackup } from './database/files.ts';
import { HistoryThread } from './thread/history-thread.ts';
import { jobs, type JobArguments } from './thread/jobs.ts';

/** Site of a network, as listed by `/sites`. */
export interface KnownSite {
  id: string;
  name: string;
  siteUrl: string;
  iconUrl?: string | undefined;
}

/** Pages in the -wal after which a commit moves them to the file: SQLite's default, and while a thread moves them. */
const USUAL_WAL_PAGES = 1000;
const DELETION_WAL_PAGES = 50_000;

/** Shared mark of a run that has begun and not ended. */
const RUN_MARK = 'running';

/** All received data of all accounts. */
export class History {
  /** File of the database. */
  readonly file: HistoryFile;
  /** Messages to forward, of all accounts. */
  readonly outbox: Outbox;
  readonly #db: Database;
  /** Reads for windows; maintenance takes long, so it has a thread of its own. */
  readonly #reading = new HistoryThread();
  readonly #upkeep = new HistoryThread();
  readonly #inUse = new Map<number, Profile>();
  /** Number of times everything was deleted in this run. */
  #deletions = 0;
  /** Version of the data in the last backup of this run; see `isBackedUp`. */
  #backedUpVersion: number | undefined;
  /** Start of this run, once stored in the file. */
  #begunAt: number | undefined;
  /** Time at which a crash of the previous run was detected, and the profiles at that time. */
  #crash: { foundAt: number; profiles: Set<number> } | undefined;

  constructor(file: HistoryFile) {
    this.file = file;
    this.#db = file;
    this.outbox = new Outbox(file);
    file.onReplaced = () => {
      this.#keepProfiles();
      // A salvaged file may lack the mark.
      if (this.#begunAt !== undefined) this.setSharedMark(RUN_MARK, { at: this.#begunAt });
    };
  }

  /** Finds or creates the profile of an account on a network, and updates its name. */
  profile({ network, accountId, displayName, profileImage }: Omit<Profile, 'id'>): ProfileHistory {
    this.#db.run(
      `INSERT INTO profiles (network, account_id, display_name, profile_image) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET display_name = excluded.display_name, profile_image = excluded.profile_image`,
      network,
      accountId,
      displayName,
      profileImage ?? null,
    );
    return this.lastProfile(network, accountId)!;
  }

  /** Returns the profile of a previously signed-in account, with its name at that time. */
  lastProfile(network: string, accountId: number): ProfileHistory | undefined {
    const sql = `SELECT ${PROFILE} FROM profiles WHERE network = ? AND account_id = ?`;
    const row = this.#db.get<object>(sql, network, accountId);
    if (!row) return undefined;
    const profile = withoutNulls<Profile>(row);
    this.#inUse.set(profile.id, profile);
    const history = new ProfileHistory(this.#db, profile, (message) => this.file.warn(message));
    // Stored in a second table: a salvage that loses one of them still knows the owner of all rows.
    const identity = { network, accountId };
    if (JSON.stringify(history.mark(IDENTITY_MARK)) !== JSON.stringify(identity))
      history.setMark(IDENTITY_MARK, identity);
    return history;
  }

  /** Returns the inbox of several profiles as one list; matches of muted watches only are not counted. */
  inboxOf(profileIds: readonly number[], mutedWatches: readonly string[] = []): InboxSearch {
    return new InboxSearch(this.#db, { profileIds, mutedWatches });
  }

  /** Returns a reader of the inbox for windows, which may use any filter: long reads run in another thread. */
  readerOf(profileIds: readonly number[], mutedWatches: readonly string[]): InboxReader {
    return new InboxReader(this.file, this.#reading, { profileIds, mutedWatches });
  }

  /** Returns the size of the database in bytes. */
  bytes(): number {
    const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
    return this.#db.get<{ bytes: number }>(sql)!.bytes;
  }

  sites(network: string): KnownSite[] {
    const columns = 'id, name, site_url AS siteUrl, icon_url AS iconUrl';
    return this.#db
      .allUnchanged<object>(`SELECT ${columns} FROM sites WHERE network = ? ORDER BY rowid`, network)
      .map((row) => withoutNulls(row));
  }

  /** Replaces all sites of a network. */
  setSites(network: string, sites: KnownSite[]): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM sites WHERE network = ?', network);
      const insert = 'INSERT INTO sites (network, id, name, site_url, icon_url) VALUES (?, ?, ?, ?, ?)';
      for (const { id, name, siteUrl, iconUrl = null } of sites)
        this.#db.run(`${insert} ON CONFLICT DO NOTHING`, network, id, name, siteUrl, iconUrl);
    });
  }

  /** Returns an export of all accounts, as text in pieces, with its number of rows. */
  archive(): { rows: number; pieces: Iterable<ArchivePiece> } {
    return { rows: archiveRows(this.#db), pieces: archivePieces(this.#db) };
  }

  /** Imports archived rows of an account; see `importRows`. */
  importRows(
    account: ArchivedProfile,
    rows: Partial<ArchivedRows>,
    watchIds: ReadonlyMap<string, string>,
    now: number,
  ): AddedRows {
    const { profile } = this.lastProfile(account.network, account.accountId) ?? this.profile(account);
    return importRows(this.#db, profile.id, rows, watchIds, now);
  }

  /** Removes imported rows; see `removeRows`. */
  removeRows(added: AddedRows, importedAt: number): void {
    removeRows(this.#db, added, importedAt);
  }

  /** Deletes old read entries; see `deleteOlder`. */
  deleteOlder(before: number, now: number): Promise<number> {
    return deleteOlder(this.#db, before, now);
  }

  /** Deletes all received data, including copies; see `deleteEverything`. */
  async deleteEverything(now: number): Promise<void> {
    this.#deletions++;
    this.#upkeep.end();
    // Of a large file, a thread writes the changed pages, because that takes longer than deleting.
    const sqlite = this.file.isLarge() ? this.file.openFile() : undefined;
    const checkpoint = () => this.#upkeep.run('checkpoint', [this.file.file]).catch(() => undefined);
    sqlite?.exec(`PRAGMA wal_autocheckpoint = ${DELETION_WAL_PAGES}`);
    try {
      await deleteEverything(this.#db, now, sqlite && checkpoint);
      if (sqlite) await checkpoint();
    } finally {
      if (sqlite?.isOpen === true) sqlite.exec(`PRAGMA wal_autocheckpoint = ${USUAL_WAL_PAGES}`);
    }
    // A backup that began meanwhile has some of it.
    this.#deletions++;
    this.#upkeep.end();
    deleteCopies(this.file.file);
  }

  /**
   * Stores in the file that a run has begun, until `close`. If one is stored already, it crashed, and its last deferred
   * marks (`setMarkLater`) are lost.
   * @param now in ms since the epoch, by this machine's clock
   */
  beginRun(now: number): void {
    const isDamaged = this.file.troubles().some(({ kind }) => kind === 'history-damaged');
    if (isDamaged || this.sharedMark(RUN_MARK) !== undefined) {
      const profiles = this.#db.all<{ id: number }>('SELECT id FROM profiles');
      this.#crash = { foundAt: now, profiles: new Set(profiles.map(({ id }) => id)) };
    }
    this.#begunAt = now;
    this.setSharedMark(RUN_MARK, { at: now });
  }

  /** Returns when this run detected a crash of the previous one, which had this profile; undefined without a crash. */
  crashFoundAt(profileId: number): number | undefined {
    return this.#crash?.profiles.has(profileId) === true ? this.#crash.foundAt : undefined;
  }

  /** Writes the deferred marks. */
  writeLater(): void {
    this.#db.writeLater();
  }

  /** Cancels what the threads read. */
  stopReading(): void {
    this.#reading.end();
    this.#upkeep.end();
  }

  /** Writes the deferred marks and ends the run. */
  close(): void {
    this.stopReading();
    try {
      if (this.#begunAt !== undefined) this.#db.setMark(UPKEEP_PROFILE, RUN_MARK, undefined);
    } finally {
      this.#db.close();
    }
  }

  /** Returns a mark that belongs to no profile, such as the rate of notifications; the caller validates the shape. */
  sharedMark(name: string): unknown {
    const text = this.#db.mark(UPKEEP_PROFILE, name);
    return text === undefined ? undefined : valueOf(text);
  }

  setSharedMark(name: string, value: unknown): void {
    this.#db.setMark(UPKEEP_PROFILE, name, JSON.stringify(value));
  }

  /** Whether no account has ever signed in. */
  isEmpty(): boolean {
    return this.#db.allUnchanged('SELECT 1 FROM profiles LIMIT 1').length === 0;
  }

  /** Whether nothing but marks changed since the last backup of this run. */
  isBackedUp(): boolean {
    return this.#db.version() === this.#backedUpVersion;
  }

  /**
   * Makes a backup, if the disk has space for one. Returns the problem of a damaged history, or undefined.
   * @throws Error of SQLite or the file system
   */
  async backUp(now: number): Promise<string | undefined> {
    if (!this.#hasFile()) return undefined;
    const deletions = this.#deletions;
    const version = this.#db.version();
    const copy = (target: string) => this.#longJob('copy', target);
    const result = await makeBackup(this.file.file, copy, () => this.#deletions === deletions);
    if (!result.made && result.problem !== undefined) return result.problem;
    if (this.#deletions !== deletions) return undefined;
    if (result.made) this.#backedUpVersion = version;
    this.setSharedMark(BACKUP_MARK, { at: now });
    return undefined;
  }

  /**
   * Checks the whole history. Returns the first problem, or undefined.
   * @throws Error SQLite's error
   */
  async check(now: number): Promise<string | undefined> {
    if (!this.#hasFile()) return undefined;
    const problem = await this.#longJob('check', 'full');
    this.setSharedMark(FULL_CHECK_MARK, { at: now, problem });
    return problem;
  }

  #hasFile(): boolean {
    return this.file.openFile() !== undefined && this.file.file !== ':memory:';
  }

  /** Runs a maintenance job; in a thread if the file is large. */
  #longJob<Name extends 'check' | 'copy'>(name: Name, argument: JobArguments<Name>[1]): Promise<string | undefined> {
    const given = [this.file.file, argument] as JobArguments<Name>;
    if (this.file.isLarge()) return this.#upkeep.run(name, given);
    return (jobs[name] as (...args: JobArguments<Name>) => Promise<string | undefined>)(...given);
  }

  /** Restores the profiles in use that a damaged file has lost. */
  #keepProfiles(): void {
    for (const { id, network, accountId, displayName, profileImage } of this.#inUse.values())
      this.#db.run(
        `INSERT OR REPLACE INTO profiles (id, network, account_id, display_name, profile_image)
         VALUES (?, ?, ?, ?, ?)`,
        id,
        network,
        accountId,
        displayName,
        profileImage ?? null,
      );
  }
}

/**
 * Opens the history file (`:memory:` for none).
 * @throws HistoryError with a message that says what to do
 */
export function openHistory(
  file: string,
  options: HistoryFileOptions = { now: Date.now, warn: () => undefined },
): History {
  return new History(new HistoryFile(file, options));
}
