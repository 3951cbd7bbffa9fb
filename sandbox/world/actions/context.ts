import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';

/** Epoch seconds, until the end of the year 9999 (docs/api.md, "Dates"). */
export const LAST_MOMENT = 253_402_300_799;

const Id = z.int();
const OptionalId = z.exactOptional(Id);
/** Plain text. */
const Text = z.string();
const OptionalText = z.exactOptional(Text);
const Html = z.string();
const OptionalPart = z.exactOptional(z.enum(['inbox', 'achievements']));
/** Source of an HTML text, where it was written in Markdown. */
const Markdown = z.exactOptional(z.string());
/** Tag names, one to five; a new one is made. */
const Tags = z.array(z.string());
const Moment = z.exactOptional(z.int().min(0).max(LAST_MOMENT));
/** Site by its api_site_parameter, and moment: the world's present unless given. */
const place = { site: z.string(), at: Moment };

const by = { ...place, userId: Id };
const written = { body: Html, markdown: Markdown };
const rewritten = { body: z.exactOptional(Html), markdown: Markdown };

/** Arguments of each action. Whether it can be done the action says itself. */
export const ACTION_ARGUMENTS = {
  ask: z.strictObject({ ...by, title: Text, ...written, tags: Tags }),
  answer: z.strictObject({ ...by, questionId: Id, ...written }),
  /** Comment under a question or answer; "@name" replies to somebody who takes part under the same post. */
  comment: z.strictObject({ ...by, postId: Id, ...written }),
  editComment: z.strictObject({ ...by, commentId: Id, ...written }),
  removeComment: z.strictObject({ ...place, userId: OptionalId, commentId: Id }),
  /** Comments are only voted up. */
  voteComment: z.strictObject({ ...by, commentId: Id }),
  unvoteComment: z.strictObject({ ...by, commentId: Id }),
  vote: z.strictObject({ ...by, postId: Id, direction: z.enum(['up', 'down']) }),
  unvote: z.strictObject({ ...by, postId: Id }),
  favorite: z.strictObject({ ...by, questionId: Id }),
  unfavorite: z.strictObject({ ...by, questionId: Id }),
  /** Flag on a post or a comment; nobody acts on it. */
  flag: z.strictObject({ ...by, postId: OptionalId, commentId: OptionalId, optionId: Id, comment: OptionalText }),
  accept: z.strictObject({ ...place, answerId: Id }),
  unaccept: z.strictObject({ ...place, answerId: Id }),
  /** Closing for a reason shown beside the question, by a user if known; `originalId` is the question it repeats. */
  close: z.strictObject({ ...place, questionId: Id, reason: Text, userId: OptionalId, originalId: OptionalId }),
  reopen: z.strictObject({ ...place, questionId: Id, userId: OptionalId }),
  remove: z.strictObject({ ...place, postId: Id, userId: OptionalId }),
  /** Bounty of 50 to 500 reputation that the user pays. */
  bounty: z.strictObject({ ...by, questionId: Id, amount: z.int() }),
  awardBounty: z.strictObject({ ...place, answerId: Id }),
  /** Badge by its name; where several ranks share it, the lowest id wins. */
  award: z.strictObject({ ...by, badge: z.string() }),
  /** Inbox item of any type, known to clients or not, e.g. `moderator_message`. */
  message: z.strictObject({ ...by, itemType: z.string().min(1), title: Text, body: Html, questionId: OptionalId }),
  /** New title (of questions only) or new body of a post. */
  edit: z.strictObject({ ...by, postId: Id, title: OptionalText, ...rewritten, comment: OptionalText }),
  retag: z.strictObject({ ...by, questionId: Id, tags: Tags, comment: OptionalText }),
  /** One inbox item of the user, whichever site it is from, or the items about a question; without either, all. */
  read: z.strictObject({ ...by, itemId: OptionalId, questionId: OptionalId }),
  /** One inbox item of the account, or all of `what`: the inbox, achievements, or both if left out. */
  readOnWebsite: z.strictObject({ accountId: Id, itemId: OptionalId, what: OptionalPart, at: Moment }),
};

export type Argument<Name extends keyof typeof ACTION_ARGUMENTS> = z.infer<(typeof ACTION_ARGUMENTS)[Name]>;

/** An action that cannot be done: something it names does not exist, or the network's rules forbid it. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
}

/** An action that its user has done already. */
export class RepeatError extends ActionError {}

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

/** The part of a comment that actions need. */
type CommentRow = Record<'id' | 'post_id', number> & Record<'owner_id' | 'reply_to_user_id', number | null>;

/** Whether a question's bounty can still be won. */
export const hasOpenBounty = (question: PostRow, at: number): boolean =>
  question.bounty_amount !== null && (question.bounty_closes_at ?? 0) > at;

