import type { Desk } from './effects/context.ts';
import { DeedError } from './effects/error.ts';
import { inTransaction } from './effects/transaction.ts';

export interface Award {
  site: string;
  userId: number;
  /** The badge's name; where several ranks share it, the lowest id wins. */
  badge: string;
  at?: number;
}

/** Gives a user a badge; some badges can be won more than once. */
export function createAward({ db, clock, find, nextId }: Desk): (deed: Award) => void {
  const byName = db.prepare('SELECT id FROM badges WHERE site_id = ? AND name = ? ORDER BY id');
  const insert = db.prepare(
    'INSERT INTO user_badges (site_id, id, badge_id, user_id, awarded_at) VALUES (?, ?, ?, ?, ?)',
  );
  return (deed) =>
    inTransaction(db, () => {
      const siteId = find.site(deed.site);
      find.user(siteId, deed.userId);
      const badge = byName.get(siteId, deed.badge) as { id: number } | undefined;
      if (badge === undefined) throw new DeedError(`There is no badge "${deed.badge}" on this site`);
      insert.run(siteId, nextId('user_badges', siteId), badge.id, deed.userId, deed.at ?? clock.now());
    });
}
