import { type Database, valueOf } from '../database/database.ts';
import type { AccountFact, ReputationEvent } from '../events.ts';

/** Stored reputation event. */
export interface StoredReputationEvent extends ReputationEvent {
  id: number;
}

/** Stored account: `reputation` is the network's total, `explained` the sum of known events. */
export interface StoredAccount extends AccountFact {
  explained: number;
}

/** Returns the key prefix of an unexplained difference: a change of the total without a known cause. */
export const unexplainedKey = (siteId: string): string => `rest|${siteId}|`;

/** Whether an event is an unexplained difference. */
export const isUnexplained = ({ key, site }: Pick<ReputationEvent, 'key' | 'site'>): boolean =>
  key.startsWith(unexplainedKey(site.id));

interface EventRow {
  id: number;
  key: string;
  site_id: string;
  site_name: string;
  change: number;
  vote_type: string | null;
  post_id: number | null;
  title: string | null;
  link: string | null;
  on_date: number;
}

const fromRow = (row: EventRow): StoredReputationEvent => ({
  id: row.id,
  key: row.key,
  site: { id: row.site_id, name: row.site_name },
  change: row.change,
  voteType: row.vote_type ?? undefined,
  postId: row.post_id ?? undefined,
  title: row.title ?? undefined,
  link: row.link ?? undefined,
  onDate: row.on_date,
});

const SAID_MARK = 'accounts-said-at';

/** Times by site id. */
type Times = ReadonlyMap<string, number>;

const timesOf = (text: string): Times => {
  const value = valueOf(text);
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
};

/**
 * Times of each account's total, by the network. Every poll of totals updates them, mostly without changed totals, so
 * they are a deferred mark instead of a column.
 */
class SaidTimes {
  readonly #db: Database;
  readonly #profile: number;
  #read: { text: string | undefined; times: Times } = { text: undefined, times: new Map() };

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  /** Returns the times by site id; an omitted site's time is in its row. */
  all(): Times {
    const text = this.#db.mark(this.#profile, SAID_MARK);
    if (text !== this.#read.text) this.#read = { text, times: text === undefined ? new Map() : timesOf(text) };
    return this.#read.times;
  }

  /** Stores times of some sites; `whole`: there are no others. An undefined time is read from the site's row. */
  set(times: ReadonlyMap<string, number | undefined>, whole: boolean): void {
    const next = new Map<string, number | undefined>([...(whole ? [] : this.all()), ...times]);
    this.#db.setMarkLater(this.#profile, SAID_MARK, JSON.stringify(Object.fromEntries(next)));
  }
}

/** Accounts and reputation events of one profile. */
export class ReputationEvents {
  readonly #db: Database;
  readonly #profile: number;
  readonly #said: SaidTimes;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
    this.#said = new SaidTimes(db, profile);
  }

