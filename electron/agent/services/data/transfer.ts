import { randomUUID } from 'node:crypto';
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
import { readExport, type ExportFile } from './export-file.ts';
import { takeInHistory, type TakenIn } from './import.ts';
import { planImport, type Choices } from './import-plan.ts';
import { takenBack } from './taken-back.ts';

export interface TransferParts {
  accounts: AccountRegistry;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  words: () => Words;
  changePreferences: (part: Partial<Preferences>) => Promise<Preferences>;
  /** The lists may show something else now. */
  onChange: () => void;
}

/** What an import brought. */
export interface Imported {
  added: TakenIn & { watches: number };
  settings: boolean;
  /** Networks that nobody is signed in to here. */
  waiting: string[];
  /** Takes back what it did to settings and watches. */
  undo: string;
}

/** What can be taken back: what was done when, and how settings and watches were before and after. */
interface LastChange {
  what: 'import' | 'reset';
  at: Date;
  undo: string;
  before: Choices;
  after: Choices;
}

/** These the system may refuse; the others are taken over all the same. */
const SYSTEM_SETTINGS = ['startAtLogin', 'shortcut', 'proxy'] as const;

/** Takes settings, watches and history in from an export, or settings back to their defaults; both can be undone. */
export class Transfer {
  readonly #parts: TransferParts;
  #last: LastChange | undefined;

  constructor(parts: TransferParts) {
    this.#parts = parts;
  }

  /** What an import of this text would do. @throws UserFacingError for a text that is no export */
  previewImport(text: string): ImportPreview {
    const file = readExport(text, this.#parts.words());
    const here = this.#choices();
    const { after, added, changed } = planImport(here, file, randomUUID);
    const exportedAt = new Date(file.exportedAt);
    const count = (of: 'inbox' | 'reputation' | 'questions') =>
      file.history.reduce((sum, profile) => sum + profile[of].length, 0);
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

  /** Merges the text of an export into what is here. @throws UserFacingError for a text that is no export */
  async import(text: string): Promise<Imported> {
    const file = readExport(text, this.#parts.words());
    const before = this.#choices();
    const plan = planImport(before, file, randomUUID);
    const added = await takeInHistory(this.#parts, file.history, plan.ids);
    this.#takeWatches(plan);
    await this.#takePreferences(plan.after.preferences);
    const undo = this.#remember('import', before);
    this.#parts.onChange();
    return {
      added: { ...added, watches: plan.added.length },
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
    await this.#takePreferences(target.preferences);
    this.#putWatchesBack(target.watches);
    this.#parts.onChange();
    return { kept: !isDeepStrictEqual(this.#choices(), last.before) };
  }

  #choices(): Choices {
    const { preferences, watches } = this.#parts.settings.get();
    return { preferences, watches };
  }

  #remember(what: LastChange['what'], before: Choices): string {
    const undo = randomUUID();
    this.#last = { what, at: new Date(this.#parts.clock.now()), undo, before, after: this.#choices() };
    return undo;
  }

  /** Adds the new watches, whose questions are news from now on, and tells the others as in the file. */
  #takeWatches({ added, changed }: { added: StoredWatch[]; changed: { after: StoredWatch }[] }): void {
    const { settings, accounts, clock } = this.#parts;
    const now = clock.now();
    const changes = new Map(changed.map(({ after }) => [after.id, after]));
    const watches = settings.get().watches.map((watch) => changes.get(watch.id) ?? watch);
    settings.change({ watches: [...watches, ...added] });
    for (const { id, profile, poller } of accounts.all()) {
      for (const watch of added.filter(({ networkId }) => networkId === id))
        setWatchMark(profile, watch.id, { since: poller?.networkNow() ?? now, madeAt: now });
      poller?.replan();
    }
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
  #putWatchesBack(target: StoredWatch[]): void {
    const { settings, accounts } = this.#parts;
    const stay = new Set(target.map(({ id }) => id));
    for (const watch of settings.get().watches.filter(({ id }) => !stay.has(id)))
      accounts.get(watch.networkId)?.watches.remove(watch.id);
    settings.change({ watches: target });
    for (const { poller } of accounts.all()) poller?.replan();
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
