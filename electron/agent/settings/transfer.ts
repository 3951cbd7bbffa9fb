import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { contract } from '../../../common/contract/contract.ts';
import type { Settings } from '../../../common/schemas/settings.ts';
import { DEFAULT_PREFERENCES, type StoredWatch } from '../../store/settings.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { everythingChanged, type AgentContext, type Handlers } from '../context.ts';
import { UserFacingError, userFacingError } from '../user-facing-error.ts';
import { setWatchMark } from '../sources/questions/watch-list.ts';
import {
  exportBegin,
  EXPORT_END,
  exportedRows,
  exportFileName,
  inPieces,
  Uploads,
  type ExportFile,
} from './export-file.ts';
import { ImportedRows, planImport, takenBack, type Choices, type ImportPlan } from './import.ts';
import type { Preferences } from './preferences.ts';

/** Last change that can be undone, with settings and watches before and after. */
interface LastChange {
  what: 'import' | 'reset';
  at: Date;
  undo: string;
  before: Choices;
  after: Choices;
  /** Rows that the import added. */
  rows?: ImportedRows | undefined;
}

/** Number of watches added or removed at once. */
const WATCHES_PER_PIECE = 100;

/** Settings that the system may refuse; the others are applied anyway. */
const SYSTEM_SETTINGS: ReadonlySet<string> = new Set(['startAtLogin', 'shortcut', 'proxy']);

/**
 * Export of settings, watches and history as one file, its import, and the reset of settings or history. An import and
 * a reset of the settings can be undone.
 */
export class Transfer implements Handlers<typeof contract.transfer>, Handlers<typeof contract.data> {
  readonly uploads: Uploads;
  readonly #context: AgentContext;
  readonly #version: string;
  readonly #accounts: Accounts;
  readonly #preferences: Preferences;
  #last: LastChange | undefined;

  constructor(context: AgentContext, accounts: Accounts, preferences: Preferences, version: string) {
    this.#context = context;
    this.#version = version;
    this.#accounts = accounts;
    this.#preferences = preferences;
    this.uploads = new Uploads(context.dataDir);
  }

  /**
   * Yields the export file in pieces, with the share done (0 to 1). Yields to the event loop between pieces, for window
   * and polling.
   */
  async *export(): AsyncGenerator<{ fileName: string; text: string; share: number }> {
    const { clock, settings, history } = this.#context;
    const now = clock.now();
    const { preferences, watches, networks } = settings.get();
    const fileName = exportFileName(now);
    const begin = exportBegin({
      exportedAt: new Date(now).toISOString(),
      version: this.#version,
      settings: preferences,
      networks: networks.map(({ id, name }) => ({ id, name })),
      watches,
    });
    yield { fileName, text: begin, share: 0 };
    const { rows, pieces } = history.archive();
    let done = 0;
    for (const piece of pieces) {
      done += piece.rows;
      yield { fileName, text: piece.text, share: Math.min(1, done / Math.max(rows, 1)) };
      if (piece.rows > 0) await setImmediate();
    }
    yield { fileName, text: EXPORT_END, share: 1 };
  }

