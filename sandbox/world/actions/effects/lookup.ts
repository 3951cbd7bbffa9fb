import type { DatabaseSync } from 'node:sqlite';

/** An action that cannot be done: something it names does not exist, or the network's rules forbid it. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
}

/** The part of a user that actions need. */
export interface UserRow {
  id: number;
  account_id: number | null;
  display_name: string;
  reputation: number;
}

/** The part of a question or answer that actions need. */
export interface PostRow {
  id: number;
  post_type: number;
  parent_id: number | null;
  accepted_answer_id: number | null;
  owner_id: number | null;
  title: string | null;
  closed_at: number | null;
  deleted_at: number | null;
  bounty_amount: number | null;
  bounty_closes_at: number | null;
  bounty_user_id: number | null;
}

/** Finds what an action names. Every method throws a {@link ActionError} that names what is missing. */
export interface Lookup {
  /** @param site its api_site_parameter @returns the site's id in the database */
  site(site: string): number;
  user(siteId: number, userId: number): UserRow;
  /** A question or answer that is not deleted. */
  post(siteId: number, postId: number): PostRow;
  question(siteId: number, questionId: number): PostRow;
  answer(siteId: number, answerId: number): PostRow & { parent_id: number };
}

export function createLookup(db: DatabaseSync): Lookup {
  const sites = new Map<string, number>();
  const bySite = db.prepare('SELECT id FROM sites WHERE api_site_parameter = ?');
  const byUser = db.prepare('SELECT id, account_id, display_name, reputation FROM users WHERE site_id = ? AND id = ?');
  const byPost = db.prepare(
    `SELECT id, post_type, parent_id, accepted_answer_id, owner_id, title, closed_at, deleted_at, bounty_amount,
       bounty_closes_at, bounty_user_id FROM posts WHERE site_id = ? AND id = ?`,
  );
  const post = (siteId: number, postId: number, kind = 'post', postType?: number): PostRow => {
    const found = byPost.get(siteId, postId) as unknown as PostRow | undefined;
    if (
      found === undefined ||
      (found.post_type !== 1 && found.post_type !== 2) ||
      (postType !== undefined && found.post_type !== postType)
    )
      throw new ActionError(`There is no ${kind} ${postId} on this site`);
    if (found.deleted_at !== null) throw new ActionError(`The ${kind} ${postId} is deleted`);
    return found;
  };
  return {
    site(site) {
      const known = sites.get(site);
      if (known !== undefined) return known;
      const found = bySite.get(site) as { id: number } | undefined;
      if (found === undefined) throw new ActionError(`There is no site "${site}"`);
      sites.set(site, found.id);
      return found.id;
    },
    user(siteId, userId) {
      const found = byUser.get(siteId, userId) as unknown as UserRow | undefined;
      if (found === undefined) throw new ActionError(`There is no user ${userId} on this site`);
      return found;
    },
    post: (siteId, postId) => post(siteId, postId),
    question: (siteId, questionId) => post(siteId, questionId, 'question', 1),
    answer(siteId, answerId) {
      const found = post(siteId, answerId, 'answer', 2);
      if (found.parent_id === null) throw new ActionError(`The answer ${answerId} belongs to no question`);
      return { ...found, parent_id: found.parent_id };
    },
  };
}
