import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { checkTags, createTagging, joinTags } from './effects/tagging.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Ask {
  /** The site's api_site_parameter, here and in every action. */
  site: string;
  userId: number;
  /** Plain text. */
  title: string;
  /** HTML. */
  body: string;
  /** One to five names; a new one is made. */
  tags: string[];
  /** Epoch seconds; the world's present unless given, here and in every action. */
  at?: number;
}

/** Asks a question; gives its id. Tags are counted and become active. */
export function createAsk({
  db,
  clock,
  find,
  nextId,
  updateAcceptRate,
  markSeen,
}: ActionContext): (action: Ask) => number {
  const insert = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, owner_id, title, body, tags, created_at, last_activity_at)
       VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?7)`,
  );
  const tagging = createTagging(db, nextId);
  return (action) =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      if (action.title.trim() === '') throw new ActionError('A question needs a title');
      const tags = checkTags(action.tags);
      const siteId = find.site(action.site);
      find.user(siteId, action.userId);
      const id = nextId('posts', siteId);
      insert.run(siteId, id, action.userId, action.title, action.body, joinTags(tags), at);
      for (const name of tags) tagging.put(siteId, id, name, at, at);
      updateAcceptRate(siteId, action.userId);
      markSeen(siteId, action.userId, at);
      return id;
    });
}
