import type { DatabaseSync } from 'node:sqlite';

type Numbered = 'posts' | 'comments' | 'votes' | 'tags' | 'user_badges' | 'reputation_events' | 'post_links';

/** The next free id of each kind of thing on a site; questions and answers share theirs, as on the public service. */
export type NextId = (table: Numbered, siteId: number) => number;

export function createNextId(db: DatabaseSync): NextId {
  const highest = (table: Numbered) => db.prepare(`SELECT max(id) AS id FROM ${table} WHERE site_id = ?`);
  const queries = {
    posts: highest('posts'),
    comments: highest('comments'),
    votes: highest('votes'),
    tags: highest('tags'),
    user_badges: highest('user_badges'),
    reputation_events: highest('reputation_events'),
    post_links: highest('post_links'),
  };
  return (table, siteId) => ((queries[table].get(siteId) as { id: number | null }).id ?? 0) + 1;
}
