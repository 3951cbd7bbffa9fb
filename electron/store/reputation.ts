import type { SQLInputValue } from 'node:sqlite';
import { valueOf, withoutNulls, type ProfileDatabase } from './database/database.ts';
import type { AccountFact, ReputationEvent } from './events.ts';

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

const EVENT = `id, key, site_id AS siteId, site_name AS siteName, change, vote_type AS voteType, post_id AS postId,
  title, link, on_date AS onDate`;
const NEWEST_FIRST = 'ORDER BY on_date DESC, id DESC';

type Row<Stored> = Omit<Stored, 'site'> & { siteId: string; siteName: string };

/** Converts a row whose site is in two columns. */
function fromRow<Stored>(row: object) {
  const { siteId, siteName, ...columns } = withoutNulls<Row<Stored>>(row);
  return { ...columns, site: { id: siteId, name: siteName } };
}

/**
 * Mark with the times of each account's total, by the network. Every poll of totals updates them, mostly without
 * changed totals, so they are a deferred mark instead of a column.
 */
const SAID_MARK = 'accounts-said-at';

const ACCOUNT = `site_id AS siteId, site_name AS siteName, user_id AS userId, reputation, said_at AS saidAt,
  explained_reputation AS explained`;

/** Accounts and reputation events of one profile. */
export class ReputationEvents {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  /** Stores and returns new events. */
  add<Event extends ReputationEvent>(events: readonly Event[], now: number): Event[] {
    return events.filter(({ key, site, change, voteType, postId, title, link, onDate }) => {
      const place = { key, site_id: site.id, site_name: site.name, change, vote_type: voteType, post_id: postId };
      const row = { ...place, title, link, on_date: onDate, first_seen_at: now };
      return this.#db.add('reputation_events', row) > 0;
    });
  }

  /**
   * Returns events of one site or of all, newest first; `before` is the previous page's last event (ids order events of
   * the same time).
   */
  list(
    limit: number,
    { site, before }: { site?: string | undefined; before?: { onDate: number; id: number } | undefined } = {},
  ): StoredReputationEvent[] {
    const { onDate, id } = before ?? { onDate: Number.MAX_SAFE_INTEGER, id: 0 };
    const where = `(on_date, id) < (?2, ?3) ${site === undefined ? '' : 'AND site_id = ?5'}`;
    return this.#events(`${where} ${NEWEST_FIRST} LIMIT ?4`, onDate, id, limit, ...(site === undefined ? [] : [site]));
  }

  /** Returns the stored events with these keys, newest first. */
  byKeys(keys: readonly string[]): StoredReputationEvent[] {
    return this.#events(`key IN (SELECT value FROM json_each(?)) ${NEWEST_FIRST}`, JSON.stringify(keys));
  }

  /** Returns events since `moment`, newest first. */
  since(moment: number): StoredReputationEvent[] {
    return this.#events(`on_date >= ? ${NEWEST_FIRST}`, moment);
  }

