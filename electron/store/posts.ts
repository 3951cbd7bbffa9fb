import { DAY_MS } from '../../common/durations.ts';
import type { Database } from './database/database.ts';
import { valueOf } from './json-column.ts';

/** What a post of a network can be. */
export type PostKind = 'question' | 'answer' | 'comment';

/** A post as it was read, and when. */
export interface StoredPost {
  content: unknown;
  fetchedAt: number;
}

/** Posts not read again for this long, are deleted. */
const POST_RETENTION_MS = 365 * DAY_MS;

/**
 * Posts that one profile has opened, so that what was read can be read again without asking. The reader checks the
 * shape.
 */
export class Posts {
  readonly #db: Database;
  readonly #profile: number;

  constructor(db: Database, profile: number) {
    this.#db = db;
    this.#profile = profile;
  }

  get(siteId: string, kind: PostKind, postId: number): StoredPost | undefined {
    const row = this.#db.get<{ content: string; fetched_at: number }>(
      'SELECT content, fetched_at FROM posts WHERE profile_id = ? AND site_id = ? AND kind = ? AND post_id = ?',
      this.#profile,
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
      this.#profile,
      siteId,
      kind,
      postId,
      JSON.stringify(content),
      now,
    );
    this.#db.run('DELETE FROM posts WHERE profile_id = ? AND fetched_at < ?', this.#profile, now - POST_RETENTION_MS);
  }
}
