import { DAY_MS } from '../../common/durations.ts';
import { valueOf, type ProfileDatabase } from './database/database.ts';

/** Kind of a network's post. */
export type PostKind = 'question' | 'answer' | 'comment';

/** Fetched post, with the time of the request. */
export interface StoredPost {
  content: unknown;
  fetchedAt: number;
}

/** Posts not fetched again for this long are deleted. */
const POST_RETENTION_MS = 365 * DAY_MS;

/**
 * Posts that one profile has opened, cached so that they can be read again without a request. The caller validates the
 * shape.
 */
export class Posts {
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
