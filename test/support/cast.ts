import type { Sandbox } from '../../sandbox/server/server.ts';

/** Somebody of a site who is not the signed-in person, and a question of the signed-in person's there. */
export function cast(sandbox: Sandbox) {
  const { db } = sandbox.world;
  const me = db.prepare('SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1').get() as { id: number };
  const mine = db
    .prepare(
      `SELECT s.api_site_parameter AS site, s.name AS siteName, u.id AS userId, p.id AS questionId, p.title AS title
       FROM users u JOIN sites s ON s.id = u.site_id JOIN posts p ON p.site_id = u.site_id AND p.owner_id = u.id
       WHERE u.account_id = ? AND p.post_type = 1 AND p.closed_at IS NULL AND p.deleted_at IS NULL ORDER BY u.reputation DESC, p.id LIMIT 1`,
    )
    .get(me.id) as { site: string; siteName: string; userId: number; questionId: number; title: string };
  const others = (
    db
      .prepare(
        `SELECT u.id AS id FROM users u JOIN sites s ON s.id = u.site_id
         WHERE s.api_site_parameter = ? AND u.account_id IS NOT NULL AND u.account_id <> ? AND u.reputation > 200 ORDER BY u.id LIMIT 40`,
      )
      .all(mine.site, me.id) as { id: number }[]
  ).map((row) => row.id);
  return { accountId: me.id, ...mine, others };
}
