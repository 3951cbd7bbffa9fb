import { neededTime, neededWhole, time, whole, type DumpTable } from './table.ts';

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
