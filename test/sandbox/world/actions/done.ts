import { rows, type SmallWorld } from '../small-world.ts';

/** The site whose people do something. */
export const site = 'one';

/** A question with everything in its title that HTML minds; gives its id. */
export const ask = (world: SmallWorld, userId = 1, tags = ['c++', 'memory'], at?: number): number =>
  world.actions.ask({
    site,
    userId,
    title: 'Why does a < b && c > d "fail"?',
    body: '<p>It does.</p>',
    tags,
    ...(at === undefined ? {} : { at }),
  });

/** What an account has been told, oldest first. */
export const inboxOf = (world: SmallWorld, accountId: number) =>
  rows(
    world,
    'SELECT item_type, question_id, answer_id, comment_id, title, body, created_at, is_unread FROM inbox_items WHERE account_id = ? ORDER BY id',
    accountId,
  );

/** What a user's reputation came from, oldest first. */
export const events = (world: SmallWorld, userId: number) =>
  rows(
    world,
    'SELECT change, history_type, vote_type, post_id FROM reputation_events WHERE site_id = 1 AND user_id = ? ORDER BY id',
    userId,
  );
