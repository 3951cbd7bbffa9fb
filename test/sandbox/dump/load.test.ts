import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { DumpError, type Dump, type DumpListener } from '../../../sandbox/dump/dump.ts';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { smallDump, writeDump } from './small-dump.ts';

const folder = mkdtempSync(join(tmpdir(), 'dump-test-'));
const open: DatabaseSync[] = [];
afterAll(() => {
  for (const db of open) db.close();
  rmSync(folder, { recursive: true, force: true });
});

let number = 0;
const fresh = (name: string) => join(folder, `${(number += 1)}-${name}`);
const seconds = (text: string) => Date.parse(`${text}Z`) / 1000;

async function load(dumps: readonly Dump[], listener?: DumpListener): Promise<DatabaseSync> {
  const file = fresh('network.db');
  await loadDumps(file, dumps, { now: () => 1_773_144_000 }, listener);
  const db = new DatabaseSync(file);
  open.push(db);
  return db;
}

const rows = (db: DatabaseSync, sql: string, ...values: (string | number)[]) =>
  db
    .prepare(sql)
    .all(...values)
    .map((row) => ({ ...row }));
/** Rows of a query, each as the list of its values. */
const tuples = (db: DatabaseSync, sql: string) => rows(db, sql).map((row) => Object.values(row));
const count = (db: DatabaseSync, table: string) =>
  Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);

/** The public dump beside the project, where there is one; the small dump tells the same story elsewhere. */
const published =
  process.env['ASKBELL_DUMP'] ?? fileURLToPath(new URL('../../../../shared/data/conlang-meta-dump', import.meta.url));
const tables = {
  'Posts.xml': 'posts',
  'Users.xml': 'users',
  'Tags.xml': 'tags',
  'Votes.xml': 'votes',
  'Comments.xml': 'comments',
  'Badges.xml': 'user_badges',
  'PostLinks.xml': 'post_links',
};

const dumps = ['small', ...(existsSync(published) ? ['published'] : [])];
if (dumps.length === 1)
  console.warn('The published dump is not beside the project, so loading is tested with the small one only.');

test.each(dumps)('a dump (%s) loads complete: every row of the files is there', async (which) => {
  const from = which === 'published' ? published : writeDump(fresh('dump'), smallDump());
  const broken: string[] = [];
  const db = await load([{ folder: from, site: 'conlang.meta' }], {
    broken: (file, row, why) => void broken.push(`${file} ${row} ${why}`),
  });
  expect(broken).toEqual([]);
  for (const [file, table] of Object.entries(tables)) {
    const written = readFileSync(join(from, file), 'utf8').match(/<row /g)?.length;
    expect([file, count(db, table)]).toEqual([file, written]);
  }
  // What is built from them holds together.
  expect(
    rows(
      db,
      `SELECT u.id FROM users u WHERE u.reputation <> 1 + (SELECT coalesce(sum(change), 0) FROM reputation_events e WHERE e.site_id = u.site_id AND e.user_id = u.id)`,
    ),
  ).toEqual([]);
  expect(rows(db, 'SELECT id FROM inbox_items WHERE account_id NOT IN (SELECT id FROM accounts)')).toEqual([]);
  expect(
    rows(
      db,
      `SELECT p.id FROM posts p WHERE post_type = 1 AND (length(tags) - length(replace(tags, '|', '')) - 1) <> (SELECT count(*) FROM post_tags t WHERE t.site_id = p.site_id AND t.post_id = p.id)`,
    ),
  ).toEqual([]);
  const told = count(
    db,
    `posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id AND q.owner_id IS NOT NULL AND a.owner_id IS NOT q.owner_id WHERE a.post_type = 2`,
  );
  expect(count(db, `inbox_items WHERE item_type = 'new_answer'`)).toBe(told);
  const wanted = rows(
    db,
    'SELECT account_id FROM users WHERE account_id > 0 ORDER BY reputation DESC, account_id LIMIT 12',
  ).map((row) => row['account_id']);
  expect(
    rows(db, 'SELECT id FROM accounts WHERE is_demo = 1')
      .map((row) => row['id'])
      .toSorted(),
  ).toEqual(wanted.toSorted());
});

