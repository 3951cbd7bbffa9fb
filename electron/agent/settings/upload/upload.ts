import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../../base/private-files.ts';

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
