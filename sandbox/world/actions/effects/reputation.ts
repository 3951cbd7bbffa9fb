import type { DatabaseSync } from 'node:sqlite';
import type { NextId } from './ids.ts';

/** What a user's reputation changes by, and what for. */
export interface ReputationChange {
  siteId: number;
  userId: number;
  /** The change the rule gives, before the daily cap and the floor. */
  change: number;
  postId?: number;
  postType?: 'question' | 'answer';
  /** As /users/{id}/reputation names it; absent where that route has no name for it. */
  voteType?: 'accepts' | 'up_votes' | 'down_votes' | 'bounties_offered' | 'bounties_won';
  /** As reputation-history names it (docs/api.md, "Objects"). */
  historyType: string;
  at: number;
}

export interface ReputationLedger {
  /**
   * Books the change and returns what was really applied after the cap and the floor; nothing is booked where that is
   * nothing, unless capped votes are.
   */
  book(change: ReputationChange): number;
  /** Takes back whatever anyone gained or lost by a post, as when it is deleted. */
  reverse(siteId: number, postId: number, postType: 'question' | 'answer', at: number): void;
}

/** Votes on one's posts give at most this much a day (UTC), on each site. */
export const DAILY_VOTE_CAP = 200;
/** Nobody falls below this. */
export const LOWEST_REPUTATION = 1;
const DAY_SECONDS = 86_400;

/**
 * Events hold the change that was applied, so that a user's reputation is always 1 plus the sum of the events.
 * Accepts and bounties are outside the daily cap, as on the public service.
 * @param booksCapped whether an up-vote that the cap leaves nothing of is booked all the same, with the change 0
 */
export function createReputationLedger(db: DatabaseSync, nextId: NextId, booksCapped: boolean): ReputationLedger {
  const current = db.prepare('SELECT reputation FROM users WHERE site_id = ? AND id = ?');
  const raise = db.prepare('UPDATE users SET reputation = reputation + ? WHERE site_id = ? AND id = ?');
  const votesOfDay = db.prepare(
    `SELECT coalesce(sum(change), 0) AS sum FROM reputation_events WHERE site_id = ? AND user_id = ?
       AND on_date >= ? AND on_date < ? AND history_type IN ('post_upvoted', 'post_downvoted')`,
  );
  const insert = db.prepare(
    `INSERT INTO reputation_events (site_id, id, user_id, post_id, post_type, vote_type, history_type, change, on_date)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // The plus keeps SQLite from walking through all changes of the site, which are grouped like this already.
  const netOfPost = db.prepare(
    `SELECT user_id, sum(change) AS net FROM reputation_events WHERE site_id = ? AND post_id = ? GROUP BY +user_id
       HAVING net <> 0 ORDER BY user_id`,
  );

  const book = (change: ReputationChange): number => {
    const { siteId, userId, at } = change;
    const user = current.get(siteId, userId) as { reputation: number } | undefined;
    if (user === undefined) return 0;
    let applied = change.change;
    if (change.historyType === 'post_upvoted') {
      const dayStart = at - (at % DAY_SECONDS);
      const { sum } = votesOfDay.get(siteId, userId, dayStart, dayStart + DAY_SECONDS) as { sum: number };
      applied = Math.max(0, Math.min(applied, DAILY_VOTE_CAP - sum));
    }
    applied = Math.max(applied, LOWEST_REPUTATION - user.reputation);
    if (applied === 0 && !(booksCapped && change.historyType === 'post_upvoted')) return 0;
    insert.run(
      siteId,
      nextId('reputation_events', siteId),
      userId,
      change.postId ?? null,
      change.postType ?? null,
      change.voteType ?? null,
      change.historyType,
      applied,
      at,
    );
    raise.run(applied, siteId, userId);
    return applied;
  };

  return {
    book,
    reverse(siteId, postId, postType, at) {
      const nets = netOfPost.all(siteId, postId) as unknown as { user_id: number; net: number }[];
      for (const { user_id: userId, net } of nets)
        book({ siteId, userId, change: -net, postId, postType, historyType: 'post_deleted', at });
    },
  };
}
