import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { DumpListener } from '../../../sandbox/dump/dump.ts';
import { fillInbox } from '../../../sandbox/dump/inbox.ts';
import { loadDumps } from '../../../sandbox/dump/load.ts';
import { createStatements } from '../../../sandbox/world/database/statements.ts';
import { fileFolder } from '../support/file-folder.ts';
import { keptAndAnew } from '../world/small-world.ts';
import * as dumps from './small-dump.ts';

const { at, dumpFolder, dumpNames, post, secondsAt, smallDump, user, writeDump } = dumps;
const folder = fileFolder();
const open: DatabaseSync[] = [];
afterAll(() => open.forEach((db) => db.close()));

let number = 0;
const fresh = () => join(folder, String((number += 1)));

/** A network that is loaded from dumps, and what its loading told. */
async function load(sources: readonly { folder: string; site: string; domain?: string }[]) {
  const file = fresh();
  const told: string[] = [];
  const nameOf = (path: string) => {
    expect(sources.map((source) => source.folder)).toContain(dirname(path));
    return basename(path);
  };
  const listener: DumpListener = {
    broken: (path, row, why) => void told.push(`${nameOf(path)} ${row}: ${why}`),
    missing: (path) => void told.push(`${nameOf(path)} is missing`),
    orphaned: (path, ids, count) => void told.push(`${nameOf(path)}: ${count} orphans, ${ids.join()}`),
  };
  await loadDumps(file, sources, { now: () => 1_773_144_000 }, listener);
  const db = new DatabaseSync(file);
  open.push(db);
  const accounts = db.prepare('SELECT id FROM accounts ORDER BY id').all();
  // As when all of them sign in, and again later.
  for (const { id } of [...accounts, ...accounts]) fillInbox(createStatements(db), Number(id));
  const rows = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  return {
    told,
    rows,
    /** Rows of a query, each as a line of its values. */
    lines: (sql: string) => rows(sql).map((row) => Object.values(row).map(String).join(' | ')),
    count: (table: string) => Number(rows(`SELECT count(*) AS n FROM ${table}`)[0]?.['n']),
  };
}
const loadOne = (dump: Partial<dumps.Dump>, site = 'verbs') => load([{ folder: writeDump(fresh(), dump), site }]);

const ofTheirName = ['Posts', 'Users', 'Tags', 'Votes', 'Comments'].map((file) => [file, file.toLowerCase()]);
const named = [...ofTheirName, ['Badges', 'user_badges'], ['PostLinks', 'post_links']];
const tables = Object.fromEntries(named) as Record<string, string>;
if (dumpNames.length === 1)
  console.warn('The published dump is not beside the project, so loading is tested with the small one only.');

test.each(dumpNames)('a dump (%s) loads complete: every row of the files is there', async (which) => {
  const from = dumpFolder(which, fresh());
  const { told, rows, lines, count } = await load([{ folder: from, site: 'conlang.meta' }]);
  expect(told).toEqual([]);
  for (const [file, table] of Object.entries(tables)) {
    const written = readFileSync(join(from, `${file}.xml`), 'utf8').match(/<row /g)?.length;
    expect([file, count(table)]).toEqual([file, written]);
  }
  // What is built from them holds together.
  expect(
    rows(`SELECT u.id FROM users u WHERE u.reputation <> 1 + (
      SELECT coalesce(sum(change), 0) FROM reputation_events e WHERE e.site_id = u.site_id AND e.user_id = u.id)`),
  ).toEqual([]);
  expect(rows('SELECT id FROM inbox_items WHERE account_id NOT IN (SELECT id FROM accounts)')).toEqual([]);
  expect(
    rows(`SELECT p.id FROM posts p WHERE post_type = 1 AND (length(tags) - length(replace(tags, '|', '')) - 1) <> (
      SELECT count(*) FROM post_tags t WHERE t.site_id = p.site_id AND t.post_id = p.id)`),
  ).toEqual([]);
  const answered = count(`posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
    AND q.owner_id IS NOT NULL AND a.owner_id IS NOT q.owner_id WHERE a.post_type = 2`);
  expect(count(`inbox_items WHERE item_type = 'new_answer'`)).toBe(answered);
  const best = 'SELECT account_id FROM users WHERE account_id > 0 ORDER BY reputation DESC, account_id LIMIT 12';
  expect(lines('SELECT id FROM accounts WHERE is_demo = 1').toSorted()).toEqual(lines(best).toSorted());
});

