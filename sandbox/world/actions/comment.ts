import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { plainText } from './effects/inbox.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Comment {
  site: string;
  userId: number;
  /** The question or answer it stands under. */
  postId: number;
  /** HTML; "@name" replies to somebody who takes part under the same post. */
  body: string;
  at?: number;
}

interface Participant {
  id: number;
  account_id: number | null;
  display_name: string;
}

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

/** Comments on a post; gives the comment's id. The post's owner and the person replied to hear of it. */
export function createComment({
  db,
  clock,
  find,
  nextId,
  inbox,
  markSeen,
}: ActionContext): (action: Comment) => number {
  const insert = db.prepare(
    `INSERT INTO comments (site_id, id, post_id, owner_id, reply_to_user_id, body, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const count = db.prepare('UPDATE posts SET comment_count = comment_count + 1 WHERE site_id = ? AND id = ?');
  // The plus keeps SQLite from walking through all comments of the site, which are in this order already.
  const participantsOf = db.prepare(
    `SELECT u.id, u.account_id, u.display_name FROM comments c
       JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
       WHERE c.site_id = ? AND c.post_id = ? AND c.deleted_at IS NULL ORDER BY +c.id DESC`,
  );
  return (action) =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      const siteId = find.site(action.site);
      find.user(siteId, action.userId);
      const post = find.post(siteId, action.postId);
      const text = plainText(action.body);
      if (text === '') throw new ActionError('A comment needs a text');
      const question = post.post_type === 1 || post.parent_id === null ? post : find.question(siteId, post.parent_id);
      const owner = post.owner_id === null ? undefined : find.user(siteId, post.owner_id);
      let repliedTo: Participant | undefined;
      if (text.includes('@')) {
        const others = participantsOf.all(siteId, post.id) as unknown as Participant[];
        if (owner !== undefined) others.push(owner);
        repliedTo = addressee(
          text,
          others.filter((other) => other.id !== action.userId),
        );
      }
      const id = nextId('comments', siteId);
      insert.run(siteId, id, post.id, action.userId, repliedTo?.id ?? null, action.body, at);
      count.run(siteId, post.id);
      markSeen(siteId, action.userId, at);
      const told = new Set<number>();
      for (const person of [owner, repliedTo]) {
        if (
          person === undefined ||
          person.id === action.userId ||
          person.account_id === null ||
          told.has(person.account_id)
        )
          continue;
        told.add(person.account_id);
        inbox({
          accountId: person.account_id,
          siteId,
          itemType: 'comment',
          questionId: question.id,
          ...(post.post_type === 2 ? { answerId: post.id } : {}),
          commentId: id,
          title: question.title ?? '',
          html: action.body,
          at,
        });
      }
      return id;
    });
}
