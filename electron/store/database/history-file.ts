import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { createPrivateFile, PRIVATE_FOLDER_MODE } from '../../private-files.ts';
import { Connection } from './connection.ts';
import type { Database } from './database.ts';
import { draftName, flushFile, freeBytes, inodeOf, salvagedName, setAside } from './file-names.ts';
import { SET_MARK, type LaterMark } from './marks.ts';
import { copyToMemory, openInMemory } from './memory.ts';
import { HistoryTroubles, type HistoryTrouble } from './history-troubles.ts';
import { openFile, wasUsed, type OpenedFile } from './open.ts';
import { isDamage, writeTrouble } from './sqlite-errors.ts';
import { UnwrittenChanges } from './unwritten.ts';
import { isPosition } from './salvage/start-over.ts';

export interface HistoryFileOptions {
  /** In ms since the epoch, by this machine's clock. */
  now: () => number;
  /** Writes for whoever looks into a problem. */
  warn: (message: string) => void;
  /** Whether the folder is still this process's own, also after it was deleted (default: it is). */
  isFolderOurs?: () => boolean;
}

/** Some 4,000 items; up to this size, nothing that reads all of it blocks for 50 ms. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** How often at most a history is saved from damage in one run: more often would help nobody. */
const REPAIR_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * The history's file, as a database that goes on whatever happens to the file. Where the disk takes nothing, all of it
 * is carried on in memory and written later; a damaged file is saved into a new one; one that was deleted is written
 * again. What is only in memory is lost when the process is killed meanwhile.
 */
export class HistoryFile implements Database {
  readonly file: string;
  readonly #options: HistoryFileOptions;
  readonly #troubles: HistoryTroubles;
  readonly #unwritten = new UnwrittenChanges();
  /** Absent where the file could not be opened for writing. */
  #disk: Connection | undefined;
  /** While the disk takes nothing, all of the history is here. */
  #memory: Connection | undefined;
  /** The inode of the open file, which another file may replace under the same name. */
  #inode: bigint | undefined;
  #walInode: bigint | undefined;
  /** The file no longer has what is in memory, so that all of it has to be written. */
  #isLost = false;
  /** Nothing of the file is in memory, although it has something: it is left alone. */
  #isUnread = false;
  #repairedAt = -Infinity;
  #onReplaced: () => void = () => undefined;

  /** @throws HistoryError for a file of another program or of a newer Askbell */
  constructor(file: string, options: HistoryFileOptions) {
    this.file = file;
    this.#options = options;
    this.#troubles = new HistoryTroubles(file, options.warn);
    const isMissing = !existsSync(file) && !existsSync(salvagedName(file)) && wasUsed(file);
    try {
      this.#use(openFile(file, options.now()));
    } catch (error) {
      const trouble = writeTrouble(error);
      if (!trouble) throw error;
      const opened = openInMemory(file);
      this.#isUnread = opened.isUnread;
      this.#isLost = opened.damage !== undefined;
      this.#memory = new Connection(opened.sqlite);
      this.#troubles.noteDamage(opened.damage);
      this.#troubles.noteUnwritable(trouble, error);
    }
    if (isMissing) this.#troubles.noteMissing();
  }

  /** What is wrong with the file at present. */
  troubles(): HistoryTrouble[] {
    return this.#troubles.all();
  }

  /** The open file, where it takes what is written; undefined while the history is in memory. */
  openFile(): DatabaseSync | undefined {
    return this.#memory ? undefined : this.#disk?.sqlite;
  }

  /** Whether there is a file that takes long to read. */
  isLarge(): boolean {
    if (this.openFile() === undefined) return false;
    try {
      return statSync(this.file).size > LARGE_BYTES;
    } catch {
      // Its folder cannot be read now; the open file can.
      return false;
    }
  }

  /** Writes for whoever looks into a problem. */
  warn(message: string): void {
    this.#options.warn(message);
  }

