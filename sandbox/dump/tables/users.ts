import { insertInto } from '../../world/database/statements.ts';
import * as cell from './table.ts';

/** People of dumps from before there were account ids get one from here on. */
const FIRST_MADE_UP_ACCOUNT = 1_000_000_000;

const picture = (_name: string, text: string | undefined) => (/^https?:\/\//i.test(text ?? '') ? (text ?? null) : null);

/** First what is looked at before it is written. */
const USER_CELLS: cell.Cells = {
  id: ['Id', cell.neededWhole],
  created_at: ['CreationDate', cell.neededTime],
  display_name: ['DisplayName', cell.textOrNull],
  account_id: ['AccountId', cell.whole],
  last_access_at: ['LastAccessDate', cell.time],
  profile_image: ['ProfileImageUrl', picture],
  reputation: ['Reputation', (name, text) => cell.whole(name, text) ?? 1],
  location: ['Location', cell.wordsOrNull],
  website_url: ['WebsiteUrl', cell.wordsOrNull],
  about_me: ['AboutMe', cell.wordsOrNull],
  view_count: ['Views', cell.wholeOr0],
  up_vote_count: ['UpVotes', cell.wholeOr0],
  down_vote_count: ['DownVotes', cell.wholeOr0],
  age: ['Age', cell.whole],
};

export const users: cell.DumpTable = {
  file: 'Users.xml',
  parts: ['users'],
  columns: cell.columnsOf(USER_CELLS),
  into({ db, siteId }) {
    const insertAccount = db.prepare(
      `INSERT INTO accounts (id, display_name, created_at) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET created_at = min(created_at, excluded.created_at)`,
    );
    const highest = db.prepare('SELECT max(id) AS id FROM accounts').get() as { id: number | null };
    let nextAccount = Math.max(FIRST_MADE_UP_ACCOUNT, (highest.id ?? 0) + 1);
    const insert = db.prepare(cell.insertCells('users', USER_CELLS));
    const read = cell.cellsReader(USER_CELLS);
    return (values) => {
      const row = read(values);
      const [id = null, created = null, sentName, sentAccount, seen, sentImage] = row;
      const name = sentName ?? `user${id}`;
      const account = Number(sentAccount ?? nextAccount);
      const image = sentImage ?? `{self}/avatars/${account}.svg`;
      insert.run(siteId, id, created, name, account, seen ?? created, image, ...row.slice(6));
      insertAccount.run(account, name, created);
      if (account === nextAccount) nextAccount += 1;
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
const rankOf = (name: string, badgeClass: string | undefined): string =>
  RANKS_BY_CLASS[badgeClass ?? ''] ?? RANKS_BY_NAME.get(name) ?? 'bronze';

/** A dump's row is an award; the badges themselves get ids in the order in which they first come. */
export const badges: cell.DumpTable = {
  file: 'Badges.xml',
  parts: ['badges'],
  columns: ['UserId', 'Name', 'Date', 'Class', 'TagBased'],
  into({ db, siteId, tags }) {
    const insertBadge = db.prepare(insertInto('badges', 'site_id id name rank badge_type'));
    const insert = db.prepare(insertInto('user_badges', 'site_id badge_id user_id awarded_at'));
    const before = db.prepare('SELECT id, rank, name FROM badges WHERE site_id = ?').all(siteId);
    const known = new Map(before.map(({ id, rank, name }) => [`${String(rank)} ${String(name)}`, Number(id)]));
    return ([userId, sentName, date, badgeClass, tagBased]) => {
      const user = cell.neededWhole('UserId', userId);
      const at = cell.neededTime('Date', date);
      const name = cell.neededText('Name', sentName);
      const rank = rankOf(name, badgeClass);
      const label = `${rank} ${name}`;
      let badge = known.get(label);
      if (badge === undefined) {
        badge = known.size + 1;
        const isTagBased = tagBased === undefined ? tags.has(name) : cell.flag(tagBased) === 1;
        insertBadge.run(siteId, badge, name, rank, isTagBased ? 'tag_based' : 'named');
        known.set(label, badge);
      }
      insert.run(siteId, badge, user, at);
    };
  },
};
