import type { Desk } from './desk.ts';
import { DeedError } from './error.ts';
import { inTransaction } from './transaction.ts';

export interface Ask {
  /** The site's api_site_parameter, here and in every deed. */
  site: string;
  userId: number;
  /** Plain text. */
  title: string;
  /** HTML. */
  body: string;
  /** One to five names; a new one is made. */
  tags: string[];
  /** Epoch seconds; the world's present unless given, here and in every deed. */
  at?: number;
}

const tagName = /^[a-z0-9+#.-]{1,35}$/;

/** Asks a question; gives its id. Tags are counted and become active. */
export function createAsk({ db, clock, find, nextId, seen }: Desk): (deed: Ask) => number {
  const insert = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, owner_id, title, body, tags, created_at, last_activity_at)
       VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?7)`,
  );
  const tagByName = db.prepare('SELECT id FROM tags WHERE site_id = ? AND name = ?');
  const insertTag = db.prepare('INSERT INTO tags (site_id, id, name, last_activity_at) VALUES (?, ?, ?, ?)');
  const countTag = db.prepare(
    'UPDATE tags SET count = count + 1, last_activity_at = max(coalesce(last_activity_at, 0), ?3) WHERE site_id = ?1 AND id = ?2',
  );
  const link = db.prepare('INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at) VALUES (?, ?, ?, ?)');
  return (deed) =>
    inTransaction(db, () => {
      const at = deed.at ?? clock.now();
      const tags = [...new Set(deed.tags)];
      if (deed.title.trim() === '') throw new DeedError('A question needs a title');
      if (tags.length < 1 || tags.length > 5) throw new DeedError('A question carries one to five tags');
      const odd = tags.find((tag) => !tagName.test(tag));
      if (odd !== undefined) throw new DeedError(`"${odd}" is not a tag name: use a-z, 0-9 and + # . -`);
      const siteId = find.site(deed.site);
      find.user(siteId, deed.userId);
      const id = nextId('posts', siteId);
      insert.run(siteId, id, deed.userId, deed.title, deed.body, `|${tags.join('|')}|`, at);
      for (const name of tags) {
        let tag = tagByName.get(siteId, name) as { id: number } | undefined;
        if (tag === undefined) {
          tag = { id: nextId('tags', siteId) };
          insertTag.run(siteId, tag.id, name, at);
        }
        countTag.run(siteId, tag.id, at);
        link.run(siteId, tag.id, id, at);
      }
      seen(siteId, deed.userId, at);
      return id;
    });
}