describe('a dump becomes a site', () => {
  const loading = load([{ folder: writeDump(fresh('dump'), smallDump()), site: 'verbs' }]);

  test('posts keep what the files say, with what votes and history add', async () => {
    const db = await loading;
    expect(rows(db, 'SELECT * FROM posts WHERE id = 1')[0]).toMatchObject({
      post_type: 1,
      accepted_answer_id: 2,
      owner_id: 1,
      title: 'Verbs & their <ends>',
      body: '<p>Why "so" & how?</p>\n',
      body_markdown: 'Why "so" & how?',
      tags: '|verbs|c++|',
      score: 3,
      up_vote_count: 1,
      down_vote_count: 1,
      view_count: 50,
      answer_count: 2,
      comment_count: 1,
      created_at: seconds('2019-03-02T12:30:15'),
      last_activity_at: seconds('2019-03-09T12:30:15'),
      closed_at: seconds('2019-03-10T12:30:15'),
      closed_reason: 'Duplicate',
      closed_by: '[2,77]',
      protected_at: seconds('2019-03-11T12:30:15'),
      content_license: 'CC BY-SA 4.0',
    });
    expect(
      rows(db, 'SELECT id, post_type, tags, locked_at, content_license FROM posts WHERE id > 2 ORDER BY id'),
    ).toEqual([
      { id: 3, post_type: 2, tags: null, locked_at: null, content_license: 'CC BY-SA 3.0' },
      { id: 5, post_type: 1, tags: '|verbs|', locked_at: null, content_license: 'CC BY-SA 3.0' },
      { id: 6, post_type: 4, tags: null, locked_at: null, content_license: 'CC BY-SA 3.0' },
      { id: 7, post_type: 5, tags: null, locked_at: null, content_license: 'CC BY-SA 3.0' },
    ]);
    expect(rows(db, 'SELECT name, count, is_moderator_only, last_activity_at FROM tags ORDER BY id')).toEqual([
      { name: 'verbs', count: 1, is_moderator_only: 0, last_activity_at: seconds('2019-03-09T12:30:15') },
      { name: 'c++', count: 1, is_moderator_only: 1, last_activity_at: seconds('2019-03-09T12:30:15') },
    ]);
  });

  test('comments become HTML', async () => {
    const db = await loading;
    expect(rows(db, 'SELECT body FROM comments ORDER BY id').map((row) => row['body'])).toEqual([
      'See <a href="https://x.example/?a=1&amp;b=2" rel="nofollow noreferrer">this</a> or <code>a&lt;b</code>',
      'Is it so?',
      '@Cy Yes &amp; no',
      '@BenBo Thanks',
    ]);
  });

  test('reputation has a history by the rules, made up to what the file says', async () => {
    const db = await loading;
    const history = (user: number) =>
      tuples(
        db,
        `SELECT history_type, sum(change), count(*) FROM reputation_events WHERE user_id = ${user} GROUP BY 1 ORDER BY 1`,
      );
    expect(history(1)).toEqual([
      ['arbitrary_reputation_change', 179, 1],
      ['asker_accepts_answer', 2, 1],
      ['bounty_given', -50, 1],
      ['post_downvoted', -2, 1],
      ['post_upvoted', 10, 1],
    ]);
    // 25 upvotes on one day give no more than the day's 200.
    expect(history(2)).toEqual([
      ['answer_accepted', 15, 1],
      ['arbitrary_reputation_change', 634, 1],
      ['bounty_earned', 50, 1],
      ['post_upvoted', 200, 20],
    ]);
    expect(history(3)).toEqual([['association_bonus', 100, 1]]);
  });

  test('an accepted answer counts without its vote, as in a dump of posts and users only', async () => {
    const { 'Posts.xml': posts, 'Users.xml': users } = smallDump();
    const db = await load([
      { folder: writeDump(fresh('dump'), { 'Posts.xml': posts!, 'Users.xml': users! }), site: 'verbs' },
    ]);
    const events = tuples(
      db,
      'SELECT user_id, post_id, vote_type, history_type, change, on_date FROM reputation_events WHERE vote_type IS NOT NULL ORDER BY id',
    );
    const at = seconds('2019-03-03T12:30:15');
    expect(events).toEqual([
      [2, 2, 'accepts', 'answer_accepted', 15, at],
      [1, 2, 'accepts', 'asker_accepts_answer', 2, at],
    ]);
  });

  test('inboxes tell of answers, comments and replies; what came after the last visit is unread', async () => {
    const told = tuples(
      await loading,
      'SELECT account_id, item_type, answer_id, comment_id, title, body, is_unread FROM inbox_items ORDER BY account_id, created_at, id',
    );
    const title = 'Verbs & their <ends>';
    expect(told).toEqual([
      [501, 'new_answer', 2, null, title, 'Because of that .', 0],
      [501, 'comment', null, 11, title, 'See this or a&lt;b', 0],
      [501, 'new_answer', 3, null, title, 'Me too', 1],
      [502, 'comment', 2, 12, title, 'Is it so?', 0],
      [502, 'comment', 2, 14, title, '@BenBo Thanks', 0],
      [503, 'comment', 2, 13, title, '@Cy Yes &amp; no', 1],
    ]);
  });

  test('badges get ids, the site a name and privileges', async () => {
    const db = await loading;
    expect(rows(db, 'SELECT id, name, rank, badge_type FROM badges ORDER BY id')).toEqual([
      { id: 1, name: 'Student', rank: 'bronze', badge_type: 'named' },
      { id: 2, name: 'Guru', rank: 'silver', badge_type: 'named' },
      { id: 3, name: 'verbs', rank: 'gold', badge_type: 'tag_based' },
    ]);
    expect(tuples(db, 'SELECT api_site_parameter, name, site_type, launch_date FROM sites')).toEqual([
      ['verbs', 'Verbs', 'main_site', seconds('2019-03-01T12:30:15')],
    ]);
    expect(count(db, 'privileges')).toBeGreaterThan(5);
  });
});

