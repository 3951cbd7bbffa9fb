import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSize, readExport, type ExportFile } from './export-file.ts';
import { userFacingError } from '../user-facing-error.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';

/** Files that the window uploads for an import, one at a time. */
export class Uploads {
  readonly #folder: string;
  #current: Upload | undefined;
  /** Deletions one after the other: a late one must not take the file that came after it. */
  #deleted: Promise<void> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Adds a part of a file, or begins a new one without `id`. Returns the file's id.
   * @throws UserFacingError if the file exceeds the limit of an import
   */
  async add(id: string | undefined, text: string): Promise<string> {
    if (id === undefined) {
      await this.discard();
      this.#current = await Upload.begin(this.#folder);
    }
    const upload = this.#named(id ?? this.#current!.id);
    return this.#orDiscard(upload, async () => {
      checkSize(upload.bytes + text.length);
      await upload.add(text);
      return upload.id;
    });
  }

  /**
   * Reads a file without its rows; deletes it if it is not an export.
   * @throws UserFacingError if it is not an export
   */
  async read(id: string): Promise<ExportFile> {
    const upload = this.#named(id);
    return this.#orDiscard(upload, () => readExport(upload.pieces()));
  }

  /**
   * Reads a file's text in pieces.
   * @throws UserFacingError if the file no longer exists
   */
  pieces(id: string): AsyncIterable<string> {
    return this.#named(id).pieces();
  }

  /** Deletes a file, or without an id any upload, including one of an earlier run. */
  async discard(id?: string): Promise<void> {
    const upload = this.#current;
    if (id !== undefined && upload?.id !== id) return;
    this.#current = undefined;
    this.#deleted = this.#delete(upload, this.#deleted);
    await this.#deleted;
  }

  async #delete(upload: Upload | undefined, after: Promise<void>): Promise<void> {
    await after.catch(() => undefined);
    await upload?.close();
    await removeUpload(this.#folder);
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

/** Number of bytes read at once: a few ms of parsing. */
const BYTES_AT_ONCE = 64 * 1024;

/** File that the window uploads in pieces, stored beside the history until it is imported. */
export class Upload {
  readonly id = randomUUID();
  readonly #path: string;
  readonly #file: FileHandle;
  #bytes = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /**
   * Begins an upload, replacing any earlier one.
   * @throws errors of the file system
   */
  static async begin(folder: string): Promise<Upload> {
    const path = uploadIn(folder);
    // An earlier one may still be read; its name is free nevertheless.
    await rm(path, { force: true });
    return new Upload(path, await open(path, 'wx', PRIVATE_FILE_MODE));
  }

  get bytes(): number {
    return this.#bytes;
  }

  async add(text: string): Promise<void> {
    const { bytesWritten } = await this.#file.write(text);
    this.#bytes += bytesWritten;
  }

  /** Reads the text from its beginning, in pieces. */
  pieces(): AsyncIterable<string> {
    return createReadStream(this.#path, { encoding: 'utf8', highWaterMark: BYTES_AT_ONCE });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const uploadIn = (folder: string): string => join(folder, 'askbell-import.part');

/**
 * Deletes the last upload.
 * @throws errors of the file system
 */
export const removeUpload = (folder: string): Promise<void> => rm(uploadIn(folder), { force: true });
