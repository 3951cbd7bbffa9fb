import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import { userFacingError } from '../user-facing-error.ts';
import { checkSize, readExport, type ExportFile } from './export-file.ts';

/** Number of bytes read at once: a few ms of parsing. */
const BYTES_AT_ONCE = 64 * 1024;

/** File that the window uploads in pieces. */
interface Upload {
  id: string;
  file: FileHandle;
  bytes: number;
}

/** Files that the window uploads for an import, one at a time, stored beside the history until they are imported. */
export class Uploads {
  readonly #path: string;
  #current: Upload | undefined;
  /** Deletions one after the other: a late one must not take the file that came after it. */
  #deleted: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#path = join(folder, 'askbell-import.part');
  }

  /**
   * Adds a part of a file, or begins a new one without `id`. Returns the file's id.
   * @throws UserFacingError if the file exceeds the limit of an import
   */
  async add(id: string | undefined, text: string): Promise<string> {
    const upload = id === undefined ? await this.#begin() : this.#named(id);
    return this.#orDiscard(upload, async () => {
      checkSize(upload.bytes + text.length);
      upload.bytes += (await upload.file.write(text)).bytesWritten;
      return upload.id;
    });
  }

  /**
   * Reads a file without its rows; deletes it if it is not an export.
   * @throws UserFacingError if it is not an export
   */
  async read(id: string): Promise<ExportFile> {
    return this.#orDiscard(this.#named(id), () => readExport(this.pieces(id)));
  }

  /**
   * Reads a file's text in pieces.
   * @throws UserFacingError if the file no longer exists
   */
  pieces(id: string): AsyncIterable<string> {
    this.#named(id);
    return createReadStream(this.#path, { encoding: 'utf8', highWaterMark: BYTES_AT_ONCE });
  }

  /** Deletes a file, or without an id any upload, including one of an earlier run. */
  async discard(id?: string): Promise<void> {
    const upload = this.#current;
    if (id !== undefined && upload?.id !== id) return;
    this.#current = undefined;
    this.#deleted = this.#delete(upload, this.#deleted);
    await this.#deleted;
  }

  /** Begins an upload, replacing any earlier one. */
  async #begin(): Promise<Upload> {
    await this.discard();
    const upload = { id: randomUUID(), file: await open(this.#path, 'wx', PRIVATE_FILE_MODE), bytes: 0 };
    this.#current = upload;
    return upload;
  }

  async #delete(upload: Upload | undefined, after: Promise<void>): Promise<void> {
    await after.catch(() => undefined);
    await upload?.file.close();
    // One that is still read keeps its contents; its name is free nevertheless.
    await rm(this.#path, { force: true });
  }

  async #orDiscard<T>({ id }: Upload, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.discard(id);
      throw error;
    }
  }

  #named(id: string): Upload {
    if (this.#current?.id !== id) throw userFacingError('tooLate');
    return this.#current;
  }
}
