import { existsSync, statSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { MINUTE_MS } from '../../../common/durations.ts';
import { errorMessage } from '../../../common/error-message.ts';
import { Connection, type LaterMark, markKey, UnwrittenChanges } from './connection.ts';
import type { Database } from './database.ts';
import { inodeOf, salvagedName, setAside } from './files.ts';
import { copyToMemory, openInMemory, writeOut } from './in-memory.ts';
import { HistoryTroubles, openFile, wasUsed, type HistoryTrouble, type OpenedFile } from './open.ts';
import { isDamage, writeTrouble } from './damage.ts';
import { isPosition } from './salvage.ts';

export interface HistoryFileOptions {
  /** Returns ms since the epoch, by this machine's clock. */
  now: () => number;
  /** Logs a warning. */
  warn: (message: string) => void;
}

/** About 4,000 items; up to this size, no operation on the whole file blocks for 50 ms. */
const LARGE_BYTES = 4 * 1024 * 1024;

/** Minimum interval between two repairs in one run, in ms. */
const REPAIR_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * The history's file, as a database that survives problems with the file. If the disk is not writable, the history
 * continues in memory and is written later; a damaged file is salvaged into a new one; a deleted one is written again.
 * Changes in memory are lost if the process is killed meanwhile.
 */
export class HistoryFile implements Database {
  readonly file: string;
  readonly #options: HistoryFileOptions;
  readonly #troubles: HistoryTroubles;
  readonly #unwritten = new UnwrittenChanges();
  /** Absent if the file could not be opened for writing. */
  #disk: Connection | undefined;
  /** The whole history, while the disk is not writable. */
  #memory: Connection | undefined;
  /** Inodes of the open file and its -wal, which other files may replace under the same names. */
  #inodes: readonly (bigint | undefined)[] = [];
  /** The file no longer has the contents of the memory, so that everything must be written. */
  #isLost = false;
  /** The file has contents that could not be read into memory: it is left unchanged. */
  #isUnread = false;
  #repairedAt = -Infinity;
  /** Called after rows may have been lost, so that needed ones are written again. */
  onReplaced: () => void = () => undefined;

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

  /** Returns the current problems of the file. */
  troubles(): HistoryTrouble[] {
    return this.#troubles.all();
  }

  /** Returns the open file; undefined while the history is in memory. */
  openFile(): DatabaseSync | undefined {
    return this.#memory ? undefined : this.#disk?.sqlite;
  }

  /** Whether there is a file that takes long to read. */
  isLarge(): boolean {
    if (!this.openFile()) return false;
    try {
      return statSync(this.file).size > LARGE_BYTES;
    } catch {
      // Its folder cannot be read now; the open file can.
      return false;
    }
  }

  /** Logs a warning. */
  warn(message: string): void {
    this.#options.warn(message);
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#change((database) => database.run(sql, ...values));
  }

  change<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#change((database) => database.change<Row>(sql, ...values));
  }

  mark(profileId: number, name: string): string | undefined {
    return this.#do((connection) => connection.mark(profileId, name));
  }

  setMark(profileId: number, name: string, value: string | undefined): void {
    this.#change((database) => database.setMark(profileId, name, value), markKey(profileId, name));
  }

  setMarkLater(profileId: number, name: string, value: string): void {
    this.#do((connection) => {
      // Writes to memory need not be deferred.
      if (connection === this.#memory) this.setMark(profileId, name, value);
      else connection.setMarkLater(profileId, name, value);
    });
  }

  changeMarks(sql: string, ...values: SQLInputValue[]): void {
    this.#change((database) => database.changeMarks(sql, ...values));
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

  transaction<T>(work: () => T, isRepeatable = false): T {
    if (this.#current().inTransaction) return work();
    return this.#do((connection) => {
      let isKept = false;
      try {
        const result = connection.transaction(work, isRepeatable);
        isKept = true;
        return result;
      } finally {
        this.#unwritten.settle(isKept);
      }
    });
  }

  /** Writes deferred marks, and changes that are only in memory if the disk is writable now; closes the connections. */
  close(): void {
    try {
      this.writeLater();
    } catch (error) {
      this.#options.warn(`the last marks of the history could not be written: ${errorMessage(error)}`);
    }
    if (this.#memory) this.look();
    if (this.#memory) this.#options.warn(`${this.#unwritten.size} changes of the history could not be written`);
    for (const connection of [this.#disk, this.#memory]) if (connection?.sqlite.isOpen) connection.close();
  }

  /**
   * Checks every minute whether the file still exists, and whether the disk is writable again. Never throws. Returns
   * whether the problems changed.
   */
  look(): boolean {
    const before = this.#troubles.kinds();
    try {
      if (this.#isGone()) this.#takeLoss();
      if (this.#memory && !this.#isUnread) this.#writeBack();
    } catch (error) {
      this.#troubles.noteUnwritable(writeTrouble(error) ?? 'history-unwritable', error);
    }
    return before !== this.#troubles.kinds();
  }

  /** Salvages a damaged file. Returns whether the repair was done. */
  repair(problem: string): boolean {
    const now = this.#options.now();
    const isSoon = now - this.#repairedAt < REPAIR_INTERVAL_MS;
    if (this.#memory || !this.#disk || this.file === ':memory:' || isSoon) return false;
    this.#repairedAt = now;
    this.#options.warn(`the history is damaged: ${problem}`);
    const later = this.#disk.takeLater();
    try {
      this.#disk.close();
      this.#use(openFile(this.file, now, { problem }));
    } catch (error) {
      // There is no space for a new file: salvaged data stays in memory until there is.
      const opened = openInMemory(this.file);
      this.#disk = undefined;
      this.#isLost = true;
      this.#memory = new Connection(opened.sqlite);
      this.#troubles.noteDamage(opened.damage ?? { problem });
      this.#troubles.noteUnwritable(writeTrouble(error) ?? 'history-unwritable', error);
    }
    // Stream positions are only valid with their rows, some of which may be lost.
    this.#carryOver(later.filter(({ name }) => !isPosition(name)));
    this.onReplaced();
    return true;
  }

  #current(): Connection {
    return this.#memory ?? this.#disk!;
  }

  #use({ sqlite, damage }: OpenedFile): void {
    this.#disk = new Connection(sqlite);
    this.#inodes = this.#inodesNow();
    this.#troubles.noteDamage(damage);
  }

  /** Changes the history; a change that is only in memory is kept for the disk. `key`: of a single mark. */
  #change<T>(change: (database: Database) => T, key?: string): T {
    return this.#do((connection) => {
      const result = change(connection);
      if (connection === this.#memory) {
        this.#unwritten.add(change, key);
        if (!connection.inTransaction) this.#unwritten.settle(true);
      }
      return result;
    });
  }

  /** Runs work on the history; repeats it if it failed because of the disk or the file. */
  #do<T>(work: (connection: Connection) => T): T {
    const connection = this.#current();
    try {
      return work(connection);
    } catch (error) {
      // In a transaction, the whole transaction must be repeated.
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

  /** Sets deferred marks that the previous file could not store. */
  #carryOver(marks: readonly LaterMark[]): void {
    for (const { profileId, name, value } of marks) this.setMark(profileId, name, value);
  }

  /**
   * Writes changes that are only in memory.
   * @throws Error the disk's error; everything then stays in memory
   */
  #writeBack(): void {
    if (this.#isLost) return this.#writeAnew();
    if (!this.#disk) this.#use(openFile(this.file, this.#options.now()));
    try {
      this.#unwritten.writeTo(this.#disk!);
    } catch (error) {
      if (writeTrouble(error)) throw error;
      // The file has changed since the history was taken into memory.
      this.#takeLoss();
      return this.#writeAnew();
    }
    this.#leaveMemory();
  }

  /** Writes a new complete file, and continues with it. */
  #writeAnew(): void {
    const keptAs = writeOut(this.#memory!.sqlite, this.file, this.#options.now());
    if (keptAs !== undefined) this.#troubles.noteKept(keptAs);
    this.#use(openFile(this.file, this.#options.now()));
    this.#isLost = false;
    this.#leaveMemory();
  }

  #leaveMemory(): void {
    this.#unwritten.clear();
    this.#memory?.close();
    this.#memory = undefined;
    this.#troubles.noteWritable();
    this.#options.warn('the history is written to the disk again');
  }

  /** Whether the open file, or its -wal, was renamed or deleted. */
  #isGone(): boolean {
    if (!this.#disk?.sqlite.isOpen || this.file === ':memory:') return false;
    return this.#inodesNow().some((inode, part) => inode !== this.#inodes[part]);
  }

  #inodesNow(): (bigint | undefined)[] {
    return [this.file, `${this.file}-wal`].map(inodeOf);
  }

  /** Copies the history to memory from the open file, which no longer has a name. */
  #takeLoss(): void {
    if (!this.#memory) this.#moveToMemory();
    this.#isLost = true;
    if (this.#isGone()) this.#noteGone();
    this.#disk!.close();
    this.#disk = undefined;
  }

  #noteGone(): void {
    // A file that has the name by now may be needed. Closing the open one would delete a -wal of that name.
    const [inode, walInode] = this.#inodesNow();
    const isReplaced = inode !== undefined && inode !== this.#inodes[0];
    const how = { reason: 'replaced', withRest: walInode !== this.#inodes[1] } as const;
    this.#troubles.noteGone(isReplaced ? setAside(this.file, this.#options.now(), how) : undefined);
  }
}
