import type { Desk } from './desk.ts';
import { DeedError } from './error.ts';
import { inTransaction } from './transaction.ts';

export interface Close {
  site: string;
  questionId: number;
  /** Plain text, as shown beside the question. */
  reason: string;
  at?: number;
}

export interface Reopen {
  site: string;
  questionId: number;
  at?: number;
}

/** Closes a question to further answers, and opens it again. */
export function createClose({ db, clock, find }: Desk): { close(deed: Close): void; reopen(deed: Reopen): void } {
  const mark = db.prepare('UPDATE posts SET closed_at = ?, closed_reason = ? WHERE site_id = ? AND id = ?');
  return {
    close: (deed) =>
      inTransaction(db, () => {
        const at = deed.at ?? clock.now();
        const siteId = find.site(deed.site);
        const question = find.question(siteId, deed.questionId);
        if (question.closed_at !== null) throw new DeedError(`The question ${question.id} is closed already`);
        if (question.bounty_amount !== null && (question.bounty_closes_at ?? 0) > at)
          throw new DeedError(`The question ${question.id} has an open bounty and cannot be closed`);
        mark.run(at, deed.reason, siteId, question.id);
      }),
    reopen: (deed) =>
      inTransaction(db, () => {
        const siteId = find.site(deed.site);
        const question = find.question(siteId, deed.questionId);
        if (question.closed_at === null) throw new DeedError(`The question ${question.id} is not closed`);
        mark.run(null, null, siteId, question.id);
      }),
  };
}
