import type { Words } from '../../../../../common/i18n/words.ts';
import { userFacingError } from '../../../domain/user-facing-error.ts';
import { checkSize, readExport, type ExportFile } from '../export-file.ts';
import { removeUpload, Upload } from './upload.ts';

/** The file that the window hands over to be imported, of which there is one at a time. */
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
   * Takes a part of a file; without `id` a new file begins. Returns the file's id. @throws UserFacingError for more
   * than an import takes
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

  /** Reads a file but for its rows, and deletes a file that is no export. @throws UserFacingError for such a file */
  async read(id: string): Promise<ExportFile> {
    const upload = this.#named(id);
    return this.#orDiscard(upload, () => readExport(upload.pieces(), this.#words()));
  }

  /** Text of a file in pieces. @throws UserFacingError for a file that is no longer here */
  pieces(id: string): AsyncIterable<string> {
    return this.#named(id).pieces();
  }

  /** Deletes a file; without its id whichever there is, one of an earlier run too. */
  async discard(id?: string): Promise<void> {
    const upload = this.#current;
    if (id !== undefined && upload?.id !== id) return;
    this.#current = undefined;
    this.#deleted = this.#deleted
      .catch(() => undefined)
      .then(async () => {
        await upload?.close();
        await removeUpload(this.#folder);
      });
    await this.#deleted;
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
