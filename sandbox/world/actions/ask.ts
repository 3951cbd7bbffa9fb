import type { Desk } from './effects/context.ts';
import { DeedError } from './effects/error.ts';
import { checkTags, createTagging, joinTags } from './effects/tagging.ts';
import { inTransaction } from './effects/transaction.ts';

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

/** Asks a question; gives its id. Tags are counted and become active. */
export function createAsk({ db, clock, find, nextId, rate, seen }: Desk): (deed: Ask) => number {
  const insert = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, owner_id, title, body, tags, created_at, last_activity_at)
       VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?7)`,
  );
  const tagging = createTagging(db, nextId);
  return (deed) =>
    inTransaction(db, () => {
      const at = deed.at ?? clock.now();
      if (deed.title.trim() === '') throw new DeedError('A question needs a title');
      const tags = checkTags(deed.tags);
      const siteId = find.site(deed.site);
      find.user(siteId, deed.userId);
      const id = nextId('posts', siteId);
      insert.run(siteId, id, deed.userId, deed.title, deed.body, joinTags(tags), at);
      for (const name of tags) tagging.put(siteId, id, name, at, at);
      rate(siteId, deed.userId);
      seen(siteId, deed.userId, at);
      return id;
    });
}
