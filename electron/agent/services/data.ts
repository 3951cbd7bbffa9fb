import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { ArchivedProfile } from '../../store/archive/import-archive.ts';
import type { History } from '../../store/history.ts';
import type { Preferences, SettingsStore, StoredWatch } from '../../store/settings.ts';
import type { Words } from '../../../common/i18n/words.ts';
import type { Accounts } from '../accounts/account-registry.ts';
import { exportBegin, exportEnd, exportFileName, readExport, type ExportFile } from './export-file.ts';
import { scopedId } from '../domain/scoped-id.ts';
import { UserFacingError } from '../domain/user-facing-error.ts';
import { sameRule } from '../watches/watch-list.ts';
import { setWatchMark } from '../watches/marks.ts';

export interface DataDeskParts {
  accounts: Accounts;
  settings: SettingsStore;
  history: History;
  clock: Clock;
  log: Log;
  version: string;
  words: () => Words;
  changePreferences: (part: Partial<Preferences>) => Promise<Preferences>;
  /** The lists may show something else now. */
  onChange: () => void;
}

/** What an import brought. */
export interface Imported {
  added: { inbox: number; reputation: number; questions: number; watches: number };
  settings: boolean;
  waiting: string[];
}

const day = 24 * 3600_000;

/** So many items are taken in at once. */
const atOnce = 1000;

/** An account's history in pieces that are taken in quickly. */
function* pieces(profile: ArchivedProfile): Iterable<ArchivedProfile> {
  const { inbox, ...rest } = profile;
  yield { ...rest, inbox: inbox.slice(0, atOnce) };
  for (let from = atOnce; from < inbox.length; from += atOnce) {
    yield { ...rest, reputation: [], questions: [], mutedQuestions: [], inbox: inbox.slice(from, from + atOnce) };
  }
}

/** What was received, as a whole: taken along, brought back, kept for a while, deleted. */
export function dataDesk(parts: DataDeskParts) {
  const { accounts, settings, history, clock } = parts;
  let forgotAt = -Infinity;

  /** Watches that are not here yet, with ids that are free; and what each of the archive is called here. */
  function mergeWatches(archived: StoredWatch[]): { fresh: StoredWatch[]; names: Map<string, string> } {
    const known = [...settings.get().watches];
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

  /** Start at login, shortcut and proxy may be impossible here; the rest is taken over all the same. */
  async function takeSettings(archived: ExportFile['settings']): Promise<boolean> {
    const { startAtLogin, shortcut, proxy, ...anywhere } = archived;
    await parts.changePreferences(
      Object.fromEntries(Object.entries(anywhere).filter(([, value]) => value !== undefined)),
    );
    for (const part of [{ startAtLogin }, { shortcut }, { proxy }]) {
      if (Object.values(part).every((value) => value === undefined)) continue;
      await parts.changePreferences(part as Partial<Preferences>).catch((error: unknown) => {
        if (!(error instanceof UserFacingError)) throw error;
        parts.log.warn(`Of the imported settings one could not be had here: ${error.message}`);
      });
    }
    return Object.keys(archived).length > 0;
  }

  return {
    /** The file in pieces, with how much of it is there; window and polling have their turn in between. */
    async *export(): AsyncGenerator<{ fileName: string; text: string; share: number }> {
      const now = clock.now();
      const { preferences, watches, networks } = settings.get();
      const fileName = exportFileName(now);
      const begin = exportBegin({
        exportedAt: new Date(now).toISOString(),
        version: parts.version,
        settings: preferences,
        networks: networks.map(({ id, name }) => ({ id, name })),
        watches,
      });
      yield { fileName, text: begin, share: 0 };
      const { rows, pieces: written } = history.archive();
      let done = 0;
      for (const piece of written) {
        done += piece.rows;
        yield { fileName, text: piece.text, share: Math.min(1, done / Math.max(rows, 1)) };
        if (piece.rows > 0) await setImmediate();
      }
      yield { fileName, text: exportEnd, share: 1 };
    },
    async import(text: string): Promise<Imported> {
      const file = readExport(text, parts.words());
      const now = clock.now();
      const { fresh, names } = mergeWatches(file.watches);
      const added = { inbox: 0, reputation: 0, questions: 0, watches: fresh.length };
      for (const profile of file.history) {
        for (const piece of pieces(profile)) {
          const taken = history.importProfile(piece, names, now);
          for (const what of ['inbox', 'reputation', 'questions'] as const) added[what] += taken[what];
          // Window and polling have their turn in between.
          await setImmediate();
        }
      }
      settings.change({ watches: [...settings.get().watches, ...fresh] });
      for (const account of accounts.all()) {
        for (const watch of fresh)
          if (watch.networkId === account.id)
            setWatchMark(account.profile, watch.id, { since: account.poller?.networkNow() ?? now, madeAt: now });
        account.poller?.replan();
      }
      const taken = await takeSettings(file.settings);
      parts.onChange();
      const ids = new Set([...file.history.map(({ network }) => network), ...fresh.map(({ networkId }) => networkId)]);
      const waiting = [...ids]
        .filter((id) => !accounts.get(id))
        .map((id) => file.networks.find((network) => network.id === id)?.name ?? id);
      return { added, settings: taken, waiting };
    },
    /** Once a day: lets go what is older than the person wants it kept. */
    forgetOld(): void {
      const { retention } = settings.get().preferences;
      const now = clock.now();
      if (retention === 'forever' || now - forgotAt < day) return;
      forgotAt = now;
      const gone = history.deleteOlder(now - retention * day, now);
      if (gone === 0) return;
      parts.log.info(`${gone} items older than ${retention} days were deleted`);
      parts.onChange();
    },
    /** The person wants another time: it counts from the next moment on. */
    retentionChanged: (): void => void (forgotAt = -Infinity),
    deleteEverything(): void {
      history.deleteEverything(clock.now());
      parts.onChange();
    },
    /** Sites are muted by their qualified ids; those from before there were several accounts get theirs. */
    qualifyMutedSites(): void {
      const { preferences, networks } = settings.get();
      const [first] = networks;
      if (!first || preferences.mutedSites.every((id) => id.includes('/'))) return;
      const mutedSites = preferences.mutedSites.map((id) => (id.includes('/') ? id : scopedId(first.id, id)));
      settings.change({ preferences: { ...preferences, mutedSites } });
    },
  };
}