  #events(where: string, ...values: SQLInputValue[]): StoredReputationEvent[] {
    const sql = `SELECT ${EVENT} FROM reputation_events WHERE profile_id = ?1 AND ${where}`;
    return this.#db.all<object>(sql, ...values).map((row) => fromRow<StoredReputationEvent>(row));
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
        `UPDATE reputation_events SET title = ?4, link = coalesce(link, ?5)
           WHERE profile_id = ?1 AND site_id = ?2 AND post_id = ?3 AND title IS NULL`,
        siteId,
        postId,
        title,
        link ?? null,
      );
    }
    return changed;
  }

  /** Returns the posts of a site with known titles, by id. */
  titles(siteId: string): Map<number, { title: string; link: string | undefined }> {
    const rows = this.#db.all<{ post_id: number; title: string; link: string | null }>(
      `SELECT post_id, title, link FROM reputation_events
         WHERE profile_id = ? AND site_id = ? AND post_id IS NOT NULL AND title IS NOT NULL GROUP BY post_id`,
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
      since,
    );
    return new Map(rows.map((row) => [row.site_id, row.total]));
  }

  /** Reduces the last unexplained difference by `by` points, whose events are known now. */
  reduceUnexplained(siteId: string, by: number): void {
    const rest = by === 0 ? undefined : this.#lastUnexplained(siteId);
    if (!rest) return;
    const one = 'WHERE profile_id = ?1 AND id = ?2';
    if (rest.change === by) this.#db.run(`DELETE FROM reputation_events ${one}`, rest.id);
    else this.#db.run(`UPDATE reputation_events SET change = change - ?3 ${one}`, rest.id, by);
  }

  /** Returns the unexplained part of the latest reputation change since `since`, or undefined. */
  unexplained(siteId: string, since: number): number | undefined {
    const rest = this.#lastUnexplained(siteId);
    return rest && rest.onDate >= since ? rest.change : undefined;
  }

  #lastUnexplained(siteId: string): StoredReputationEvent | undefined {
    const isRest = `site_id = ?2 AND substr(key, 1, length(?3)) = ?3 ${NEWEST_FIRST} LIMIT 1`;
    return this.#events(isRest, siteId, unexplainedKey(siteId))[0];
  }

  /**
   * Stores the network's accounts, and removes others if `whole`; a new account starts without an unexplained
   * difference.
   */
  setAccounts(accounts: AccountFact[], whole = true): void {
    const named = JSON.stringify(accounts.map(({ site }) => site.id));
    const others = 'profile_id = ? AND site_id NOT IN (SELECT value FROM json_each(?))';
    if (whole) this.#db.run(`DELETE FROM accounts WHERE ${others}`, named);
    for (const { site, userId, reputation, saidAt } of accounts)
      this.#db.run(
        `INSERT INTO accounts (profile_id, site_id, site_name, user_id, reputation, explained_reputation, said_at)
         VALUES (?, ?, ?, ?, ?5, ?5, ?)
         ON CONFLICT DO UPDATE SET site_name = excluded.site_name, user_id = excluded.user_id,
           reputation = excluded.reputation, said_at = excluded.said_at
         WHERE site_name <> excluded.site_name OR user_id <> excluded.user_id OR reputation <> excluded.reputation`,
        site.id,
        site.name,
        userId,
        reputation,
        saidAt ?? null,
      );
    const times = accounts.map(({ site, saidAt }) => [site.id, saidAt] as const);
    this.#setSaidTimes(whole ? times : [...this.#saidTimes(), ...times]);
  }

  /** Sets an account's reputation and its time. */
  setReputation(siteId: string, reputation: number, saidAt: number | undefined): void {
    const set = 'UPDATE accounts SET reputation = ?3, said_at = ?4 WHERE profile_id = ?1 AND site_id = ?2';
    this.#db.run(set, siteId, reputation, saidAt ?? null);
    this.#setSaidTimes([...this.#saidTimes(), [siteId, saidAt]]);
  }

  /** Records that all changes up to `reputation` on the site are explained. */
  setExplained(siteId: string, reputation: number): void {
    const other = 'profile_id = ?1 AND site_id = ?2 AND explained_reputation <> ?3';
    this.#db.run(`UPDATE accounts SET explained_reputation = ?3 WHERE ${other}`, siteId, reputation);
  }

  accounts(): StoredAccount[] {
    const said = this.#saidTimes();
    return this.#db
      .allUnchanged<object>(`SELECT ${ACCOUNT} FROM accounts WHERE profile_id = ? ORDER BY reputation DESC, site_id`)
      .map((row) => fromRow<StoredAccount>(row))
      .map((account) => ({ ...account, saidAt: said.get(account.site.id) ?? account.saidAt }));
  }

  /** Returns the times of the totals by site id; an omitted site's time is in its row. */
  #saidTimes(): Map<string, number> {
    const value = valueOf(this.#db.database.mark(this.#db.id, SAID_MARK) ?? '{}');
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  }

  /** Stores the times of all totals; an undefined time is read from the site's row. */
  #setSaidTimes(times: readonly (readonly [string, number | undefined])[]): void {
    this.#db.database.setMarkLater(this.#db.id, SAID_MARK, JSON.stringify(Object.fromEntries(times)));
  }

  account(siteId: string): StoredAccount | undefined {
    return this.accounts().find(({ site }) => site.id === siteId);
  }
}

/** Reputation change of any source. Times are ms since the epoch. */
export interface DatedChange {
  onDate: number;
  change: number;
}

/** Reputation change from before Askbell was installed. */
export interface PastChange extends DatedChange {
  kind?: string | undefined;
  postId?: number | undefined;
}

/** Reputation history from before Askbell, for one profile. */
export class ReputationHistory {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  /** Stores changes; the caller ensures that each is added once. */
  add(siteId: string, changes: PastChange[]): void {
    for (const { onDate, change, kind, postId } of changes)
      this.#db.add('reputation_history', { site_id: siteId, on_date: onDate, change, kind, post_id: postId });
  }

  /** Returns the changes of one second. */
  at(siteId: string, onDate: number): PastChange[] {
    const sql = `SELECT on_date AS onDate, change, kind, post_id AS postId FROM reputation_history
      WHERE profile_id = ? AND site_id = ? AND on_date = ?`;
    return this.#db.all<object>(sql, siteId, onDate).map((row) => withoutNulls(row));
  }

  /** Returns the number of changes and their sum. */
  total(siteId: string): { count: number; change: number } {
    const sql = `SELECT count(*) AS count, total(change) AS change FROM reputation_history
      WHERE profile_id = ? AND site_id = ?`;
    return this.#db.get<{ count: number; change: number }>(sql, siteId)!;
  }

  /**
   * Returns the changes of a site since a time, oldest first: those of the history up to `readUpTo`, then later events.
   */
  changes(siteId: string, since: number, readUpTo: number): DatedChange[] {
    return this.#db.all<DatedChange>(
      `SELECT on_date AS onDate, change FROM reputation_history WHERE profile_id = ?1 AND site_id = ?2 AND on_date >= ?3
       UNION ALL SELECT on_date AS onDate, change FROM reputation_events
       WHERE profile_id = ?1 AND site_id = ?2 AND on_date >= ?3 AND on_date > ?4
       ORDER BY onDate`,
      siteId,
      since,
      readUpTo,
    );
  }

  /** Returns the time of the oldest event. */
  firstEvent(siteId: string): number | undefined {
    const sql = 'SELECT min(on_date) AS first FROM reputation_events WHERE profile_id = ? AND site_id = ?';
    return this.#db.get<{ first: number | null }>(sql, siteId)?.first ?? undefined;
  }
}