test('several dumps make one network, whose people are known by their accounts', async () => {
  const main = writeDump(fresh('main'), smallDump());
  const db = await load([
    { folder: main, site: 'verbs', domain: 'verbs.stackexchange.com' },
    { folder: main, site: 'verbs.meta' },
  ]);
  expect(rows(db, 'SELECT id, api_site_parameter AS site, site_type, site_url FROM sites ORDER BY id')).toEqual([
    { id: 1, site: 'verbs', site_type: 'main_site', site_url: 'https://verbs.stackexchange.com' },
    { id: 2, site: 'verbs.meta', site_type: 'meta_site', site_url: 'https://verbs.meta.example' },
  ]);
  expect(count(db, 'users')).toBe(8);
  expect(count(db, 'accounts')).toBe(4);
  expect(rows(db, 'SELECT site_id, count(*) AS n FROM inbox_items GROUP BY 1')).toEqual([
    { site_id: 1, n: 6 },
    { site_id: 2, n: 6 },
  ]);
});

test('older files with fewer columns do: accounts, ranks, counts and tags are made up for', async () => {
  const dump = smallDump();
  for (const [file, lost] of [
    ['Users.xml', ['AccountId']],
    ['Badges.xml', ['Class', 'TagBased']],
    ['Posts.xml', ['AnswerCount', 'CommentCount']],
  ] as const)
    for (const row of dump[file]?.rows ?? [])
      if (typeof row === 'object') for (const column of lost) delete row[column];
  delete dump['Tags.xml'];
  delete dump['Votes.xml'];
  delete dump['PostHistory.xml'];
  delete dump['PostLinks.xml'];
  const missing: string[] = [];
  const db = await load([{ folder: writeDump(fresh('old'), dump), site: 'old' }], {
    missing: (file) => void missing.push(file.replace(/.*[/\\]/, '')),
  });
  expect(missing.toSorted()).toEqual(['PostHistory.xml', 'PostLinks.xml', 'Tags.xml', 'Votes.xml']);
  expect(rows(db, 'SELECT id, answer_count, comment_count FROM posts WHERE id < 3 ORDER BY id')).toEqual([
    { id: 1, answer_count: 2, comment_count: 1 },
    { id: 2, answer_count: 0, comment_count: 3 },
  ]);
  expect(rows(db, 'SELECT name, count FROM tags ORDER BY id')).toEqual([
    { name: 'verbs', count: 2 },
    { name: 'c++', count: 1 },
  ]);
  expect(rows(db, 'SELECT name, rank FROM badges ORDER BY id')).toEqual([
    { name: 'Student', rank: 'bronze' },
    { name: 'Guru', rank: 'silver' },
    { name: 'verbs', rank: 'bronze' },
  ]);
  expect(count(db, 'accounts WHERE id >= 1000000000')).toBe(4);
  expect(count(db, 'inbox_items')).toBe(6);
});