const small = await loadOne(smallDump());

test('what is kept of a dump is what it comes to', () => {
  const { kept, anew } = keptAndAnew({ db: open[0]! });
  expect(kept).toEqual(anew);
});

test('posts keep what the files say, with what votes and history add', () => {
  const { rows, lines } = small;
  const texts = { title: 'Verbs & their <ends>', body: '<p>Why "so" & how?</p>\n', markdown: 'Why "so" & how?' };
  const votes = { score: 3, up_vote_count: 1, down_vote_count: 1 };
  const counts = { ...votes, view_count: 50, answer_count: 2, comment_count: 1 };
  const dates = { created_at: secondsAt(2), last_activity_at: secondsAt(9), protected_at: secondsAt(11) };
  const closing = { closed_at: secondsAt(10), closed_reason: 'Duplicate', closed_by: '[2,77]' };
  const names = {
    post_type: 1,
    accepted_answer_id: 2,
    owner_id: 1,
    tags: '|verbs|c++|',
    content_license: 'CC BY-SA 4.0',
  };
  expect(rows('SELECT * FROM posts JOIN bodies ON post_key = (site_id << 32) + id WHERE id = 1')).toMatchObject([
    { ...texts, ...counts, ...dates, ...closing, ...names },
  ]);
  expect(lines('SELECT id, post_type, tags, locked_at, content_license FROM posts WHERE id > 2 ORDER BY id')).toEqual([
    '3 | 2 | null | null | CC BY-SA 3.0',
    '5 | 1 | |verbs| | null | CC BY-SA 3.0',
    '6 | 4 | null | null | CC BY-SA 3.0',
    '7 | 5 | null | null | CC BY-SA 3.0',
  ]);
  expect(lines('SELECT name, count, is_moderator_only, last_activity_at FROM tags ORDER BY id')).toEqual([
    `verbs | 1 | 0 | ${secondsAt(9)}`,
    `c++ | 1 | 1 | ${secondsAt(9)}`,
  ]);
});

test('comments become HTML', () => {
  expect(small.lines('SELECT body FROM comments ORDER BY id')).toEqual([
    'See <a href="https://x.example/?a=1&amp;b=2" rel="nofollow noreferrer">this</a> or <code>a&lt;b</code>',
    'Is it so?',
    '@Cy Yes &amp; no',
    '@BenBo Thanks',
  ]);
});

test('reputation has a history by the rules, made up to what the file says', () => {
  const sums = `SELECT user_id, history_type, sum(change), count(*) FROM reputation_events
      WHERE user_id IN (1, 2, 3) GROUP BY 1, 2 ORDER BY 1, 2`;
  expect(small.lines(sums)).toEqual([
    '1 | arbitrary_reputation_change | 179 | 1',
    '1 | asker_accepts_answer | 2 | 1',
    '1 | bounty_given | -50 | 1',
    '1 | post_downvoted | -2 | 1',
    '1 | post_upvoted | 10 | 1',
    '2 | answer_accepted | 15 | 1',
    '2 | arbitrary_reputation_change | 634 | 1',
    '2 | bounty_earned | 50 | 1',
    // 25 upvotes on one day give no more than the day's 200.
    '2 | post_upvoted | 200 | 20',
    '3 | association_bonus | 100 | 1',
  ]);
});

test('an accepted answer counts without its vote, as in a dump of posts and users only', async () => {
  const { Posts, Users } = smallDump();
  const { lines } = await loadOne({ Posts, Users });
  const fields = 'user_id, post_id, vote_type, history_type, change, on_date';
  expect(lines(`SELECT ${fields} FROM reputation_events WHERE vote_type IS NOT NULL ORDER BY id`)).toEqual([
    `2 | 2 | accepts | answer_accepted | 15 | ${secondsAt(3)}`,
    `1 | 2 | accepts | asker_accepts_answer | 2 | ${secondsAt(3)}`,
  ]);
});

