import type { Words } from '../../../../common/i18n/words.ts';
import { userFacingError } from '../../user-facing-error.ts';
import { checkSize, readExport, type ExportFile } from '../export-file.ts';
import { removeUpload, Upload } from './upload.ts';

/** Files that the window uploads for an import, one at a time. */
export class Uploads {
  readonly #folder: string;
  readonly #words: () => Words;
  #current: Upload | undefined;
  /** Deletions one after the other: a late one must not take the file that came after it. */
  #deleted: Promise<void> = Promise.resolve();

  constructor(folder: string, words: () => Words) {
    this.#folder = folder;
    this.#words = words;
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
      checkSize(upload.bytes + text.length, this.#words());
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
    return this.#orDiscard(upload, () => readExport(upload.pieces(), this.#words()));
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