test('broken rows are told with file and number and skipped; everything else is loaded', async () => {
  const dump = smallDump();
  dump['Posts.xml']?.rows.splice(
    1,
    0,
    '  <row Id="70" PostTypeId="1" CreationDate="2019-03-02T12:30:15.000 Title="x" />',
    { Id: 'x', PostTypeId: 1, CreationDate: '2019-03-02T12:30:15.000' },
    { Id: 71, PostTypeId: 2, CreationDate: '2019-03-02T12:30:15.000' },
    { Id: 72, PostTypeId: 1, CreationDate: 'yesterday' },
    { Id: 73, PostTypeId: 1, CreationDate: '2019-13-02T12:30:15.000' },
    { Id: 1, PostTypeId: 1, CreationDate: '2019-03-02T12:30:15.000' },
    { PostTypeId: 1, CreationDate: '2019-03-02T12:30:15.000' },
  );
  dump['Votes.xml']?.rows.push('  <row Id="900" PostId="1" VoteTypeId="2" CreationDate="2019-03-0');
  const broken: string[] = [];
  const db = await load([{ folder: writeDump(fresh('broken'), dump), site: 'broken' }], {
    broken: (file, row, why) => void broken.push(`${file.replace(/.*[/\\]/, '')} ${row}: ${why}`),
  });
  expect(broken).toEqual([
    `Votes.xml ${dump['Votes.xml']?.rows.length}: CreationDate has no closing quote`,
    'Posts.xml 2: attributes run into each other',
    'Posts.xml 3: Id is no whole number',
    'Posts.xml 4: it is an answer without ParentId',
    'Posts.xml 5: CreationDate is no time',
    'Posts.xml 6: CreationDate is no time',
    'Posts.xml 7: a row with its Id came before',
    'Posts.xml 8: it has no Id',
  ]);
  expect(count(db, 'posts')).toBe(6);
  expect(count(db, 'votes')).toBe(32);
});

test('answers whose question is not there are counted and skipped, and nothing speaks of what is not there', async () => {
  const dump = smallDump();
  const rowsOf = (file: string) => dump[file]?.rows ?? [];
  // The question 1 cannot be read, and 8 answers an answer.
  rowsOf('Posts.xml')[0] = '  <row Id="1" PostTypeId="1" CreationDate="2019-03-02T12:30:15.000 Title="x" />';
  rowsOf('Posts.xml').push(
    { Id: 8, PostTypeId: 2, ParentId: 2, CreationDate: '2019-03-04T12:30:15.000', Body: 'b', OwnerUserId: 3 },
    { Id: 9, PostTypeId: 2, ParentId: 5, CreationDate: '2019-03-05T12:30:15.000', Body: 'b', OwnerUserId: 3 },
    {
      Id: 10,
      PostTypeId: 1,
      AcceptedAnswerId: 70,
      CreationDate: '2019-03-05T12:30:15.000',
      Title: 'Its answer is lost',
      Tags: '<verbs>',
      OwnerUserId: 3,
    },
  );
  const told: unknown[] = [];
  const from = writeDump(fresh('orphans'), dump);
  const db = await load([{ folder: from, site: 'orphans' }], {
    orphaned: (file, ids, count) => void told.push([file, ids, count]),
  });
  expect(told).toEqual([[join(from, 'Posts.xml'), [2, 3, 8], 3]]);
  expect(rows(db, 'SELECT id, accepted_answer_id AS accepted FROM posts ORDER BY id')).toEqual(
    [5, 6, 7, 9, 10].map((id) => ({ id, accepted: null })),
  );
  expect(rows(db, 'SELECT question_id, answer_id FROM inbox_items ORDER BY id')).toEqual([
    { question_id: 5, answer_id: 9 },
  ]);
  expect(rows(db, 'SELECT id FROM reputation_events WHERE post_id NOT IN (SELECT id FROM posts)')).toEqual([]);
});