  /** Returns the size of the history. */
  size(): { bytes: number } {
    return { bytes: this.#context.history.bytes() };
  }

  /** Adds a part of a file to import; see {@link Uploads.add}. */
  async upload({ upload, text }: { upload?: string | undefined; text: string }): Promise<{ upload: string }> {
    return { upload: await this.uploads.add(upload, text) };
  }

  /**
   * Imports an uploaded file and deletes it. A failed import is rolled back; after a crash some of its rows may remain,
   * and importing the file again adds the others.
   * @throws UserFacingError if the text is not an export
   */
  async import({ upload }: { upload: string }) {
    try {
      return await this.#import(upload);
    } finally {
      await this.uploads.discard(upload);
    }
  }

  async #import(upload: string) {
    const { history, clock } = this.#context;
    const file = await this.uploads.read(upload);
    const before = this.#choices();
    const plan = planImport(before, file, randomUUID);
    const rows = new ImportedRows(history, clock.now());
    try {
      for await (const piece of exportedRows(this.uploads.pieces(upload)))
        await rows.add(file.history, piece, plan.ids);
      await this.#takeWatches(plan);
      await this.#takePreferences(plan.after.preferences);
    } catch (error) {
      await rows.remove();
      await this.#putWatchesBack(before.watches);
      throw error;
    }
    const undo = this.#remember('import', before, rows);
    everythingChanged(this.#context);
    return {
      added: { ...rows.counts(), watches: plan.added.length },
      settings: Object.keys(file.settings).length > 0,
      waiting: this.#networksOf(file)
        .filter(({ signedIn }) => !signedIn)
        .map(({ name }) => name),
      undo,
    };
  }

  /** Resets all settings to their defaults, or deletes the history; returns the token that undoes the former. */
  async reset({ what }: { what: 'settings' | 'history' }): Promise<{ undo?: string }> {
    if (what === 'settings') {
      const before = this.#choices();
      await this.#takePreferences(DEFAULT_PREFERENCES);
      return { undo: this.#remember('reset', before) };
    }
    await this.uploads.discard();
    await this.#context.history.deleteEverything(this.#context.clock.now());
    everythingChanged(this.#context);
    return {};
  }

  /** Returns the last import or reset while it can be undone. */
  last(): { change?: Pick<LastChange, 'what' | 'at' | 'undo'> | undefined } {
    if (!this.#last) return {};
    const { what, at, undo } = this.#last;
    return { change: { what, at, undo } };
  }

  /**
   * Undoes the last import or reset. Returns whether later changes were kept.
   * @throws UserFacingError if it was undone already, or another change came after it
   */
  async undo({ undo }: { undo: string }): Promise<{ kept: boolean }> {
    const last = this.#last;
    if (last?.undo !== undo) throw userFacingError('tooLate');
    this.#last = undefined;
    const target = takenBack(this.#choices(), last.before, last.after);
    try {
      await this.#takePreferences(target.preferences);
      await last.rows?.remove();
      await this.#putWatchesBack(target.watches);
    } catch (error) {
      // Can be tried again.
      this.#last = last;
      throw error;
    }
    everythingChanged(this.#context);
    return { kept: !isDeepStrictEqual(this.#choices(), last.before) };
  }

  #choices(): Choices {
    const { preferences, watches } = this.#context.settings.get();
    return { preferences, watches };
  }

  #remember(what: LastChange['what'], before: Choices, rows?: ImportedRows): string {
    const undo = randomUUID();
    this.#last = { what, at: new Date(this.#context.clock.now()), undo, before, after: this.#choices(), rows };
    return undo;
  }

  /** Adds the new watches, which find questions from now on, and updates the alerts of the others. */
  async #takeWatches({ added, changed }: ImportPlan): Promise<void> {
    const now = this.#context.clock.now();
    for (const { id, profile, scheduler } of this.#accounts.all()) {
      const own = added.filter(({ networkId }) => networkId === id);
      for await (const piece of inPieces(own, WATCHES_PER_PIECE))
        profile.transaction(() => {
          for (const { id: watch } of piece)
            setWatchMark(profile, watch, { since: scheduler?.networkNow() ?? now, madeAt: now });
        });
    }
    const changes = new Map(changed.map(({ after }) => [after.id, after]));
    const watches = this.#choices().watches.map((watch) => changes.get(watch.id) ?? watch);
    this.#setWatches([...watches, ...added]);
  }

  /** Applies settings. Start at login, shortcut and proxy may be impossible here; the others are applied anyway. */
  async #takePreferences(wanted: Settings): Promise<void> {
    const here = this.#choices().preferences;
    const changes = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(here[name as never], value));
    const anywhere = changes.filter(([name]) => !SYSTEM_SETTINGS.has(name));
    if (anywhere.length > 0) await this.#preferences.change(Object.fromEntries(anywhere));
    for (const [name, value] of changes.filter((change) => !anywhere.includes(change)))
      await this.#preferences.change({ [name]: value }).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) throw error;
        this.#context.log.warn(`A setting is not supported here: ${error.message}`);
      });
  }

  /** Removes the watches that are not in `target`, with their matches, and restores the others. */
  async #putWatchesBack(target: StoredWatch[]): Promise<void> {
    const stay = new Set(target.map(({ id }) => id));
    const gone = this.#choices().watches.filter(({ id }) => !stay.has(id));
    for (const [network, own] of Map.groupBy(gone, ({ networkId }) => networkId))
      for await (const piece of inPieces(own, WATCHES_PER_PIECE))
        this.#accounts.get(network)?.watches.forgetMatches(piece.map(({ id }) => id));
    this.#setWatches(target);
  }

  #setWatches(watches: StoredWatch[]): void {
    this.#context.settings.change({ watches });
    for (const account of this.#accounts.all()) account.watchesChanged();
  }

  /** Returns the networks that an export concerns, by name. */
  #networksOf(file: ExportFile): { name: string; signedIn: boolean }[] {
    const ids = [...file.history.map(({ network }) => network), ...file.watches.map(({ networkId }) => networkId)];
    return [...new Set(ids)].map((id) => ({
      name: file.networks.find((network) => network.id === id)?.name ?? id,
      signedIn: this.#accounts.get(id) !== undefined,
    }));
  }
}