  /** Stores and returns new events. */
  add<Event extends ReputationEvent>(events: readonly Event[], now: number): Event[] {
    return events.filter(
      (event) =>
        this.#db.run(
          `INSERT INTO reputation_events
           (profile_id, key, site_id, site_name, change, vote_type, post_id, title, link, on_date, first_seen_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
          this.#profile,
          event.key,
          event.site.id,
          event.site.name,
          event.change,
          event.voteType ?? null,
          event.postId ?? null,
          event.title ?? null,
          event.link ?? null,
          event.onDate,
          now,
        ).changes > 0,
    );
  }

  /**
   * Returns events of one site or of all, newest first; `before` is the previous page's last event (ids order events of
   * the same time).
   */
  list(
    limit: number,
    { site, before }: { site?: string | undefined; before?: { onDate: number; id: number } | undefined } = {},
  ): StoredReputationEvent[] {
    return this.#db
      .all<EventRow>(
        `SELECT * FROM reputation_events
           WHERE profile_id = ? ${site === undefined ? '' : 'AND site_id = ?'} AND (on_date, id) < (?, ?)
           ORDER BY on_date DESC, id DESC LIMIT ?`,
        this.#profile,
        ...(site === undefined ? [] : [site]),
        before?.onDate ?? Number.MAX_SAFE_INTEGER,
        before?.id ?? 0,
        limit,
      )
      .map(fromRow);
  }

  /** Returns the stored events with these keys, newest first. */
  byKeys(keys: readonly string[]): StoredReputationEvent[] {
    return this.#db
      .all<EventRow>(
        `SELECT * FROM reputation_events WHERE profile_id = ? AND key IN (SELECT value FROM json_each(?))
           ORDER BY on_date DESC, id DESC`,
        this.#profile,
        JSON.stringify(keys),
      )
      .map(fromRow);
  }

  /** Returns events since `moment`, newest first. */
  since(moment: number): StoredReputationEvent[] {
    return this.#db
      .all<EventRow>(
        'SELECT * FROM reputation_events WHERE profile_id = ? AND on_date >= ? ORDER BY on_date DESC, id DESC',
        this.#profile,
        moment,
      )
      .map(fromRow);
  }

  /** Adds titles and addresses of posts to a site's events without titles. Returns the number of changed events. */
  addTitles(
    siteId: string,
    posts: readonly { postId?: number | undefined; title?: string | undefined; link?: string | undefined }[],
  ): number {
    let changed = 0;
    for (const { postId, title, link } of new Map(posts.map((post) => [post.postId, post])).values()) {
      if (postId === undefined || title === undefined) continue;
      changed += this.#db.run(
        `UPDATE reputation_events SET title = ?, link = coalesce(link, ?)
           WHERE profile_id = ? AND site_id = ? AND post_id = ? AND title IS NULL`,
        title,
        link ?? null,
        this.#profile,
        siteId,
        postId,
      ).changes;
    }
    return changed;
  }

  /** Returns the posts of a site with known titles, by id. */
  titles(siteId: string): Map<number, { title: string; link: string | undefined }> {
    const rows = this.#db.all<{ post_id: number; title: string; link: string | null }>(
      `SELECT post_id, title, link FROM reputation_events
         WHERE profile_id = ? AND site_id = ? AND post_id IS NOT NULL AND title IS NOT NULL GROUP BY post_id`,
      this.#profile,
      siteId,
    );
    return new Map(rows.map(({ post_id: postId, title, link }) => [postId, { title, link: link ?? undefined }]));
  }

  /**
   * Returns the sum of changes since a time by site; uses SQL's `total`, because `sum` throws beyond JavaScript's safe
   * integers.
   */
  changeSince(since: number): Map<string, number> {
    const rows = this.#db.allUnchanged<{ site_id: string; total: number }>(
      `SELECT site_id, total(change) AS total FROM reputation_events WHERE profile_id = ? AND on_date >= ?
         GROUP BY site_id`,
      this.#profile,
      since,
    );
    return new Map(rows.map((row) => [row.site_id, row.total]));
  }

  /** Reduces the last unexplained difference by `by` points, whose events are known now. */
  reduceUnexplained(siteId: string, by: number): void {
    const rest = by === 0 ? undefined : this.#lastUnexplained(siteId);
    if (!rest) return;
    if (rest.change === by) this.#db.run('DELETE FROM reputation_events WHERE id = ?', rest.id);
    else this.#db.run('UPDATE reputation_events SET change = ? WHERE id = ?', rest.change - by, rest.id);
  }

  /** Returns the unexplained part of the latest reputation change since `since`, or undefined. */
  unexplained(siteId: string, since: number): number | undefined {
    const rest = this.#lastUnexplained(siteId);
    return rest && rest.onDate >= since ? rest.change : undefined;
  }

  #lastUnexplained(siteId: string): { id: number; change: number; onDate: number } | undefined {
    const key = unexplainedKey(siteId);
    return this.#db.get<{ id: number; change: number; onDate: number }>(
      `SELECT id, change, on_date AS onDate FROM reputation_events
         WHERE profile_id = ? AND site_id = ? AND substr(key, 1, ?) = ? ORDER BY on_date DESC, id DESC LIMIT 1`,
      this.#profile,
      siteId,
      key.length,
      key,
    );
  }

  /**
   * Stores the network's accounts, and removes others if `whole`; a new account starts without an unexplained
   * difference.
   */
  setAccounts(accounts: AccountFact[], whole = true): void {
    const named = new Set(accounts.map((account) => account.site.id));
    for (const { site } of this.accounts()) {
      if (whole && !named.has(site.id))
        this.#db.run('DELETE FROM accounts WHERE profile_id = ? AND site_id = ?', this.#profile, site.id);
    }
    for (const account of accounts) {
      this.#db.run(
        `INSERT INTO accounts (profile_id, site_id, site_name, user_id, reputation, explained_reputation, said_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET site_name = excluded.site_name, user_id = excluded.user_id,
           reputation = excluded.reputation, said_at = excluded.said_at
         WHERE site_name <> excluded.site_name OR user_id <> excluded.user_id OR reputation <> excluded.reputation`,
        this.#profile,
        account.site.id,
        account.site.name,
        account.userId,
        account.reputation,
        account.reputation,
        account.saidAt ?? null,
      );
    }
    this.#said.set(new Map(accounts.map(({ site, saidAt }) => [site.id, saidAt])), whole);
  }

  /** Sets an account's reputation and its time. */
  setReputation(siteId: string, reputation: number, saidAt: number | undefined): void {
    this.#db.run(
      'UPDATE accounts SET reputation = ?, said_at = ? WHERE profile_id = ? AND site_id = ?',
      reputation,
      saidAt ?? null,
      this.#profile,
      siteId,
    );
    this.#said.set(new Map([[siteId, saidAt]]), false);
  }

  /** Records that all changes up to `reputation` on the site are explained. */
  setExplained(siteId: string, reputation: number): void {
    this.#db.run(
      'UPDATE accounts SET explained_reputation = ? WHERE profile_id = ? AND site_id = ? AND explained_reputation <> ?',
      reputation,
      this.#profile,
      siteId,
      reputation,
    );
  }

  accounts(): StoredAccount[] {
    const said = this.#said.all();
    return this.#db
      .allUnchanged<{
        site_id: string;
        site_name: string;
        user_id: number;
        reputation: number;
        explained_reputation: number;
        said_at: number | null;
      }>('SELECT * FROM accounts WHERE profile_id = ? ORDER BY reputation DESC, site_id', this.#profile)
      .map((row) => ({
        site: { id: row.site_id, name: row.site_name },
        userId: row.user_id,
        reputation: row.reputation,
        saidAt: said.get(row.site_id) ?? row.said_at ?? undefined,
        explained: row.explained_reputation,
      }));
  }

  account(siteId: string): StoredAccount | undefined {
    return this.accounts().find(({ site }) => site.id === siteId);
  }
}
