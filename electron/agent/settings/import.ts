import { isDeepStrictEqual } from 'node:util';
import { inPieces, type ExportedRow, type ExportFile } from './export-file.ts';
import { ruleKey } from '../sources/questions/rule.ts';
import type { AddedRows, ArchivedProfile, ArchivedRows } from '../../store/archive.ts';
import type { History } from '../../store/history.ts';
import type { Preferences, StoredWatch } from '../../store/settings.ts';

/** Settings and watches: the stored data that an import or a reset changes. */
export interface Choices {
  preferences: Preferences;
  watches: StoredWatch[];
}

/** Effect of an import on settings and watches. */
export interface ImportPlan {
  after: Choices;
  added: StoredWatch[];
  /** Watches with the same rule as an existing one, but another alert. */
  changed: { before: StoredWatch; after: StoredWatch }[];
  /** Local id of each watch of the file. */
  ids: ReadonlyMap<string, string>;
}

/** Returns a key that is equal for watches with the same matches. */
const keyOf = ({ networkId, siteId, rule }: StoredWatch): string => JSON.stringify([networkId, siteId, ruleKey(rule)]);

/**
 * Merges an export into the present choices: its settings replace the present ones, and its watches are added. A watch
 * with the same rule takes the file's `alert` and `muted`. No watch is removed or gets another rule, so that matches
 * are kept. Pure.
 */
export function planImport(
  here: Choices,
  file: Pick<ExportFile, 'settings' | 'watches'>,
  newId: () => string,
): ImportPlan {
  const given = Object.fromEntries(Object.entries(file.settings).filter(([, value]) => value !== undefined));
  const watches = [...here.watches];
  const added: StoredWatch[] = [];
  const changed: ImportPlan['changed'] = [];
  const ids = new Map<string, string>();
  const places = new Map(watches.map((watch, at) => [keyOf(watch), at]));
  const taken = new Set(watches.map(({ id }) => id));
  const fresh = new Set<string>();
  for (const watch of file.watches) {
    const key = keyOf(watch);
    const at = places.get(key) ?? watches.length;
    const known = watches[at];
    const id = known?.id ?? (taken.has(watch.id) ? newId() : watch.id);
    ids.set(watch.id, id);
    if (!known) {
      added.push({ ...watch, id });
      watches.push({ ...watch, id });
      places.set(key, at);
      taken.add(id);
      fresh.add(id);
      continue;
    }
    const after = { ...known, alert: watch.alert, muted: watch.muted };
    if ((after.alert === known.alert && after.muted === known.muted) || fresh.has(id)) continue;
    changed.push({ before: known, after });
    watches[at] = after;
  }
  return { after: { preferences: { ...here.preferences, ...given }, watches }, added, changed, ids };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Undoes a change of a value, unless it was changed again since. Pure. */
function valueTakenBack(now: unknown, before: unknown, after: unknown): unknown {
  if (isObject(now) && isObject(before) && isObject(after))
    return Object.fromEntries(
      Object.entries(now).map(([name, value]) => [name, valueTakenBack(value, before[name], after[name])]),
    );
  return isDeepStrictEqual(now, after) ? before : now;
}

/**
 * Returns the present state with a change undone. Later changes are kept, down to the single value; without any, the
 * result is exactly the state before. Pure.
 */
export function takenBack(now: Choices, before: Choices, after: Choices): Choices {
  const [had, got] = [before, after].map(({ watches }) => new Map(watches.map((watch) => [watch.id, watch])));
  return {
    preferences: valueTakenBack(now.preferences, before.preferences, after.preferences) as Choices['preferences'],
    watches: now.watches.flatMap((watch) => {
      if (!isDeepStrictEqual(watch, got!.get(watch.id))) return watch;
      // Added watches are removed; replaced ones are restored.
      return had!.get(watch.id) ?? [];
    }),
  };
}

/** Number of rows added or removed at once: some 20 ms of work without V8's compilers. */
const ROWS_PER_PIECE = 25;

/** Rows that an import adds. If it fails or is undone, they are removed again; a crash leaves whole pieces. */
export class ImportedRows {
  readonly #history: History;
  readonly #at: number;
  readonly #added: AddedRows[] = [];

  /** @param at start of the import in ms since the epoch, local time */
  constructor(history: History, at: number) {
    this.#history = history;
    this.#at = at;
  }

  /** Returns the number of added rows by list. */
  counts(): Record<'inbox' | 'reputation' | 'questions', number> {
    const count = (list: 'inbox' | 'reputation' | 'questions') =>
      this.#added.reduce((sum, added) => sum + added[list].length, 0);
    return { inbox: count('inbox'), reputation: count('reputation'), questions: count('questions') };
  }

  /**
   * Adds rows.
   * @param ids local id of each watch of the export
   */
  async add(
    accounts: readonly ArchivedProfile[],
    rows: readonly ExportedRow[],
    ids: ReadonlyMap<string, string>,
  ): Promise<void> {
    for await (const piece of inPieces(rows, ROWS_PER_PIECE)) {
      for (const [account, own] of Map.groupBy(piece, (row) => row.account)) {
        const lists = Map.groupBy(own, ({ list }) => list);
        const values = Object.fromEntries(
          [...lists].map(([list, entries]) => [list, entries.map(({ value }) => value)]),
        ) as Partial<ArchivedRows>;
        this.#added.push(this.#history.importRows(accounts[account]!, values, ids, this.#at));
      }
    }
  }

  /** Removes all added rows. */
  async remove(): Promise<void> {
    for await (const piece of inPieces(this.#added, 1))
      for (const added of piece) this.#history.removeRows(added, this.#at);
  }
}
