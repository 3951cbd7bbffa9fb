import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../clock.ts';
import { insertInto } from '../database/statements.ts';
import { createComment, createCommentVote } from './comment.ts';
import { type Argument, ActionError, type ActionContext, type Given, createActionContext } from './context.ts';
import { createEdit, createClose, createRemove } from './edit.ts';
import { type Effects, createEffects } from './effects.ts';
import { createAnswer, createAsk, createTagging } from './post.ts';
import { createBounty, createFlag, createAccept, createFavorite, createVote } from './vote.ts';

/**
 * The room `world/actions` holds the actions of people on the network, such as asking, voting and accepting.
 * `context.ts` says what each takes and has what all of them begin with, and `effects.ts` and `post.ts` what follows
 * from them: reputation, inbox items, counts of tags.
 */

/**
 * Creates the actions that read the inbox. Each returns how many items were unread until then.
 * Being on the site also ends the news of badges and privileges from before.
 */
function createRead({ db, clock, find, inTransaction, visit }: ActionContext) {
  const known = db.prepare('SELECT 1 FROM accounts WHERE id = ?');
  const owned = db.prepare('SELECT 1 FROM inbox_items WHERE account_id = ? AND id = ?');
  const readItems = db.prepare(
    `UPDATE inbox_items SET is_unread = 0 WHERE account_id = :accountId AND is_unread = 1 AND created_at <= :at
       AND (:itemId IS NULL OR id = :itemId)
       AND (:questionId IS NULL OR (site_id = :siteId AND question_id = :questionId))`,
  );
  const readAchievements = db.prepare(
    `INSERT INTO website_reads (account_id, read_until) VALUES (:accountId, :at)
       ON CONFLICT (account_id) DO UPDATE SET read_until = max(read_until, excluded.read_until)`,
  );
  const checkItem = (accountId: number, itemId: number | undefined, owner: string): void => {
    if (itemId !== undefined && owned.get(accountId, itemId) === undefined)
      throw new ActionError(`There is no item ${itemId} in the inbox of the ${owner}`);
  };
  return {
    /** Reads as a user of a site. */
    read: visit(({ siteId, at, userId, itemId, questionId }: Given<'read'>): number => {
      const accountId = find.account(siteId, userId);
      checkItem(accountId, itemId, `user ${userId}`);
      if (questionId !== undefined) find.question(siteId, questionId);
      const which = { accountId, siteId, at, itemId: itemId ?? null, questionId: questionId ?? null };
      return Number(readItems.run(which).changes);
    }),
    /** Reads on the network's own pages, which are of no site, what is there by then. */
    readOnWebsite: ({ accountId, itemId, what, at = clock.now() }: Argument<'readOnWebsite'>): number =>
      inTransaction(() => {
        if (known.get(accountId) === undefined) throw new ActionError(`There is no account ${accountId}`);
        checkItem(accountId, itemId, `account ${accountId}`);
        if (what !== 'inbox' && itemId === undefined) readAchievements.run({ accountId, at });
        if (what === 'achievements') return 0;
        const which = { accountId, siteId: null, at, itemId: itemId ?? null, questionId: null };
        return Number(readItems.run(which).changes);
      }),
  };
}

/** Creates the action that gives a user a badge; some badges can be won more than once. */
function createAward({ db, action }: ActionContext) {
  const byName = db.prepare('SELECT id FROM badges WHERE site_id = ? AND name = ? ORDER BY id');
  const insert = db.prepare(insertInto('user_badges', 'site_id badge_id user_id awarded_at'));
  return action(({ siteId, at, userId, badge: name }: Given<'award'>): void => {
    const badge = byName.get(siteId, name) as { id: number } | undefined;
    if (badge === undefined) throw new ActionError(`There is no badge "${name}" on this site`);
    insert.run(siteId, badge.id, userId, at);
  });
}

/** Creates the action that puts something else than an answer or a comment into an inbox; it returns the item's id. */
function createMessage({ find, action }: ActionContext, { tell }: Effects) {
  return action(({ siteId, at, userId, itemType, title, body, questionId }: Given<'message'>): number => {
    const accountId = find.account(siteId, userId);
    if (questionId !== undefined) find.question(siteId, questionId);
    return tell({ accountId, siteId, questionId: questionId ?? null, at }, itemType, title, body);
  });
}

export type Actions = ReturnType<typeof createActions>;

/**
 * Creates the actions of people on the network. Each is one transaction and does everything that follows from it:
 * counts, activity, inbox items, reputation. An action that cannot be done throws an `ActionError` and leaves no trace.
 * @param clock gives the present for actions that do not say when
 * @param booksCapped whether up-votes beyond the day's cap are booked, with the change 0
 */
export function createActions(db: DatabaseSync, clock: SandboxClock, booksCapped: boolean) {
  const context = createActionContext(db, clock);
  const effects = createEffects(context, booksCapped);
  const tagging = createTagging(context);
  return {
    ask: createAsk(context, effects, tagging),
    answer: createAnswer(context, effects, tagging),
    ...createComment(context, effects),
    ...createCommentVote(context),
    ...createVote(context, effects),
    ...createFavorite(context, effects),
    flag: createFlag(context),
    ...createAccept(context, effects),
    ...createClose(context),
    remove: createRemove(context, effects, tagging),
    ...createBounty(context, effects),
    award: createAward(context),
    message: createMessage(context, effects),
    ...createEdit(context, tagging),
    ...createRead(context),
  };
}
