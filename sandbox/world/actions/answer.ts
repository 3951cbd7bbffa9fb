import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Answer {
  site: string;
  userId: number;
  questionId: number;
  /** HTML. */
  body: string;
  at?: number;
}

/** Answers a question; gives the answer's id. The question comes up again and its owner hears of it. */
export function createAnswer({ db, clock, find, nextId, inbox, markSeen }: ActionContext): (action: Answer) => number {
  const insert = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, parent_id, owner_id, body, created_at, last_activity_at)
       VALUES (?1, ?2, 2, ?3, ?4, ?5, ?6, ?6)`,
  );
  const touchQuestion = db.prepare(
    `UPDATE posts SET answer_count = answer_count + 1, view_count = view_count + 1,
       last_activity_at = max(last_activity_at, ?3)
       WHERE site_id = ?1 AND id = ?2`,
  );
  const touchTags = db.prepare(
    `UPDATE tags SET last_activity_at = max(coalesce(last_activity_at, 0), ?3)
       WHERE site_id = ?1 AND id IN (SELECT tag_id FROM post_tags WHERE site_id = ?1 AND post_id = ?2)`,
  );
  return (action) =>
    inTransaction(db, () => {
      const at = action.at ?? clock.now();
      const siteId = find.site(action.site);
      find.user(siteId, action.userId);
      const question = find.question(siteId, action.questionId);
      if (question.closed_at !== null)
        throw new ActionError(`The question ${action.questionId} is closed and takes no answers`);
      const id = nextId('posts', siteId);
      insert.run(siteId, id, question.id, action.userId, action.body, at);
      touchQuestion.run(siteId, question.id, at);
      touchTags.run(siteId, question.id, at);
      markSeen(siteId, action.userId, at);
      if (question.owner_id !== null && question.owner_id !== action.userId) {
        const { account_id: accountId } = find.user(siteId, question.owner_id);
        if (accountId !== null)
          inbox({
            accountId,
            siteId,
            itemType: 'new_answer',
            questionId: question.id,
            answerId: id,
            title: question.title ?? '',
            html: action.body,
            at,
          });
      }
      return id;
    });
}