test('inboxes tell of answers, comments and replies; what came after the last visit is unread', () => {
  const { lines, count } = small;
  const fields = 'account_id, item_type, answer_id, comment_id, body, is_unread';
  expect(lines(`SELECT ${fields} FROM inbox_items ORDER BY account_id, created_at, id`)).toEqual([
    '501 | new_answer | 2 | null | Because of that . | 0',
    '501 | comment | null | 11 | See this or a&lt;b | 0',
    '501 | new_answer | 3 | null | Me too | 1',
    '502 | comment | 2 | 12 | Is it so? | 0',
    '502 | comment | 2 | 14 | @BenBo Thanks | 0',
    '503 | comment | 2 | 13 | @Cy Yes &amp; no | 1',
  ]);
  expect(count("inbox_items WHERE title = 'Verbs & their <ends>'")).toBe(6);
});

test('badges get ids, the site a name and privileges', () => {
  const { lines, count } = small;
  const badges = lines('SELECT id, name, rank, badge_type FROM badges ORDER BY id');
  expect(badges).toEqual(['1 | Student | bronze | named', '2 | Guru | silver | named', '3 | verbs | gold | tag_based']);
  expect(lines('SELECT api_site_parameter, name, site_type, launch_date FROM sites')).toEqual([
    `verbs | Verbs | main_site | ${secondsAt(1)}`,
  ]);
  expect(count('privileges')).toBeGreaterThan(5);
});

test('several dumps make one network, whose people are known by their accounts', async () => {
  const main = writeDump(fresh(), smallDump());
  const { lines, count } = await load([
    { folder: main, site: 'verbs', domain: 'verbs.stackexchange.com' },
    { folder: main, site: 'verbs.meta' },
  ]);
  expect(lines('SELECT id, api_site_parameter, site_type, site_url FROM sites ORDER BY id')).toEqual([
    '1 | verbs | main_site | https://verbs.stackexchange.com',
    '2 | verbs.meta | meta_site | https://verbs.meta.example',
  ]);
  expect([count('users'), count('accounts')]).toEqual([8, 4]);
  expect(lines('SELECT site_id, count(*) FROM inbox_items GROUP BY 1')).toEqual(['1 | 6', '2 | 6']);
});

test('older files with fewer columns do: accounts, ranks, counts and tags are made up for', async () => {
  const { Users, Badges, Posts, Comments } = smallDump();
  for (const row of [...Users, ...Badges, ...Posts])
    for (const column of ['AccountId', 'Class', 'TagBased', 'AnswerCount', 'CommentCount'])
      if (typeof row === 'object') delete row[column];
  const { told, lines, count } = await loadOne({ Users, Badges, Posts, Comments });
  const missing = ['PostHistory', 'PostLinks', 'Tags', 'Votes'].map((name) => `${name}.xml is missing`);
  expect(told.toSorted()).toEqual(missing);
  const counts = 'SELECT id, answer_count, comment_count FROM posts WHERE id < 3 ORDER BY id';
  expect(lines(counts)).toEqual(['1 | 2 | 1', '2 | 0 | 3']);
  expect(lines('SELECT name, count FROM tags ORDER BY id')).toEqual(['verbs | 2', 'c++ | 1']);
  const ranked = lines('SELECT name, rank FROM badges ORDER BY id');
  expect(ranked).toEqual(['Student | bronze', 'Guru | silver', 'verbs | bronze']);
  expect([count('accounts WHERE id >= 1000000000'), count('inbox_items')]).toEqual([4, 6]);
});

