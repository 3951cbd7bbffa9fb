import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { Settings } from '../../../common/schemas/settings.ts';
import { ExportScanner, type ScannedValue } from './export-scanner.ts';
import { UserFacingError } from '../user-facing-error.ts';
import { ARCHIVED_ROWS, ArchivedProfile, type ArchivedRows } from '../../store/archive/import-archive.ts';
import { StoredWatch } from '../../store/settings.ts';

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
function refuse(
  what: 'notJson' | 'notAskbell' | 'newer' | 'broken' | 'tooLarge' | 'tooMany' | 'tooLong',
  where = '',
): never {
  throw new UserFacingError(
    ({ words }) => words(`data.${what}.title`),
    ({ words }) =>
      words(`data.${what}.advice`, { where, watches: MAX_WATCHES, rows: MAX_ROWS, megabytes: MAX_FILE_BYTES / 1e6 }),
  );
}

/**
 * Checks the size of a file.
 * @throws UserFacingError if it exceeds the limit of an import
 */
export function checkSize(bytes: number): void {
  if (bytes > MAX_FILE_BYTES) refuse('tooLarge');
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
  for await (const piece of pieces) {
    const rows: ExportedRow[] = [];
    for (const { path, json } of scanned(scanner, piece)) {
      const [root, account, list] = path;
      const value = parsed(json);
      if (root === 'history' && isList(list) && path.length === 4) {
        const row = ARCHIVED_ROWS[list].safeParse(value);
        if (!row.success) refuseValue(row.error, path);
        else rows.push({ account: Number(account), list, value: row.data });
      } else take(path, value);
    }
    yield rows;
    await setImmediate();
  }
  if (!scanner.isOver) refuse('notJson');
}

/**
 * Refuses a value that does not match its schema.
 * @param path names and indices that lead to the value
 */
function refuseValue({ issues: [issue] }: z.ZodError, path: ScannedValue['path']): never {
  const isTooLong = issue?.code === 'too_big' && issue.origin === 'string';
  return refuse(isTooLong ? 'tooLong' : 'broken', [...path, ...(issue?.path ?? [])].join('.') || '?');
}

function* scanned(scanner: ExportScanner, piece: string): Generator<ScannedValue> {
  try {
    yield* scanner.read(piece);
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    refuse(error instanceof RangeError ? 'tooLong' : 'notJson', '…');
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return refuse('notJson');
  }
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