/** Creates the functions that find what an action names, or throw an {@link ActionError} where it is missing. */
function createLookup(db: DatabaseSync) {
  const bySite = db.prepare('SELECT id FROM sites WHERE api_site_parameter = ?');
  const byUser = db.prepare('SELECT id, account_id, display_name, reputation FROM users WHERE site_id = ? AND id = ?');
  const byPost = db.prepare(
    `SELECT id, post_type, parent_id, accepted_answer_id, owner_id, title, closed_at, deleted_at, bounty_amount,
       bounty_closes_at, bounty_user_id FROM posts WHERE site_id = ? AND id = ?`,
  );
  const byComment = db.prepare(
    `SELECT id, post_id, owner_id, reply_to_user_id FROM comments
       WHERE site_id = ? AND id = ? AND deleted_at IS NULL AND post_type IS NOT NULL`,
  );
  const postOf = (siteId: number, postId: number, kind: string, types: readonly number[]): PostRow => {
    const found = byPost.get(siteId, postId) as unknown as PostRow | undefined;
    if (found === undefined || !types.includes(found.post_type))
      throw new ActionError(`There is no ${kind} ${postId} on this site`);
    if (found.deleted_at !== null) throw new ActionError(`The ${kind} ${postId} is deleted`);
    return found;
  };
  const user = (siteId: number, userId: number): UserRow => {
    const found = byUser.get(siteId, userId) as unknown as UserRow | undefined;
    if (found === undefined) throw new ActionError(`There is no user ${userId} on this site`);
    return found;
  };
  return {
    /** Returns the site's id in the database. */
    site(site: string): number {
      const found = bySite.get(site) as { id: number } | undefined;
      if (found === undefined) throw new ActionError(`There is no site "${site}"`);
      return found.id;
    },
    user,
    account(siteId: number, userId: number): number {
      const { account_id: accountId } = user(siteId, userId);
      if (accountId === null) throw new ActionError(`The user ${userId} has no account and so no inbox`);
      return accountId;
    },
    /** Returns a question or answer that is not deleted. */
    post: (siteId: number, postId: number) => postOf(siteId, postId, 'post', [1, 2]),
    question: (siteId: number, questionId: number) => postOf(siteId, questionId, 'question', [1]),
    /** Returns a comment that is not deleted, and nor is its post. */
    comment(siteId: number, commentId: number): CommentRow {
      const found = byComment.get(siteId, commentId) as unknown as CommentRow | undefined;
      if (found === undefined) throw new ActionError(`There is no comment ${commentId} on this site`);
      return found;
    },
    answer(siteId: number, answerId: number) {
      const found = postOf(siteId, answerId, 'answer', [2]);
      if (found.parent_id === null) throw new ActionError(`The answer ${answerId} belongs to no question`);
      return { ...found, parent_id: found.parent_id };
    },
  };
}

const NUMBERED = ['posts', 'comments', 'tags', 'post_links'] as const;

/** Site and moment of an action, as the database has them. */
type Place = Record<'siteId' | 'at', number>;

/** The part of their arguments that most actions share. */
interface Shared {
  site: string;
  at?: number;
  userId?: number;
}

/** Arguments of an action with its site's id and its moment. */
export type Given<Name extends keyof typeof ACTION_ARGUMENTS> = Argument<Name> & Place;

export type ActionContext = ReturnType<typeof createActionContext>;

/** Creates the things that every action works with. */
export function createActionContext(db: DatabaseSync, clock: SandboxClock) {
  const find = createLookup(db);
  const highestIds = new Map(
    NUMBERED.map((table) => [table, db.prepare(`SELECT max(id) AS id FROM ${table} WHERE site_id = ?`)]),
  );
  const seen = db.prepare(
    'UPDATE users SET last_access_at = ?3 WHERE site_id = ?1 AND id = ?2 AND last_access_at < ?3',
  );
  const markSeen = (siteId: number, userId: number, at: number): void => void seen.run(siteId, userId, at);

  /**
   * Runs `work` in one transaction: all of it is kept, or nothing. Inside a transaction it joins that one, so that the
   * generator can do thousands of actions in a single one.
   */
  const inTransaction = <Result>(work: () => Result): Result => {
    if (db.isTransaction) return work();
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  };

  /** Creates an action: one transaction on an existing site, about an existing user if it names one. */
  const action =
    <A extends Shared, Result>(work: (given: A & Place) => Result) =>
    (argument: A): Result =>
      inTransaction(() => {
        const siteId = find.site(argument.site);
        if (argument.userId !== undefined) find.user(siteId, argument.userId);
        return work({ ...argument, siteId, at: argument.at ?? clock.now() });
      });

  return {
    db,
    clock,
    find,
    /** Returns the next free id on a site; questions and answers share theirs, as on the public service. */
    nextId: (table: (typeof NUMBERED)[number], siteId: number): number =>
      ((highestIds.get(table)?.get(siteId) as { id: number | null } | undefined)?.id ?? 0) + 1,
    markSeen,
    inTransaction,
    action,
    /** Creates an action that its user does on the site, where the user is seen by it. */
    visit: <A extends Shared, Result>(work: (given: A & Place) => Result) =>
      action((given: A & Place) => {
        if (given.userId !== undefined) markSeen(given.siteId, given.userId, given.at);
        return work(given);
      }),
  };
}
