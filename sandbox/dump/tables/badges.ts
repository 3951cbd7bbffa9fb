import { rankOf } from './badge-ranks.ts';
import { flag, neededTime, neededWhole, RowError } from './fields.ts';
import type { DumpTable } from './table.ts';

/** A dump's row is an award; the badges themselves get ids in the order in which they first come. */
export const badges: DumpTable = {
  file: 'Badges.xml',
  parts: ['badges'],
  columns: ['UserId', 'Name', 'Date', 'Class', 'TagBased'],
  into({ db, siteId, tags }) {
    const insertBadge = db.prepare('INSERT INTO badges (site_id, id, name, rank, badge_type) VALUES (?, ?, ?, ?, ?)');
    const insert = db.prepare('INSERT INTO user_badges (site_id, badge_id, user_id, awarded_at) VALUES (?, ?, ?, ?)');
    const before = db.prepare('SELECT id, rank, name FROM badges WHERE site_id = ?').all(siteId);
    const known = new Map(before.map(({ id, rank, name }) => [`${String(rank)} ${String(name)}`, Number(id)]));
    return ([userId, name, date, badgeClass, tagBased]) => {
      const user = neededWhole('UserId', userId);
      const at = neededTime('Date', date);
      if (!name) throw new RowError('it has no Name');
      const rank = rankOf(name, badgeClass);
      const label = `${rank} ${name}`;
      let badge = known.get(label);
      if (badge === undefined) {
        badge = known.size + 1;
        const isTagBased = tagBased === undefined ? tags.has(name) : flag(tagBased) === 1;
        insertBadge.run(siteId, badge, name, rank, isTagBased ? 'tag_based' : 'named');
        known.set(label, badge);
      }
      insert.run(siteId, badge, user, at);
    };
  },
};
