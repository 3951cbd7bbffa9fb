import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../../clock.ts';
import type { Log } from '../../../log.ts';
import type { ArchivedProfile } from '../../../store/archive/import-archive.ts';
import type { History } from '../../../store/history.ts';
import type { Preferences, SettingsStore, StoredWatch } from '../../../store/settings.ts';
import type { Words } from '../../../../common/i18n/words.ts';
import type { AccountRegistry } from '../../accounts/account-registry.ts';
import { UserFacingError } from '../../domain/user-facing-error.ts';
import { setWatchMark } from '../../watches/marks.ts';
import { sameRule } from '../../watches/rule.ts';
import { readExport, type ExportFile } from './export-file.ts';

export interface ImportParts {
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
  added: { inbox: number; reputation: number; questions: number; watches: number };
  settings: boolean;
  /** Networks that nobody is signed in to here. */
  waiting: string[];
}

/** So many items are taken in at once, so that window and polling do not wait long. */
const ITEMS_PER_PIECE = 1000;

/** Merges the text of an export into what is here. @throws UserFacingError for a text that is no export */
export async function importExport(parts: ImportParts, text: string): Promise<Imported> {
  const { history, settings, clock } = parts;
  const file = readExport(text, parts.words());
  const now = clock.now();
  const { fresh, names } = mergeWatches(settings.get().watches, file.watches);
  const added = { inbox: 0, reputation: 0, questions: 0, watches: fresh.length };
  for (const profile of file.history) {
    for (const piece of piecesOf(profile)) {
      const taken = history.importProfile(piece, names, now);
      for (const what of ['inbox', 'reputation', 'questions'] as const) added[what] += taken[what];
      // Window and polling have their turn in between.
      await setImmediate();
    }
  }
  settings.change({ watches: [...settings.get().watches, ...fresh] });
  startWatching(parts.accounts, fresh, now);
  const tookSettings = await takeSettings(parts, file.settings);
  parts.onChange();
  return { added, settings: tookSettings, waiting: waitingNetworks(parts.accounts, file, fresh) };
}

/** An account's history in pieces that are taken in quickly. */
function* piecesOf(profile: ArchivedProfile): Iterable<ArchivedProfile> {
  const { inbox, ...rest } = profile;
  yield { ...rest, inbox: inbox.slice(0, ITEMS_PER_PIECE) };
  for (let from = ITEMS_PER_PIECE; from < inbox.length; from += ITEMS_PER_PIECE) {
    const items = inbox.slice(from, from + ITEMS_PER_PIECE);
    yield { ...rest, reputation: [], questions: [], mutedQuestions: [], inbox: items };
  }
}

/** Watches that are not here yet, with ids that are free; and the id that each of the export has here. */
function mergeWatches(
  here: StoredWatch[],
  archived: StoredWatch[],
): { fresh: StoredWatch[]; names: Map<string, string> } {
  const known = [...here];
  const fresh: StoredWatch[] = [];
  const names = new Map<string, string>();
  for (const watch of archived) {
    const same = known.find(
      (other) =>
        other.networkId === watch.networkId && other.siteId === watch.siteId && sameRule(other.rule, watch.rule),
    );
    names.set(watch.id, same?.id ?? watch.id);
    if (same || known.some(({ id }) => id === watch.id)) continue;
    known.push(watch);
    fresh.push(watch);
  }
  return { fresh, names };
}

/** Has the questions of new watches count as news from now on. */
function startWatching(accounts: AccountRegistry, fresh: StoredWatch[], now: number): void {
  for (const { id, profile, poller } of accounts.all()) {
    for (const watch of fresh.filter(({ networkId }) => networkId === id))
      setWatchMark(profile, watch.id, { since: poller?.networkNow() ?? now, madeAt: now });
    poller?.replan();
  }
}

/** Start at login, shortcut and proxy may be impossible here; the rest is taken over all the same. */
async function takeSettings(
  { changePreferences, log }: ImportParts,
  archived: ExportFile['settings'],
): Promise<boolean> {
  const { startAtLogin, shortcut, proxy, ...anywhere } = archived;
  await changePreferences(Object.fromEntries(Object.entries(anywhere).filter(([, value]) => value !== undefined)));
  for (const part of [{ startAtLogin }, { shortcut }, { proxy }]) {
    if (Object.values(part).every((value) => value === undefined)) continue;
    await changePreferences(part as Partial<Preferences>).catch((error: unknown) => {
      if (!(error instanceof UserFacingError)) throw error;
      log.warn(`Of the imported settings one could not be had here: ${error.message}`);
    });
  }
  return Object.keys(archived).length > 0;
}

/** The networks of an export that nobody is signed in to here, by their names. */
function waitingNetworks(accounts: AccountRegistry, file: ExportFile, fresh: StoredWatch[]): string[] {
  const ids = new Set([...file.history.map(({ network }) => network), ...fresh.map(({ networkId }) => networkId)]);
  return [...ids]
    .filter((id) => !accounts.get(id))
    .map((id) => file.networks.find((network) => network.id === id)?.name ?? id);
}
