import { neededTime, neededWhole, time, whole, type DumpTable, flag, RowError } from './table.ts';

/** People of dumps from before there were account ids get one from here on. */
const FIRST_MADE_UP_ACCOUNT = 1_000_000_000;

export const users: DumpTable = {
  file: 'Users.xml',
  parts: ['users'],
  columns: [
    'Id',
    'Reputation',
    'CreationDate',
    'DisplayName',
    'LastAccessDate',
    'WebsiteUrl',
    'Location',
    'AboutMe',
    'Views',
    'UpVotes',
    'DownVotes',
    'AccountId',
    'ProfileImageUrl',
    'Age',
  ],
  into({ db, siteId }) {
    const insertAccount = db.prepare(
      `INSERT INTO accounts (id, display_name, created_at) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET created_at = min(created_at, excluded.created_at)`,
    );
    const highest = db.prepare('SELECT max(id) AS id FROM accounts').get() as { id: number | null };
    let nextAccount = Math.max(FIRST_MADE_UP_ACCOUNT, (highest.id ?? 0) + 1);
    const insert = db.prepare(
      `INSERT INTO users (site_id, id, account_id, display_name, reputation, created_at, last_access_at, location,
         website_url, about_me, profile_image, view_count, up_vote_count, down_vote_count, age)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    return ([
      idText,
      reputation,
      created,
      sentName,
      lastAccess,
      website,
      location,
      aboutMe,
      views,
      up,
      down,
      account,
      image,
      age,
    ]) => {
      const id = neededWhole('Id', idText);
      const createdAt = neededTime('CreationDate', created);
      const name = sentName ?? `user${id}`;
      const accountId = whole('AccountId', account) ?? nextAccount;
      const values = [
        whole('Reputation', reputation) ?? 1,
        createdAt,
        time('LastAccessDate', lastAccess) ?? createdAt,
        location || null,
        website || null,
        aboutMe || null,
        image && /^https?:\/\//i.test(image) ? image : `{self}/avatars/${accountId}.svg`,
        whole('Views', views) ?? 0,
        whole('UpVotes', up) ?? 0,
        whole('DownVotes', down) ?? 0,
        whole('Age', age),
      ];
      insert.run(siteId, id, accountId, name, ...values);
      insertAccount.run(accountId, name, createdAt);
      if (accountId === nextAccount) nextAccount += 1;
    };
  },
};

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
