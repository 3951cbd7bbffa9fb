import { insertInto } from '../database/statements.ts';
import { excerpt } from '../text-of-html.ts';
import type { ActionContext } from './context.ts';

/** Cause of a change of reputation. */
interface Reason {
  siteId: number;
  postId: number;
  postType: 'question' | 'answer';
  /** As /users/{id}/reputation names it; absent where that route has no name for it. */
  voteType?: 'accepts' | 'up_votes' | 'down_votes' | 'bounties_offered' | 'bounties_won';
  /** The vote that brings it, by which it can be undone. */
  voteId?: number;
  at: number;
}

/** Place in the inbox of an account, which shows items of every site, and what an item there leads to. */
interface InboxPlace {
  accountId: number;
  siteId: number;
  questionId?: number | null;
  answerId?: number | null;
  commentId?: number;
  at: number;
}

/** Changes that count in the day's cap, and those of them that the cap bounds. */
const OF_VOTES = ['post_upvoted', 'post_downvoted', 'post_unupvoted', 'post_undownvoted'];
const CAPPED = ['post_upvoted', 'post_undownvoted'];
/** Votes on one's posts give at most this much a day (UTC), on each site. */
export const DAILY_VOTE_CAP = 200;
/** Nobody falls below this. */
const LOWEST_REPUTATION = 1;
const DAY_SECONDS = 86_400;

/**
 * Creates the function that books a change of reputation. Events hold the change that was applied, so that a user's
 * reputation is always 1 plus the sum of the events. Accepts and bounties are outside the daily cap, as on the public
 * service.
 * @param booksCapped whether an up-vote that the cap leaves nothing of is booked all the same, with the change 0
 */
function createBooking({ db }: ActionContext, booksCapped: boolean) {
  const current = db.prepare('SELECT reputation FROM users WHERE site_id = ? AND id = ?');
  const raise = db.prepare('UPDATE users SET reputation = reputation + ? WHERE site_id = ? AND id = ?');
  const votesOfDay = db.prepare(
    `SELECT coalesce(sum(change), 0) AS sum FROM reputation_events WHERE site_id = ? AND user_id = ?
       AND on_date >= ? AND on_date < ? AND history_type IN (${OF_VOTES.map((name) => `'${name}'`).join(', ')})`,
  );
  const insert = db.prepare(
    `INSERT INTO reputation_events (site_id, user_id, post_id, post_type, vote_type, history_type, change, on_date,
       vote_id)
       VALUES (:siteId, :userId, :postId, :postType, :voteType, :historyType, :change, :at, :voteId)`,
  );
  /**
   * @param historyType as reputation-history names it (docs/api.md, "Objects")
   * @param userId nothing is booked for null, as of a deleted user
   * @param change what the rule gives, before the daily cap and the floor
   */
  return (reason: Reason, historyType: string, userId: number | null, change: number): void => {
    const { siteId, at } = reason;
    const user = current.get(siteId, userId);
    if (user === undefined) return;
    let applied = change;
    if (CAPPED.includes(historyType)) {
      const dayStart = at - (at % DAY_SECONDS);
      const sum = Number(votesOfDay.get(siteId, userId, dayStart, dayStart + DAY_SECONDS)?.['sum']);
      applied = Math.max(0, Math.min(applied, DAILY_VOTE_CAP - sum));
    }
    applied = Math.max(applied, LOWEST_REPUTATION - Number(user['reputation']));
    if (applied === 0 && !(booksCapped && historyType === 'post_upvoted')) return;
    insert.run({ voteType: null, voteId: null, ...reason, historyType, userId, change: applied });
    raise.run(applied, siteId, userId);
  };
}

/** Fewer questions give nobody an accept rate. */
export const LEAST_RATED_QUESTIONS = 4;
/**
 * Share of a user's questions with an accepted answer, of a hundred. `u` is the users table. Left alone, SQLite takes
 * owners for less telling than the site, and reads all of it.
 */
const ACCEPT_RATE_SQL = `(SELECT
  CASE WHEN count(*) >= ${LEAST_RATED_QUESTIONS} THEN count(q.accepted_answer_id) * 100 / count(*) END
  FROM posts q
  WHERE q.site_id = u.site_id AND likelihood(q.owner_id = u.id, 0.00001) AND q.post_type = 1
    AND q.deleted_at IS NULL)`;
const UPDATE_ACCEPT_RATES = `UPDATE users AS u SET accept_rate = ${ACCEPT_RATE_SQL}
  WHERE site_id = ? AND accept_rate IS NOT ${ACCEPT_RATE_SQL}`;

const VOTE_TYPES = { accept: 1, up: 2, down: 3, favorite: 5, bounty: 8, bountyAward: 9 } as const;

export type Effects = ReturnType<typeof createEffects>;

/** Creates the effects that actions have on others: reputation, inbox items, accept rate, votes. */
export function createEffects(context: ActionContext, booksCapped: boolean) {
  const { db } = context;
  const insertItem = db.prepare(
    `INSERT INTO inbox_items (account_id, site_id, item_type, question_id, answer_id, comment_id, title, body,
       created_at)
       VALUES (:accountId, :siteId, :itemType, :questionId, :answerId, :commentId, :title, :body, :at)`,
  );
  const insertVote = db.prepare(insertInto('votes', 'site_id post_id voter_id vote_type created_at bounty_amount'));
  const updateRate = db.prepare(`${UPDATE_ACCEPT_RATES} AND id = ?`);
  return {
    bookReputation: createBooking(context, booksCapped),
    /** Puts an item into an inbox, with plain text and an excerpt of the HTML it is about; returns its id. */
    tell(place: InboxPlace, itemType: string, title: string | null, html: string): number {
      const item = { questionId: null, answerId: null, commentId: null, ...place, itemType };
      return Number(insertItem.run({ ...item, title: title ?? '', body: excerpt(html) }).lastInsertRowid);
    },
    /** Updates the accept rate of a user whose questions, or what is accepted under them, have changed. */
    updateAcceptRate: (siteId: number, userId: number | null): void => void updateRate.run(siteId, userId),
    /** Writes a vote down; returns its id. @param amount of bounties only */
    recordVote(
      { siteId, postId, at }: Pick<Reason, 'siteId' | 'postId' | 'at'>,
      type: keyof typeof VOTE_TYPES,
      voterId: number | null,
      amount: number | null = null,
    ): number {
      return Number(insertVote.run(siteId, postId, voterId, VOTE_TYPES[type], at, amount).lastInsertRowid);
    },
  };
}