test('rows that are broken, or say what cannot be, are told with file and number and skipped; everything else is loaded', async () => {
  const dump = smallDump();
  const CreationDate = at(2);
  dump.Posts.splice(
    1,
    0,
    '  <row Id="70" PostTypeId="1" CreationDate="2019-03-02T12:30:15.000 Title="x" />',
    { Id: 'x', PostTypeId: 1, CreationDate },
    { Id: 71, PostTypeId: 2, CreationDate },
    { Id: 72, PostTypeId: 1, CreationDate: 'yesterday' },
    { Id: 1, PostTypeId: 1, CreationDate },
    { PostTypeId: 1, CreationDate },
  );
  dump.Votes.push('  <row Id="900" PostId="1" VoteTypeId="2" CreationDate="2019-03-0');
  // Days and hours that there never were, and numbers that the API cannot say.
  dump.Users.push(
    user(21, 'a', { CreationDate: '2018-02-31T20:19:50.957' }),
    user(22, 'b', { CreationDate: '2018-02-06T99:19:50' }),
    user(23, 'c', { Reputation: '1e3' }),
    user(24, 'd', { Reputation: '99999999999' }),
    user('99999999999', 'e'),
    user(25, 'f', { CreationDate: '2016-02-29' }),
  );
  const { told, count, lines } = await loadOne(dump);
  expect(told).toEqual([
    'Users.xml 5: CreationDate is no time',
    'Users.xml 6: CreationDate is no time',
    'Users.xml 7: Reputation is no whole number',
    'Users.xml 8: Reputation is too large a number',
    'Users.xml 9: Id is too large a number',
    `Votes.xml ${dump.Votes.length}: CreationDate has no closing quote`,
    'Posts.xml 2: attributes run into each other',
    'Posts.xml 3: Id is no whole number',
    'Posts.xml 4: it is an answer without ParentId',
    'Posts.xml 5: CreationDate is no time',
    'Posts.xml 6: a row with its Id came before',
    'Posts.xml 7: it has no Id',
  ]);
  expect(lines('SELECT created_at FROM users WHERE id = 25')).toEqual([String(Date.UTC(2016, 1, 29) / 1000)]);
  expect([count('posts'), count('votes')]).toEqual([6, 32]);
});

test('answers whose question is not there are counted and skipped, and nothing speaks of what is not there', async () => {
  const dump = smallDump();
  // The question 1 cannot be read, and 8 answers an answer.
  dump.Posts[0] = '  <row Id="1" PostTypeId="1" CreationDate="2019-03-02T12:30:15.000 Title="x" />';
  dump.Posts.push(
    post(8, 2, 4, { ParentId: 2, Body: 'b', OwnerUserId: 3 }),
    post(9, 2, 5, { ParentId: 5, Body: 'b', OwnerUserId: 3 }),
    post(10, 1, 5, { AcceptedAnswerId: 70, Title: 'Its answer is lost', Tags: '<verbs>', OwnerUserId: 3 }),
  );
  const { told, rows, lines } = await loadOne(dump);
  expect(told.at(-1)).toBe('Posts.xml: 3 orphans, 2,3,8');
  expect(lines('SELECT id, accepted_answer_id FROM posts ORDER BY id')).toEqual(
    [5, 6, 7, 9, 10].map((id) => `${id} | null`),
  );
  expect(lines('SELECT question_id, answer_id FROM inbox_items ORDER BY id')).toEqual(['5 | 9']);
  expect(rows('SELECT id FROM reputation_events WHERE post_id NOT IN (SELECT id FROM posts)')).toEqual([]);
});

const good = writeDump(fresh(), smallDump());
const utf16 = writeDump(fresh(), smallDump());
writeFileSync(join(utf16, 'Votes.xml'), Buffer.from('\ufeff<votes></votes>', 'utf16le'));
// Reading a folder or a pipe might never end.
const odd = writeDump(fresh(), smallDump());
rmSync(join(odd, 'Votes.xml'));
mkdirSync(join(odd, 'Votes.xml'));
test.each([
  ['no folder', [fresh()], /There is no folder/],
  ['a folder without one', [folder], /neither Posts.xml nor Users.xml/],
  ['two of one site', [good, good], /a --site of its own/],
  ['UTF-16', [utf16], /UTF-16/],
  ['a folder in the place of a file', [odd], /Votes\.xml" is no file\. Unpack the dump anew\./],
  ['a site without a name', [good], /Not A Name/, 'Not A Name'],
])('what is no dump is refused in plain words, and leaves nothing: %s', async (_what, folders, why, site = 'x') => {
  const before = readdirSync(folder);
  await expect(load(folders.map((from) => ({ folder: from, site })))).rejects.toThrow(why);
  expect(readdirSync(folder)).toEqual(before);
});

test('a tag that only questions carry is counted', async () => {
  const { rows, lines } = await loadOne({ ...smallDump(), Tags: [{ Id: 1, TagName: 'kept', Count: 3 }] });
  expect(lines("SELECT count FROM tags WHERE name = 'kept'")).toEqual(['3']);
  expect(
    rows(`SELECT t.name FROM tags t WHERE t.name <> 'kept' AND t.count <> (
      SELECT count(*) FROM post_tags l WHERE l.site_id = t.site_id AND l.tag_id = t.id)`),
  ).toEqual([]);
});