test('what is no dump is refused in plain words, and nothing is left behind', async () => {
  const good = writeDump(fresh('good'), smallDump());
  const utf16 = writeDump(fresh('utf16'), smallDump());
  writeFileSync(join(utf16, 'Votes.xml'), Buffer.from('\ufeff<votes></votes>', 'utf16le'));
  const empty = fresh('empty');
  const before = readdirSync(folder);
  await expect(load([{ folder: empty, site: 'x' }])).rejects.toThrow(/There is no folder/);
  await expect(load([{ folder, site: 'x' }])).rejects.toThrow(/neither Posts.xml nor Users.xml/);
  await expect(load([{ folder: good, site: 'Not A Name' }])).rejects.toThrow(DumpError);
  await expect(
    load([
      { folder: good, site: 'x' },
      { folder: good, site: 'x' },
    ]),
  ).rejects.toThrow(/a --site of its own/);
  await expect(load([{ folder: utf16, site: 'x' }])).rejects.toThrow(/UTF-16/);
  expect(readdirSync(folder)).toEqual(before);
});

test('what cannot be is told and skipped: days and hours there never were, numbers the API cannot say', async () => {
  const dump = smallDump();
  const user = (Id: number | string, more: Record<string, string | number>) => ({
    Id,
    Reputation: 1,
    CreationDate: '2019-03-01T12:30:15.123',
    DisplayName: `u${Id}`,
    AccountId: 900,
    ...more,
  });
  dump['Users.xml']?.rows.push(
    user(21, { CreationDate: '2018-02-31T20:19:50.957' }),
    user(22, { CreationDate: '2018-02-06T99:19:50' }),
    user(23, { Reputation: '1e3' }),
    user(24, { Reputation: '99999999999' }),
    user('99999999999', {}),
    user(25, { CreationDate: '2016-02-29' }),
  );
  const broken: string[] = [];
  const db = await load([{ folder: writeDump(fresh('impossible'), dump), site: 'verbs' }], {
    broken: (_file, row, why) => void broken.push(`${row}: ${why}`),
  });
  expect(broken).toEqual([
    '5: CreationDate is no time',
    '6: CreationDate is no time',
    '7: Reputation is no whole number',
    '8: Reputation is too large a number',
    '9: Id is too large a number',
  ]);
  expect(rows(db, 'SELECT created_at AS at FROM users WHERE id = 25')).toEqual([
    { at: seconds('2016-02-29T00:00:00') },
  ]);
});

test('a tag that only questions carry is counted', async () => {
  const dump = smallDump();
  dump['Tags.xml']?.rows.splice(0, Infinity, { Id: 1, TagName: 'kept', Count: 3 });
  const db = await load([{ folder: writeDump(fresh('tags'), dump), site: 'verbs' }]);
  expect(rows(db, 'SELECT name FROM tags WHERE count < 1')).toEqual([]);
  expect(rows(db, "SELECT count FROM tags WHERE name = 'kept'")).toEqual([{ count: 3 }]);
  expect(
    rows(
      db,
      "SELECT t.name FROM tags t WHERE t.name <> 'kept' AND t.count <> (SELECT count(*) FROM post_tags l WHERE l.site_id = t.site_id AND l.tag_id = t.id)",
    ),
  ).toEqual([]);
});

test('a folder or a pipe in the place of a file is refused, as reading it might never end', async () => {
  const from = writeDump(fresh('odd'), smallDump());
  rmSync(join(from, 'Votes.xml'));
  mkdirSync(join(from, 'Votes.xml'));
  await expect(load([{ folder: from, site: 'verbs' }])).rejects.toThrow(
    /Votes\.xml" is no file\. Unpack the dump anew\./,
  );
});
