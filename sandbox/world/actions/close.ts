import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Close {
  site: string;
  questionId: number;
  /** Plain text, as shown beside the question. */
  reason: string;
  /** Who closes it; unknown unless given. */
  userId?: number;
  /** The question that it repeats. */
  originalId?: number;
  at?: number;
}

export interface Reopen {
  site: string;
  questionId: number;
  userId?: number;
  at?: number;
}

/** Closes a question to further answers, and opens it again. */
export function createClose({ db, clock, find, nextId, markSeen }: ActionContext): {
  close(action: Close): void;
  reopen(action: Reopen): void;
} {
  const mark = db.prepare(
    'UPDATE posts SET closed_at = ?, closed_reason = ?, closed_by = ? WHERE site_id = ? AND id = ?',
  );
  const link = db.prepare(
    'INSERT INTO post_links (site_id, id, post_id, related_post_id, link_type, created_at) VALUES (?, ?, ?, ?, 3, ?)',
  );
  const unlink = db.prepare('DELETE FROM post_links WHERE site_id = ? AND post_id = ? AND link_type = 3');
  const note = (siteId: number, userId: number | undefined, at: number) => {
    if (userId === undefined) return;
    find.user(siteId, userId);
    markSeen(siteId, userId, at);
  };
  return {
    close: (action) =>
      inTransaction(db, () => {
        const at = action.at ?? clock.now();
        const siteId = find.site(action.site);
        note(siteId, action.userId, at);
        const question = find.question(siteId, action.questionId);
        if (question.closed_at !== null) throw new ActionError(`The question ${question.id} is closed already`);
        if (question.bounty_amount !== null && (question.bounty_closes_at ?? 0) > at)
          throw new ActionError(`The question ${question.id} has an open bounty and cannot be closed`);
        mark.run(
          at,
          action.reason,
          action.userId === undefined ? null : JSON.stringify([action.userId]),
          siteId,
          question.id,
        );
        if (action.originalId === undefined) return;
        const original = find.question(siteId, action.originalId);
        if (original.id === question.id) throw new ActionError(`The question ${question.id} does not repeat itself`);
        link.run(siteId, nextId('post_links', siteId), question.id, original.id, at);
      }),
    reopen: (action) =>
      inTransaction(db, () => {
        const siteId = find.site(action.site);
        note(siteId, action.userId, action.at ?? clock.now());
        const question = find.question(siteId, action.questionId);
        if (question.closed_at === null) throw new ActionError(`The question ${question.id} is not closed`);
        mark.run(null, null, null, siteId, question.id);
        unlink.run(siteId, question.id);
      }),
  };
}
