import { takeIn, type ArchivedProfile, type TakenIn } from './archive/import-archive.ts';
import { archivePieces, archiveRows, type ArchivePiece } from './archive/export-archive.ts';
import { openDatabase, type Database } from './database.ts';
import { forgetEverything, forgetOlder } from './deletion.ts';
import { inboxItems } from './inbox/inbox-items.ts';
import { inboxSearch, type InboxSearch } from './inbox/inbox-search.ts';
import { mutedQuestions } from './questions/muted-questions.ts';
import { noticeQueue } from './notice-queue.ts';
import { posts } from './posts.ts';
import { questions } from './questions/questions.ts';
import { reputationEvents } from './reputation/reputation-events.ts';
import { reputationHistory } from './reputation/reputation-history.ts';

/** A site of a network, as `/sites` names it. */
export interface KnownSite {
  id: string;
  name: string;
  siteUrl: string;
  iconUrl?: string | undefined;
}

/** Who signed in where. */
export interface Profile {
  id: number;
  network: string;
  accountId: number;
  displayName: string;
  profileImage?: string | undefined;
}

interface ProfileRow {
  id: number;
  network: string;
  account_id: number;
  display_name: string;
  profile_image: string | null;
}

/** Everything one profile has received; what survives a restart. */
export type ProfileHistory = ReturnType<typeof profileHistory>;

/** Marks are small named JSON values: where each poll stands, what was spent. The reader checks the shape. */
function profileHistory(db: Database, profile: Profile) {
  return {
    profile,
    inbox: inboxItems(db, profile.id),
    mutes: mutedQuestions(db, profile.id),
    posts: posts(db, profile.id),
    reputation: reputationEvents(db, profile.id),
    reputationHistory: reputationHistory(db, profile.id),
    questions: questions(db, profile.id),
    notices: noticeQueue(db, profile.id),
    mark(name: string): unknown {
      const row = db.get<{ value: string }>(
        'SELECT value FROM marks WHERE profile_id = ? AND name = ?',
        profile.id,
        name,
      );
      return row && JSON.parse(row.value);
    },
    setMark(name: string, value: unknown): void {
      db.run(
        'INSERT INTO marks (profile_id, name, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
        profile.id,
        name,
        JSON.stringify(value),
      );
    },
    deleteMark(name: string): void {
      db.run('DELETE FROM marks WHERE profile_id = ? AND name = ?', profile.id, name);
    },
    deleteMarks(prefix: string): void {
      db.run('DELETE FROM marks WHERE profile_id = ? AND substr(name, 1, length(?)) = ?', profile.id, prefix, prefix);
    },
    /** All of the work is kept, or none: new events go in together with their pending notifications. */
    transaction: db.transaction,
  };
}

export interface History {
  /** Finds or makes the profile of an account on a network, with its name brought up to date. */
  profile(identity: Omit<Profile, 'id'>): ProfileHistory;
  /** The profile that was used last on a network. */
  lastProfile(network: string, accountId: number): ProfileHistory | undefined;
  /** The inbox of several profiles as one list. */
  inboxOf(profileIds: readonly number[]): InboxSearch;
  sites(network: string): KnownSite[];
  setSites(network: string, sites: KnownSite[]): void;
  /** Everything every account received. */
  archive(): { rows: number; pieces: Iterable<ArchivePiece> };
  /** Takes in what another Askbell wrote down, under the account it belongs to; see `takeIn`. */
  takeIn(archived: ArchivedProfile, watchIds: ReadonlyMap<string, string>, now: number): TakenIn;
  /** Deletes what was read and is older than a moment; see `forgetOlder`. */
  forgetOlder(before: number, now: number): number;
  forgetEverything(now: number): void;
  close(): void;
}

/** Opens the history file (`:memory:` for none). Throws a `HistoryError` that says what to do. */
export function openHistory(file: string): History {
  const db = openDatabase(file);
  const fromRow = (row: ProfileRow): ProfileHistory =>
    profileHistory(db, {
      id: row.id,
      network: row.network,
      accountId: row.account_id,
      displayName: row.display_name,
      profileImage: row.profile_image ?? undefined,
    });
  const find = (network: string, accountId: number) =>
    db.get<ProfileRow>('SELECT * FROM profiles WHERE network = ? AND account_id = ?', network, accountId);
  return {
    profile({ network, accountId, displayName, profileImage }) {
      db.run(
        `INSERT INTO profiles (network, account_id, display_name, profile_image) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET display_name = excluded.display_name, profile_image = excluded.profile_image`,
        network,
        accountId,
        displayName,
        profileImage ?? null,
      );
      return fromRow(find(network, accountId)!);
    },
    lastProfile(network, accountId) {
      const row = find(network, accountId);
      return row && fromRow(row);
    },
    inboxOf: (profileIds) => inboxSearch(db, profileIds),
    sites: (network) =>
      db
        .all<{ id: string; name: string; site_url: string; icon_url: string | null }>(
          'SELECT * FROM sites WHERE network = ? ORDER BY rowid',
          network,
        )
        .map((row) => ({ id: row.id, name: row.name, siteUrl: row.site_url, iconUrl: row.icon_url ?? undefined })),
    setSites(network, sites) {
      db.transaction(() => {
        db.run('DELETE FROM sites WHERE network = ?', network);
        for (const site of sites) {
          db.run(
            'INSERT INTO sites (network, id, name, site_url, icon_url) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
            network,
            site.id,
            site.name,
            site.siteUrl,
            site.iconUrl ?? null,
          );
        }
      });
    },
    archive: () => ({ rows: archiveRows(db), pieces: archivePieces(db) }),
    takeIn(archived, watchIds, now) {
      const { network, accountId, displayName, profileImage } = archived;
      const profile = find(network, accountId)
        ? fromRow(find(network, accountId)!)
        : this.profile({ network, accountId, displayName, profileImage });
      return takeIn(db, profile.profile.id, archived, watchIds, now);
    },
    forgetOlder: (before, now) => forgetOlder(db, before, now),
    forgetEverything: (now) => forgetEverything(db, now),
    close: db.close,
  };
}
