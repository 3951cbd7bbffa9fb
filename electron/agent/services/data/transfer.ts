import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ImportedWatch, ImportPreview } from '../../../../common/contract/contract.ts';
import type { Words } from '../../../../common/i18n/words.ts';
import type { Clock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import type { History } from '../../../store/history.ts';
import {
  DEFAULT_PREFERENCES,
  type Preferences,
  type SettingsStore,
  type StoredWatch,
} from '../../../store/settings.ts';
import type { AccountRegistry } from '../../accounts/account-registry.ts';
import { UserFacingError, userFacingError } from '../../domain/user-facing-error.ts';
import { setWatchMark } from '../../watches/marks.ts';
import { watchName } from '../../watches/rule.ts';
import { exportedRows, type ExportFile } from './export-file.ts';
import { ImportedRows } from './import.ts';
import { planImport, type Choices } from './import-plan.ts';
import { takenBack } from './taken-back.ts';
import { Uploads } from './upload/uploads.ts';

export interface TransferParts {
  accounts: AccountRegistry;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  words: () => Words;
  /** The folder of everything that is kept. */
  dataDir: string;
  changePreferences: (part: Partial<Preferences>) => Promise<Preferences>;
  /** The lists may show something else now. */
  onChange: () => void;
}

/** What an import brought. */
export interface Imported {
  added: Record<'inbox' | 'reputation' | 'questions' | 'watches', number>;
  settings: boolean;
  /** Networks that nobody is signed in to here. */
  waiting: string[];
  /** Takes all of it back. */
  undo: string;
}

/** What can be taken back: what was done when, and how settings and watches were before and after. */
interface LastChange {
  what: 'import' | 'reset';
  at: Date;
  undo: string;
  before: Choices;
  after: Choices;
  /** Rows that an import added. */
  rows?: ImportedRows | undefined;
}

/** Watches that are added or taken away at once. */
const WATCHES_PER_PIECE = 100;

/** These the system may refuse; the others are taken over all the same. */
const SYSTEM_SETTINGS = ['startAtLogin', 'shortcut', 'proxy'] as const;

/** Takes settings, watches and history in from an export, or settings back to their defaults; both can be undone. */
export class Transfer {
  readonly uploads: Uploads;
  readonly #parts: TransferParts;
  #last: LastChange | undefined;

  constructor(parts: TransferParts) {
    this.#parts = parts;
    this.uploads = new Uploads(parts.dataDir, parts.words);
  }

  /** What an import of an uploaded file would do. @throws UserFacingError for a text that is no export */
  async previewImport(upload: string): Promise<ImportPreview> {
    const file = await this.uploads.read(upload);
    const here = this.#choices();
    const { after, added, changed } = planImport(here, file, randomUUID);
    const exportedAt = new Date(file.exportedAt);
    const count = (list: 'inbox' | 'reputation' | 'questions') =>
      file.history.reduce((sum, { rows }) => sum + rows[list], 0);
    return {
      ...(Number.isNaN(exportedAt.getTime()) ? {} : { exportedAt }),
      version: file.version,
      settings: { before: here.preferences, after: after.preferences },
      watches: {
        added: added.map(told),
        changed: changed.map((change) => ({ before: told(change.before), after: told(change.after) })),
        kept: here.watches.length - changed.length,
      },
      received: { inbox: count('inbox'), reputation: count('reputation'), questions: count('questions') },
      networks: this.#networksOf(file),
    };
  }

  /**
   * Merges an uploaded file into what is here, and deletes the file. Where it fails, nothing of it stays; after a crash
   * some of its rows may be here, and importing it again adds the others. @throws UserFacingError for a text that is
   * no export
   */
  async import(upload: string): Promise<Imported> {
    try {
      return await this.#import(upload);
    } finally {
      await this.uploads.discard(upload);
    }
  }

  async #import(upload: string): Promise<Imported> {
    const { history, clock, words, onChange } = this.#parts;
    const file = await this.uploads.read(upload);
    const before = this.#choices();
    const plan = planImport(before, file, randomUUID);
    const rows = new ImportedRows(history, clock.now());
    try {
      for await (const piece of exportedRows(this.uploads.pieces(upload), words()))
        await rows.add(file.history, piece, plan.ids);
      await this.#takeWatches(plan);
      await this.#takePreferences(plan.after.preferences);
    } catch (error) {
      await rows.remove();
      await this.#putWatchesBack(before.watches);
      throw error;
    }
    const undo = this.#remember('import', before, rows);
    onChange();
    return {
      added: { ...rows.counts(), watches: plan.added.length },
      settings: Object.keys(file.settings).length > 0,
      waiting: this.#networksOf(file)
        .filter(({ signedIn }) => !signedIn)
        .map(({ name }) => name),
      undo,
    };
  }

  previewReset(): { before: Preferences; after: Preferences } {
    return { before: this.#choices().preferences, after: DEFAULT_PREFERENCES };
  }

  /** Sets all settings back to their defaults; gives what takes it back. */
  async reset(): Promise<string> {
    const before = this.#choices();
    await this.#takePreferences(DEFAULT_PREFERENCES);
    return this.#remember('reset', before);
  }

  /** The last import or reset, while it can be taken back. */
  last(): Pick<LastChange, 'what' | 'at' | 'undo'> | undefined {
    return this.#last && { what: this.#last.what, at: this.#last.at, undo: this.#last.undo };
  }

  /**
   * Gives whether something was changed since, which stays. @throws UserFacingError when it was taken back already, or
   * another change came after it
   */
  async undo(name: string): Promise<{ kept: boolean }> {
    const last = this.#last;
    if (last?.undo !== name) throw userFacingError('tooLate');
    this.#last = undefined;
    const target = takenBack(this.#choices(), last.before, last.after);
    try {
      await this.#takePreferences(target.preferences);
      await last.rows?.remove();
      await this.#putWatchesBack(target.watches);
    } catch (error) {
      // It can be tried again.
      this.#last = last;
      throw error;
    }
    this.#parts.onChange();
    return { kept: !isDeepStrictEqual(this.#choices(), last.before) };
  }

  #choices(): Choices {
    const { preferences, watches } = this.#parts.settings.get();
    return { preferences, watches };
  }

  #remember(what: LastChange['what'], before: Choices, rows?: ImportedRows): string {
    const undo = randomUUID();
    this.#last = { what, at: new Date(this.#parts.clock.now()), undo, before, after: this.#choices(), rows };
    return undo;
  }

  /** Adds the new watches, whose questions are news from now on, and tells the others as in the file. */
  async #takeWatches({ added, changed }: { added: StoredWatch[]; changed: { after: StoredWatch }[] }): Promise<void> {
    const { settings, accounts, clock } = this.#parts;
    const now = clock.now();
    for (const { id, profile, poller } of accounts.all()) {
      const own = added.filter(({ networkId }) => networkId === id);
      for (let from = 0; from < own.length; from += WATCHES_PER_PIECE) {
        profile.transaction(() => {
          for (const watch of own.slice(from, from + WATCHES_PER_PIECE))
            setWatchMark(profile, watch.id, { since: poller?.networkNow() ?? now, madeAt: now });
        });
        await setImmediate();
      }
    }
    const changes = new Map(changed.map(({ after }) => [after.id, after]));
    const watches = settings.get().watches.map((watch) => changes.get(watch.id) ?? watch);
    settings.change({ watches: [...watches, ...added] });
    for (const { poller } of accounts.all()) poller?.replan();
  }

  /** Start at login, shortcut and proxy may be impossible here; the rest is taken over all the same. */
  async #takePreferences(wanted: Preferences): Promise<void> {
    const { changePreferences, log } = this.#parts;
    const here = this.#choices().preferences;
    const changes = Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(here[name as never], value));
    const isSystem = ([name]: [string, unknown]) => SYSTEM_SETTINGS.some((system) => system === name);
    const anywhere = changes.filter((change) => !isSystem(change));
    if (anywhere.length > 0) await changePreferences(Object.fromEntries(anywhere));
    for (const change of changes.filter(isSystem)) {
      await changePreferences(Object.fromEntries([change])).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) throw error;
        log.warn(`A setting could not be had here: ${error.message}`);
      });
    }
  }

  /** Takes out the watches that are not among these, with what they found, and tells the others as they say. */
  async #putWatchesBack(target: StoredWatch[]): Promise<void> {
    const { settings, accounts } = this.#parts;
    const stay = new Set(target.map(({ id }) => id));
    const gone = Map.groupBy(
      settings.get().watches.filter(({ id }) => !stay.has(id)),
      ({ networkId }) => networkId,
    );
    for (const [network, own] of gone) {
      for (let from = 0; from < own.length; from += WATCHES_PER_PIECE) {
        accounts.get(network)?.watches.forgetMatches(own.slice(from, from + WATCHES_PER_PIECE).map(({ id }) => id));
        await setImmediate();
      }
    }
    const before = accounts.all().map(({ watches }) => [watches, watches.streams()] as const);
    settings.change({ watches: target });
    for (const [watches, streams] of before) watches.changedFrom(streams);
  }

  /** The networks that an export is about, by their names. */
  #networksOf(file: ExportFile): ImportPreview['networks'] {
    const ids = new Set([
      ...file.history.map(({ network }) => network),
      ...file.watches.map(({ networkId }) => networkId),
    ]);
    return [...ids].map((id) => ({
      name: file.networks.find((network) => network.id === id)?.name ?? id,
      signedIn: this.#parts.accounts.get(id) !== undefined,
    }));
  }
}

const told = ({ rule, siteName, alert, muted }: StoredWatch): ImportedWatch => ({
  name: watchName(rule),
  site: siteName,
  alert,
  muted,
});
