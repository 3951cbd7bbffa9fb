import type { z } from 'zod';
import { DAY_MS } from '../../common/durations.ts';
import { type Database, valueOf, ProfileDatabase } from './database/database.ts';
import { InboxItems } from './inbox/inbox-items.ts';
import { Outbox } from './outbox.ts';
import { PendingNotifications } from './pending-notifications.ts';
import type { PostKind } from './events.ts';
import { MutedQuestions, Questions } from './questions.ts';
import { ReputationEvents, ReputationHistory } from './reputation.ts';

/** Signed-in account. */
export interface Profile {
  id: number;
  network: string;
  accountId: number;
  displayName: string;
  profileImage?: string | undefined;
}

/** All data that one profile has received, persistent across restarts. */
export class ProfileHistory {
  readonly profile: Profile;
  readonly inbox: InboxItems;
  readonly mutes: MutedQuestions;
  readonly posts: Posts;
  readonly reputation: ReputationEvents;
  readonly reputationHistory: ReputationHistory;
  readonly questions: Questions;
  readonly notifications: PendingNotifications;
  readonly outbox: Outbox;
  readonly #db: Database;
  readonly #warn: (message: string) => void;

  constructor(db: Database, profile: Profile, warn: (message: string) => void) {
    this.#db = db;
    this.#warn = warn;
    this.profile = profile;
    const own = new ProfileDatabase(db, profile.id);
    this.inbox = new InboxItems(own);
    this.mutes = new MutedQuestions(own);
    this.posts = new Posts(own);
    this.reputation = new ReputationEvents(own);
    this.reputationHistory = new ReputationHistory(own);
    this.questions = new Questions(own);
    this.notifications = new PendingNotifications(own);
    this.outbox = new Outbox(db);
  }

  /**
   * Returns a mark: a small named JSON value, such as a stream position or spent quota. The caller validates the shape.
   */
  mark(name: string): unknown {
    const { id } = this.profile;
    const text = this.#db.mark(id, name);
    if (text === undefined) return undefined;
    const value = valueOf(text);
    // The caller continues without the mark; its value is kept under another name.
    if (value === undefined) {
      this.#warn(`the mark ${name} of profile ${id} is damaged; it is kept as damaged:${name}`);
      this.#db.setMark(id, `damaged:${name}`, text);
      this.#db.setMark(id, name, undefined);
    }
    return value;
  }

  setMark(name: string, value: unknown): void {
    this.#db.setMark(this.profile.id, name, JSON.stringify(value));
  }

  /**
   * Sets a mark that changes even if a poll finds nothing. It is written with the next other change, or by
   * `writeLater`, and may have an earlier value after a crash, so no guarantee may depend on it.
   */
  setMarkLater(name: string, value: unknown): void {
    this.#db.setMarkLater(this.profile.id, name, JSON.stringify(value));
  }

  deleteMark(name: string): void {
    this.#db.setMark(this.profile.id, name, undefined);
  }

  deleteMarks(prefix: string): void {
    this.#db.changeMarks(
      'DELETE FROM marks WHERE profile_id = ? AND substr(name, 1, length(?)) = ?',
      this.profile.id,
      prefix,
      prefix,
    );
  }

  /** Returns a different number whenever anything but a mark may have changed, of this profile or another. */
  version(): number {
    return this.#db.version();
  }

  /** Runs the work atomically: new events are stored together with their pending notifications. */
  transaction<T>(work: () => T): T {
    return this.#db.transaction(work);
  }

  /**
   * Runs the work atomically without waiting for the disk: after a power cut, the network is asked for it again. What
   * must not be repeated, such as a claimed notification, waits in a transaction of its own, which takes this along.
   */
  record<T>(work: () => T): T {
    return this.#db.transaction(work, true);
  }
}

/**
 * Reads a mark of the history, a small JSON value. Returns `undefined` if it is missing, or if another version wrote it
 * in a different shape.
 */
export function readMark<Schema extends z.ZodType>(
  profile: Pick<ProfileHistory, 'mark'>,
  name: string,
  schema: Schema,
): z.output<Schema> | undefined {
  const parsed = schema.safeParse(profile.mark(name));
  return parsed.success ? parsed.data : undefined;
}

/** Fetched post, with the time of the request. */
interface StoredPost {
  content: unknown;
  fetchedAt: number;
}

/** Posts not fetched again for this long are deleted. */
const POST_RETENTION_MS = 365 * DAY_MS;

/**
 * Posts that one profile has opened, cached so that they can be read again without a request. The caller validates the
 * shape.
 */
class Posts {
  readonly #db: ProfileDatabase;

  constructor(db: ProfileDatabase) {
    this.#db = db;
  }

  get(siteId: string, kind: PostKind, postId: number): StoredPost | undefined {
    const row = this.#db.get<{ content: string; fetched_at: number }>(
      'SELECT content, fetched_at FROM posts WHERE profile_id = ? AND site_id = ? AND kind = ? AND post_id = ?',
      siteId,
      kind,
      postId,
    );
    return row && { content: valueOf(row.content), fetchedAt: row.fetched_at };
  }

  keep(siteId: string, kind: PostKind, postId: number, content: unknown, now: number): void {
    this.#db.run(
      `INSERT INTO posts (profile_id, site_id, kind, post_id, content, fetched_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET content = excluded.content, fetched_at = excluded.fetched_at`,
      siteId,
      kind,
      postId,
      JSON.stringify(content),
      now,
    );
    this.#db.run('DELETE FROM posts WHERE profile_id = ? AND fetched_at < ?', now - POST_RETENTION_MS);
  }
}
