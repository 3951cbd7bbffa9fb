import type { Sandbox } from '../../sandbox/server/server.ts';

/** The signed-in person, others of a site of theirs, and what these do about a question of the person's. */
export interface People {
  accountId: number;
  userId: number;
  site: string;
  siteName: string;
  questionId: number;
  title: string;
  /** Users of the site who are not the person. */
  others: number[];
  /** Answers the question; returns the answer's id. */
  answers(text?: string, by?: number): number;
  comments(text: string, by?: number): number;
  /** Votes on the question, or on another post. */
  votes(by?: number, direction?: 'up' | 'down', postId?: number): void;
  /** Asks a question on the site; returns its id. */
  asks(title: string, tags: string[], by?: number): number;
}

/** The person of the demo data, the site where they are at home, and a question of theirs there. */
export function cast(sandbox: Sandbox): People {
  const { db, actions } = sandbox.world;
  const me = db.prepare('SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1').get() as { id: number };
  const mine = db
    .prepare(
      `SELECT s.api_site_parameter AS site, s.name AS siteName, u.id AS userId, p.id AS questionId, p.title AS title
       FROM users u JOIN sites s ON s.id = u.site_id JOIN posts p ON p.site_id = u.site_id AND p.owner_id = u.id
       WHERE u.account_id = ? AND p.post_type = 1 AND p.closed_at IS NULL AND p.deleted_at IS NULL ORDER BY u.reputation DESC, p.id LIMIT 1`,
    )
    .get(me.id) as { site: string; siteName: string; userId: number; questionId: number; title: string };
  const { site, questionId } = mine;
  const others = (
    db
      .prepare(
        `SELECT u.id AS id FROM users u JOIN sites s ON s.id = u.site_id
         WHERE s.api_site_parameter = ? AND u.account_id IS NOT NULL AND u.account_id <> ? AND u.reputation > 200 ORDER BY u.id LIMIT 40`,
      )
      .all(site, me.id) as { id: number }[]
  ).map((row) => row.id);
  const user = (number: number) => others[number % others.length]!;
  return {
    accountId: me.id,
    ...mine,
    others,
    answers: (text = 'Yes.', by = 0) => actions.answer({ site, userId: user(by), questionId, body: `<p>${text}</p>` }),
    comments: (body, by = 0) => actions.comment({ site, userId: user(by), postId: questionId, body }),
    votes: (by = 2, direction = 'up', postId = questionId) =>
      actions.vote({ site, userId: user(by), postId, direction }),
    asks: (title, tags, by = 1) => actions.ask({ site, userId: user(by), title, body: '<p>How?</p>', tags }),
  };
}
