import { plainText } from '../text-of-html.ts';
import { ActionError, type ActionContext, type Given, type UserRow } from './context.ts';
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

/**
 * Creates the action that comments on a post and returns the comment's id. The post's owner and the person replied to
 * hear of it.
 */
export function createComment({ db, find, nextId, visit }: ActionContext, { tell }: Effects) {
  const insert = db.prepare(
    `INSERT INTO comments (site_id, id, post_id, post_type, owner_id, reply_to_user_id, body, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = db.prepare('UPDATE posts SET comment_count = comment_count + 1 WHERE site_id = ? AND id = ?');
  // The plus keeps SQLite from walking through all comments of the site, which are in this order already.
  const participantsOf = db.prepare(
    `SELECT u.id, u.account_id, u.display_name FROM comments c
       JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
       WHERE c.site_id = ? AND c.post_id = ? AND c.deleted_at IS NULL ORDER BY +c.id DESC`,
  );
  return visit(({ siteId, at, userId, postId, body }: Given<'comment'>): number => {
    const post = find.post(siteId, postId);
    const text = plainText(body);
    if (text === '') throw new ActionError('A comment needs a text');
    const question = post.post_type === 1 || post.parent_id === null ? post : find.question(siteId, post.parent_id);
    const owner = post.owner_id === null ? undefined : find.user(siteId, post.owner_id);
    let repliedTo: Participant | undefined;
    if (text.includes('@')) {
      const earlier = participantsOf.all(siteId, postId) as unknown as Participant[];
      const others = [...earlier, ...(owner ? [owner] : [])].filter(({ id }) => id !== userId);
      repliedTo = addressee(text, others);
    }
    const id = nextId('comments', siteId);
    insert.run(siteId, id, postId, post.post_type, userId, repliedTo?.id ?? null, body, at);
    count.run(siteId, postId);
    const listeners = [owner, repliedTo].flatMap((person) =>
      person && person.id !== userId && person.account_id !== null ? person.account_id : [],
    );
    for (const accountId of new Set(listeners))
      tell({
        accountId,
        siteId,
        itemType: 'comment',
        questionId: question.id,
        answerId: post.post_type === 2 ? postId : null,
        commentId: id,
        title: question.title ?? '',
        html: body,
        at,
      });
    return id;
  });
}
