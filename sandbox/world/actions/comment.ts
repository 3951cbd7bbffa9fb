import { insertInto } from '../database/statements.ts';
import { plainText } from '../text-of-html.ts';
import { ActionError, RepeatError, type ActionContext, type Given, type PostRow, type UserRow } from './context.ts';
import type { Effects } from './effects.ts';

type Participant = Omit<UserRow, 'reputation'>;

const compact = (text: string): string => text.replace(/\s+/g, '').toLowerCase();

/**
 * Whom the first "@name" of a text addresses. A name is given without its spaces, in full or its beginning of at
 * least three letters, as on the public service.
 * @param participants the most recent first
 */
export function addressee<P extends { display_name: string }>(text: string, participants: readonly P[]): P | undefined {
  const called = /(?:^|[^\p{L}\p{N}])@(.+)/su.exec(text)?.[1];
  if (called === undefined) return undefined;
  const rest = compact(called);
  const inFull = participants.find(({ display_name: name }) => compact(name) !== '' && rest.startsWith(compact(name)));
  if (inFull !== undefined) return inFull;
  const beginning = /^[\p{L}\p{N}_.-]*[\p{L}\p{N}]/u.exec(called)?.[0].toLowerCase() ?? '';
  return beginning.length < 3
    ? undefined
    : participants.find(({ display_name: name }) => compact(name).startsWith(beginning));
}

/** Creates the functions that find whom a comment replies to, and tell people of a comment. */
function createReplies({ db, find }: ActionContext, { tell }: Effects) {
  // The plus keeps SQLite from walking through all comments of the site, which are in this order already.
  const participantsOf = db.prepare(
    `SELECT u.id, u.account_id, u.display_name FROM comments c
       JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
       WHERE c.site_id = ? AND c.post_id = ? AND c.deleted_at IS NULL ORDER BY +c.id DESC`,
  );
  return {
    /** Returns the post's owner and whom the text addresses, among those who take part under the post. */
    peopleOf(siteId: number, post: PostRow, userId: number | null, text: string) {
      const owner = post.owner_id === null ? undefined : find.user(siteId, post.owner_id);
      if (!text.includes('@')) return { owner };
      const earlier = participantsOf.all(siteId, post.id) as unknown as Participant[];
      const others = [...earlier, ...(owner ? [owner] : [])].filter(({ id }) => id !== userId);
      return { owner, repliedTo: addressee(text, others) };
    },
    /** Puts a comment into the inbox of each of the people, but for its writer. */
    tellOf(comment: WrittenComment, post: PostRow, people: readonly (Participant | undefined)[]): void {
      const { siteId, id, userId, body, at } = comment;
      const question = post.post_type === 1 || post.parent_id === null ? post : find.question(siteId, post.parent_id);
      const listeners = people.flatMap((person) =>
        person && person.id !== userId && person.account_id !== null ? person.account_id : [],
      );
      const place = { siteId, questionId: question.id, answerId: post.post_type === 2 ? post.id : null, commentId: id };
      for (const accountId of new Set(listeners)) tell({ ...place, accountId, at }, 'comment', question.title, body);
    },
  };
}

/** Comment with its writer, as people are told of it. */
interface WrittenComment {
  siteId: number;
  id: number;
  userId: number | null;
  body: string;
  at: number;
}

/** Returns the text of a comment that has one. */
function textOf(body: string): string {
  const text = plainText(body);
  if (text === '') throw new ActionError('A comment needs a text');
  return text;
}

/**
 * Creates the actions on comments. Commenting returns the comment's id; the post's owner and the person replied to hear
 * of it, and whom an edit addresses anew.
 */
export function createComment(context: ActionContext, effects: Effects) {
  const { db, find, nextId, visit } = context;
  const { peopleOf, tellOf } = createReplies(context, effects);
  const insert = db.prepare(
    insertInto('comments', 'site_id id post_id post_type owner_id reply_to_user_id body body_markdown created_at'),
  );
  const count = db.prepare('UPDATE posts SET comment_count = comment_count + ?3 WHERE site_id = ?1 AND id = ?2');
  const rewrite = db.prepare(
    `UPDATE comments SET body = ?, body_markdown = ?, reply_to_user_id = ?, edited = 1 WHERE site_id = ? AND id = ?`,
  );
  const mark = db.prepare('UPDATE comments SET deleted_at = ? WHERE site_id = ? AND id = ?');
  return {
    comment: visit(({ siteId, at, userId, postId, body, markdown }: Given<'comment'>): number => {
      const post = find.post(siteId, postId);
      const { owner, repliedTo } = peopleOf(siteId, post, userId, textOf(body));
      const id = nextId('comments', siteId);
      insert.run(siteId, id, postId, post.post_type, userId, repliedTo?.id ?? null, body, markdown ?? null, at);
      count.run(siteId, postId, 1);
      tellOf({ siteId, id, userId, body, at }, post, [owner, repliedTo]);
      return id;
    }),
    editComment: visit(({ siteId, at, commentId, body, markdown }: Given<'editComment'>): void => {
      const { post_id: postId, owner_id: writer, reply_to_user_id: before } = find.comment(siteId, commentId);
      const post = find.post(siteId, postId);
      const { repliedTo } = peopleOf(siteId, post, writer, textOf(body));
      rewrite.run(body, markdown ?? null, repliedTo?.id ?? null, siteId, commentId);
      const isNew = repliedTo && repliedTo.id !== before && repliedTo.id !== post.owner_id;
      if (isNew) tellOf({ siteId, id: commentId, userId: writer, body, at }, post, [repliedTo]);
    }),
    removeComment: visit(({ siteId, at, commentId }: Given<'removeComment'>): void => {
      const { post_id: postId } = find.comment(siteId, commentId);
      mark.run(at, siteId, commentId);
      count.run(siteId, postId, -1);
    }),
  };
}

/** Creates the actions that vote a comment up, and take that back; neither changes reputation. */
export function createCommentVote({ db, find, visit }: ActionContext) {
  const insert = db.prepare(
    'INSERT OR IGNORE INTO comment_votes (site_id, comment_id, voter_id, created_at) VALUES (?, ?, ?, ?)',
  );
  const erase = db.prepare('DELETE FROM comment_votes WHERE site_id = ? AND comment_id = ? AND voter_id = ?');
  const count = db.prepare('UPDATE comments SET score = score + ?3 WHERE site_id = ?1 AND id = ?2');
  return {
    voteComment: visit(({ siteId, at, userId, commentId }: Given<'voteComment'>): void => {
      if (find.comment(siteId, commentId).owner_id === userId)
        throw new ActionError('Nobody votes on their own comment');
      if (insert.run(siteId, commentId, userId, at).changes === 0)
        throw new RepeatError(`The user ${userId} has already voted on the comment ${commentId}`);
      count.run(siteId, commentId, 1);
    }),
    unvoteComment: visit(({ siteId, userId, commentId }: Given<'unvoteComment'>): void => {
      find.comment(siteId, commentId);
      if (erase.run(siteId, commentId, userId).changes === 0)
        throw new ActionError(`The user ${userId} has not voted on the comment ${commentId}`);
      count.run(siteId, commentId, -1);
    }),
  };
}
