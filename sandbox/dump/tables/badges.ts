import { flag, neededTime, neededWhole, RowError, type DumpTable } from './table.ts';

/** Ranks of badges by name, for dumps of before 2015, which do not say them; all others are bronze. */
const RANKED = {
  gold: `
  Constable, Copy Editor, Electorate, Famous Question, Fanatic, Great Answer, Great Question, Illuminator,
  Legendary, Lifejacket, Marshal, Populist, Publicist, Reversal, Socratic, Stellar Question, Steward, Unsung Hero`,
  silver: `
  Beta, Booster, Civic Duty, Constituent, Convention, Deputy, Enlightened, Enthusiast, Epic, Favorite Question,
  Generalist, Good Answer, Good Question, Guru, Inquisitive, Necromancer, Notable Question, Outspoken,
  Proofreader, Pundit, Refiner, Research Assistant, Reviewer, Sportsmanship, Strunk & White, Taxonomist,
  Tenacious, Yearling`,
};
const RANKS_BY_NAME = new Map(
  Object.entries(RANKED).flatMap(([rank, names]) => names.split(',').map((name) => [name.trim(), rank] as const)),
);
const RANKS_BY_CLASS: Readonly<Record<string, string>> = { 1: 'gold', 2: 'silver', 3: 'bronze' };

/** @param badgeClass the dump's `Class`, where it has one */
export const rankOf = (name: string, badgeClass: string | undefined): string =>
  RANKS_BY_CLASS[badgeClass ?? ''] ?? RANKS_BY_NAME.get(name) ?? 'bronze';

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
