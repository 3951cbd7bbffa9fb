import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { Settings } from '../../../common/schemas/settings.ts';
import { PRIVATE_FILE_MODE } from '../../base/private-files.ts';
import { ARCHIVED_ROWS, ArchivedProfile, type ArchivedRows } from '../../store/archive.ts';
import { StoredWatch } from '../../store/settings.ts';
import { UserFacingError, userFacingError } from '../user-facing-error.ts';
import { ExportScanner, type ScannedValue } from './export-scanner.ts';

/** Version of the file format; incremented when older versions of Askbell cannot read it. */
const FORMAT_VERSION = 1;

/** Maximum size of a file, in bytes: two million items with their texts. */
const MAX_FILE_BYTES = 1_000_000_000;
/** Maximum number of watches of an import; `MAX_ROWS`: of history rows. */
const MAX_WATCHES = 5000;
const MAX_ROWS = 3_000_000;
/** Maximum number of accounts, and of named networks; more than anyone has. */
const MAX_ACCOUNTS = 1000;

/** Part of an export outside its lists. */
const Head = z.object({
  askbell: z.literal(FORMAT_VERSION),
  exportedAt: z.string(),
  version: z.string(),
  settings: Settings.partial(),
});
/** Name of a network, by its id. */
const NamedNetwork = z.object({ id: z.string(), name: z.string() });

/** Account of an export, with its number of rows in each list. */
export interface ExportedAccount extends ArchivedProfile {
  rows: Record<keyof ArchivedRows, number>;
}

/** Contents of an export without the rows of its history: no token, no key, no other credential. */
export interface ExportFile extends z.output<typeof Head> {
  networks: z.output<typeof NamedNetwork>[];
  watches: StoredWatch[];
  history: ExportedAccount[];
}

/** Row of an export, with the index of its account. */
export interface ExportedRow {
  account: number;
  list: keyof ArchivedRows;
  value: ArchivedRows[keyof ArchivedRows][number];
}

/** Formats the start of an export; the history's array and `EXPORT_END` follow. */
export function exportBegin(file: Omit<ExportFile, 'askbell' | 'history'>): string {
  const head = { askbell: FORMAT_VERSION, ...file } satisfies Omit<ExportFile, 'history'>;
  return `${JSON.stringify(head).slice(0, -1)},"history":`;
}
export const EXPORT_END = '}';

/** Returns the file name of an export, by the local date. `now` in ms since the epoch. */
export function exportFileName(now: number): string {
  const date = new Date(now);
  const two = (part: number) => String(part).padStart(2, '0');
  return `askbell-${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}.json`;
}

/** Throws the UserFacingError for a file that cannot be imported. */
function refuse(what: 'notAskbell' | 'newer' | 'broken' | 'tooLarge' | 'tooMany' | 'tooLong', where = ''): never {
  throw new UserFacingError(
    ({ words }) => words(`data.${what}`),
    ({ words }) =>
      words(`data.${what}Advice`, { where, watches: MAX_WATCHES, rows: MAX_ROWS, megabytes: MAX_FILE_BYTES / 1e6 }),
  );
}

const isList = (name: unknown): name is keyof ArchivedRows => typeof name === 'string' && name in ARCHIVED_ROWS;

/**
 * Reads the rows of an export's history, a few ms at a time.
 * @param take called with the path and parsed value of everything that is not a row
 * @throws UserFacingError with the reason if the text is not a valid export
 */
