import type { ActionContext } from './effects/context.ts';
import { ActionError } from './effects/lookup.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Award {
  site: string;
  userId: number;
  /** The badge's name; where several ranks share it, the lowest id wins. */
  badge: string;
  at?: number;
}

/** Gives a user a badge; some badges can be won more than once. */
export function createAward({ db, clock, find, nextId }: ActionContext): (action: Award) => void {
  const byName = db.prepare('SELECT id FROM badges WHERE site_id = ? AND name = ? ORDER BY id');
  const insert = db.prepare(
    'INSERT INTO user_badges (site_id, id, badge_id, user_id, awarded_at) VALUES (?, ?, ?, ?, ?)',
  );
  return (action) =>
    inTransaction(db, () => {
      const siteId = find.site(action.site);
      find.user(siteId, action.userId);
      const badge = byName.get(siteId, action.badge) as { id: number } | undefined;
      if (badge === undefined) throw new ActionError(`There is no badge "${action.badge}" on this site`);
      insert.run(siteId, nextId('user_badges', siteId), badge.id, action.userId, action.at ?? clock.now());
    });
}