  /** Calls back after rows may have been lost, so that whoever still needs one writes it again. */
  onReplaced(listener: () => void): void {
    this.#onReplaced = listener;
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    return this.#do((connection) => {
      const result = connection.run(sql, ...values);
      if (connection === this.#memory) {
        this.#unwritten.add(sql, values);
        if (!connection.inTransaction) this.#unwritten.settle(true);
      }
      return result;
    });
  }

  setLater(profileId: number, name: string, value: string): void {
    this.#do((connection) => {
      // In memory there is nothing to be spared.
      if (connection === this.#memory) this.run(SET_MARK, profileId, name, value);
      else connection.setLater(profileId, name, value);
    });
  }

  writeLater(): void {
    this.#do((connection) => connection.writeLater());
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#do((connection) => connection.get<Row>(sql, ...values));
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#do((connection) => connection.all<Row>(sql, ...values));
  }

  allUnchanged<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.#do((connection) => connection.allUnchanged<Row>(sql, ...values));
  }

  version(): number {
    return this.#current().version();
  }

  transaction<T>(work: () => T): T {
    if (this.#current().inTransaction) return work();
    return this.#do((connection) => {
      let isKept = false;
      try {
        const result = connection.transaction(work);
        isKept = true;
        return result;
      } finally {
        this.#unwritten.settle(isKept);
      }
    });
  }

  /** Writes what is only in memory, if the disk takes it now. */
  close(): void {
    this.#writeLast();
    if (this.#memory) this.look();
    if (this.#memory) this.#options.warn(`${this.#unwritten.size} changes of the history could not be written`);
    for (const connection of [this.#disk, this.#memory]) if (connection?.sqlite.isOpen) connection.close();
  }

  /**
   * Looks after the file, to be called every minute: whether it is still there, and whether the disk takes what is only
   * in memory. Never throws. Gives whether anything has changed.
   */
  look(): boolean {
    const before = this.#troubles.kinds();
    // Another Askbell may have the folder since it was deleted: what is there is that one's.
    if (this.#options.isFolderOurs?.() === false) return false;
    try {
      if (this.#isGone()) this.#takeLoss();
      if (this.#memory && !this.#isUnread) this.#writeBack();
    } catch (error) {
      this.#troubles.noteUnwritable(writeTrouble(error) ?? 'history-unwritable', error);
    }
    return before !== this.#troubles.kinds();
  }

  /** Saves what can be read of a file that is damaged. Gives whether that worked. */
  repair(problem: string): boolean {
    const now = this.#options.now();
    if (this.#memory || !this.#disk || this.file === ':memory:' || now - this.#repairedAt < REPAIR_INTERVAL_MS)
      return false;
    this.#repairedAt = now;
    this.#options.warn(`the history is damaged: ${problem}`);
    const later = this.#disk.takeLater();
    try {
      this.#disk.close();
      this.#use(openFile(this.file, now, { problem }));
    } catch (error) {
      // There is no room for a new file: what can be saved is in memory till there is.
      const opened = openInMemory(this.file);
      this.#disk = undefined;
      this.#isLost = true;
      this.#memory = new Connection(opened.sqlite);
      this.#troubles.noteDamage(opened.damage ?? { problem });
      this.#troubles.noteUnwritable(writeTrouble(error) ?? 'history-unwritable', error);
    }
    // How far streams were read holds only with their rows, of which some may be lost.
    this.#carryOver(later.filter(({ name }) => !isPosition(name)));
    this.#onReplaced();
    return true;
  }

  #current(): Connection {
    return this.#memory ?? this.#disk!;
  }

  #use({ sqlite, damage }: OpenedFile): void {
    this.#disk = new Connection(sqlite);
    this.#inode = inodeOf(this.file);
    this.#walInode = inodeOf(`${this.file}-wal`);
    this.#troubles.noteDamage(damage);
  }

  /** Does something on the history; once more if the first try failed because of the disk or the file. */
  #do<T>(work: (connection: Connection) => T): T {
    const connection = this.#current();
    try {
      return work(connection);
    } catch (error) {
      // Within a transaction, all of it has to be done again.
      if (connection.inTransaction || !this.#recover(error)) throw error;
      return work(this.#current());
    }
  }

  #recover(error: unknown): boolean {
    if (this.#memory) return false;
    const trouble = writeTrouble(error);
    if (!trouble) return isDamage(error) && this.repair(errorMessage(error));
    this.#moveToMemory();
    this.#troubles.noteUnwritable(trouble, error);
    return true;
  }

  #moveToMemory(): void {
    this.#memory = new Connection(copyToMemory(this.#disk!.sqlite));
    this.#carryOver(this.#disk!.takeLater());
  }

  /** Sets marks that were still to be written in the file that could not take them. */
  #carryOver(marks: readonly LaterMark[]): void {
    for (const { profileId, name, value } of marks) this.run(SET_MARK, profileId, name, value);
  }

  /** Writes what was to be written later, in memory where the disk takes nothing. */
  #writeLast(): void {
    try {
      this.writeLater();
    } catch (error) {
      this.#options.warn(`the last marks of the history could not be written: ${errorMessage(error)}`);
    }
  }

  /** Writes what is only in memory. @throws what the disk has against it; everything stays in memory then */
  #writeBack(): void {
    if (this.#isLost) return this.#writeAnew();
    if (!this.#disk) this.#use(openFile(this.file, this.#options.now()));
    try {
      this.#unwritten.writeTo(this.#disk!);
    } catch (error) {
      if (writeTrouble(error)) throw error;
      // The file is not as it was when the history was taken into memory.
      this.#takeLoss();
      return this.#writeAnew();
    }
    this.#leaveMemory();
  }

  /** Writes a whole file, and goes on with it. */
  #writeAnew(): void {
    const { file } = this;
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER_MODE });
    const draft = draftName(file);
    rmSync(draft, { force: true });
    if (freeBytes(dirname(file)) < this.#bytes()) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    try {
      createPrivateFile(draft);
      this.#memory!.run('VACUUM INTO ?', draft);
      flushFile(draft);
    } catch (error) {
      // Half a file must not take the room that is missing.
      rmSync(draft, { force: true });
      throw error;
    }
    // Under this name, a start after a kill in between puts it in its place.
    renameSync(draft, salvagedName(file));
    // Whatever has the name by now is somebody's: it is kept.
    if (existsSync(file)) this.#troubles.noteKept(setAside(file, this.#options.now()));
    for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    renameSync(salvagedName(file), file);
    this.#use(openFile(file, this.#options.now()));
    this.#isLost = false;
    this.#leaveMemory();
  }

  /** How much room the history in memory takes. */
  #bytes(): number {
    const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
    return this.#memory!.get<{ bytes: number }>(sql)!.bytes;
  }

  #leaveMemory(): void {
    this.#unwritten.clear();
    this.#memory?.close();
    this.#memory = undefined;
    this.#troubles.noteWritable();
    this.#options.warn('the history is written to the disk again');
  }

  /** Whether the open file, or what SQLite keeps beside it, has another name by now or none. */
  #isGone(): boolean {
    if (!this.#disk?.sqlite.isOpen || this.file === ':memory:') return false;
    return inodeOf(this.file) !== this.#inode || inodeOf(`${this.file}-wal`) !== this.#walInode;
  }

  /** Takes the history into memory out of the file that no longer has a name but is still open. */
  #takeLoss(): void {
    if (!this.#memory) this.#moveToMemory();
    this.#isLost = true;
    if (this.#isGone()) this.#noteGone();
    this.#disk!.close();
    this.#disk = undefined;
  }

  #noteGone(): void {
    const { file } = this;
    let replacedBy: string | undefined;
    // Whatever has the name by now is somebody's. Closing the open one would delete a -wal of that name.
    if (existsSync(file) && inodeOf(file) !== this.#inode) {
      const withRest = inodeOf(`${file}-wal`) !== this.#walInode;
      replacedBy = setAside(file, this.#options.now(), { reason: 'replaced', withRest });
    }
    this.#troubles.noteGone(replacedBy);
  }
}