export async function* exportedRows(
  pieces: AsyncIterable<string>,
  take: (path: ScannedValue['path'], value: unknown) => void = () => undefined,
): AsyncGenerator<ExportedRow[]> {
  const scanner = new ExportScanner();
  /** Path of the last value, once the text is known to be an export. */
  let last: ScannedValue['path'] | undefined;
  try {
    for await (const piece of pieces) {
      const rows: ExportedRow[] = [];
      for (const { path, json } of scanner.read(piece)) {
        const [root, account, list] = path;
        if (last || root === 'askbell') last = path;
        const value: unknown = JSON.parse(json);
        if (root === 'history' && isList(list) && path.length === 4) {
          const row = ARCHIVED_ROWS[list].safeParse(value);
          if (!row.success) refuseValue(row.error, path);
          else rows.push({ account: Number(account), list, value: row.data });
        } else take(path, value);
      }
      yield rows;
      await setImmediate();
    }
    if (!scanner.isOver) throw new SyntaxError('cut short');
  } catch (error) {
    if (error instanceof RangeError) refuse('tooLong', '…');
    if (error instanceof SyntaxError) refuse(last ? 'broken' : 'notAskbell', last?.join('.'));
    throw error;
  }
}

/**
 * Refuses a value that does not match its schema.
 * @param path names and indices that lead to the value
 */
function refuseValue({ issues: [issue] }: z.ZodError, path: ScannedValue['path']): never {
  const isTooLong = issue?.code === 'too_big' && issue.origin === 'string';
  return refuse(isTooLong ? 'tooLong' : 'broken', [...path, ...(issue?.path ?? [])].join('.') || '?');
}

const NO_ROWS: ExportedAccount['rows'] = { inbox: 0, reputation: 0, questions: 0, mutedQuestions: 0 };

/**
 * Reads an export without its rows, which are checked and counted.
 * @throws UserFacingError like `exportedRows`
 */
export async function readExport(pieces: AsyncIterable<string>): Promise<ExportFile> {
  const head: Record<string, unknown> = {};
  const lists: Record<'watches' | 'networks', unknown[]> = { watches: [], networks: [] };
  const accounts: Record<string, unknown>[] = [];
  const counts: ExportedAccount['rows'][] = [];
  let rows = 0;
  const take = ([name, place, field]: ScannedValue['path'], value: unknown): void => {
    if (field !== undefined && name === 'history') {
      const account = (accounts[Number(place)] ??= {});
      if (Object.hasOwn(ArchivedProfile.shape, field)) account[field] = value;
    } else if (place !== undefined && (name === 'watches' || name === 'networks')) lists[name].push(value);
    else if (place === undefined && name !== undefined && Object.hasOwn(Head.shape, name)) head[name] = value;
    if (name === 'askbell' && typeof value === 'number' && value > FORMAT_VERSION) refuse('newer');
    if (lists.watches.length > MAX_WATCHES || Math.max(lists.networks.length, accounts.length) > MAX_ACCOUNTS)
      refuse('tooMany');
  };
  for await (const found of exportedRows(pieces, take)) {
    rows += found.length;
    if (rows > MAX_ROWS) refuse('tooMany');
    for (const { account, list } of found) (counts[account] ??= { ...NO_ROWS })[list]++;
  }
  if (typeof head['askbell'] !== 'number') refuse('notAskbell');
  const checked = <T>(schema: z.ZodType<T>, value: unknown, where: (string | number)[]): T => {
    const result = schema.safeParse(value);
    return result.success ? result.data : refuseValue(result.error, where);
  };
  const watches: StoredWatch[] = [];
  for await (const piece of inPieces(lists.watches, WATCHES_PER_PIECE))
    for (const watch of piece) watches.push(checked(StoredWatch, watch, ['watches', watches.length]));
  return {
    ...checked(Head, head, []),
    networks: checked(z.array(NamedNetwork), lists.networks, ['networks']),
    watches,
    history: Array.from(accounts, (account, at) => ({
      ...checked(ArchivedProfile, account, ['history', at]),
      rows: counts[at] ?? NO_ROWS,
    })),
  };
}

/** Number of watches checked at once. */
const WATCHES_PER_PIECE = 200;

/** Yields a list in pieces, with a turn of the event loop after each. */
export async function* inPieces<T>(all: readonly T[], size: number): AsyncGenerator<T[]> {
  for (let from = 0; from < all.length; from += size) {
    yield all.slice(from, from + size);
    await setImmediate();
  }
}

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
      if (upload.bytes + text.length > MAX_FILE_BYTES) refuse('tooLarge');
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
