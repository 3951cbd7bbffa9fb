import { afterAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../../sandbox/world/world.ts';
import { demoDataCopy } from '../../support/demo-data.ts';
import { fileFolder } from '../support/file-folder.ts';
import { column, everything, rows } from '../support/rows.ts';

const now = 1_795_000_000;
const generated = (seed: number, at = now): World => openWorld({ file: ':memory:', seed, clock: { now: () => at } });

const world = openWorld({ file: await demoDataCopy(fileFolder(), now), seed: 1, clock: { now: () => now } });
afterAll(() => world.close());
const count = (what: string): number => column(world, `SELECT count(*) FROM ${what}`)[0] ?? NaN;

it('the generated world is the same for the same seed and present, and another for another seed', () => {
  const again = generated(1);
  const other = generated(2);
  expect(everything(again)).toEqual(everything(world));
  expect(everything(other)).not.toEqual(everything(world));
  again.close();
  other.close();
});

it('the generated world moves with the clock: everything is laid out relative to the present', () => {
  const later = generated(1, now + 1000);
  const questions = 'SELECT title, created_at AS at FROM posts WHERE site_id = 1 AND post_type = 1 ORDER BY id LIMIT 5';
  expect(rows<{ at: number }>(later, questions).map((row) => ({ ...row, at: row.at - 1000 }))).toEqual(
    rows(world, questions),
  );
  later.close();
});

it.each([
  ["sites WHERE site_type = 'main_site'", 4],
  ["sites WHERE site_type = 'meta_site'", 1],
  ['posts WHERE post_type = 1 AND deleted_at IS NULL', 2000],
  ['posts WHERE post_type = 2 AND deleted_at IS NULL', 3000],
  ['accounts', 300],
  ['comments', 3000],
  ['user_badges', 1000],
  ["tags t JOIN sites s ON s.id = t.site_id WHERE s.site_type = 'main_site'", 60],
  ["tags t JOIN sites s ON s.id = t.site_id WHERE t.is_moderator_only = 1 AND s.site_type = 'meta_site'", 1],
])('the generated world is as large as promised: %s are %i at least', (what, least) => {
  expect(count(what)).toBeGreaterThanOrEqual(least);
});

const question = 'posts WHERE post_type = 1 AND';
const moderator = "users WHERE user_type = 'moderator' AND";
it.each([
  [`${question} accepted_answer_id IS NOT NULL AND`, 1],
  [`${question} answer_count = 0 AND`, 1],
  [`${question} closed_at IS NOT NULL AND`, 1],
  [`${question} deleted_at IS NOT NULL AND`, 1],
  [`${question} bounty_closes_at > ${now} AND`, 1],
  [`${moderator} is_elected = 1 AND`, 1],
  [`${moderator} is_elected = 0 AND`, 1],
  ['tags WHERE', 15],
  ['privileges WHERE', 10],
  ['post_links WHERE link_type = 1 AND', 11],
  [`posts WHERE created_at > ${now - 2 * 86_400} AND`, 4],
])('the generated world has on each main site: %s %i at least', (what, least) => {
  for (const siteId of [1, 2, 3, 4]) expect(count(`${what} site_id = ${siteId}`)).toBeGreaterThanOrEqual(least);
});

const ofOwner = 'JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id';
it.each([
  ['tags WHERE is_moderator_only = 1 AND count > 0'],
  // Questions link to older ones.
  [
    `post_links l JOIN posts p ON p.site_id = l.site_id AND p.id = l.post_id JOIN posts r ON r.site_id = l.site_id AND r.id = l.related_post_id
         WHERE l.link_type = 1 AND (p.post_type <> 1 OR r.post_type <> 1 OR r.created_at >= p.created_at OR l.created_at <> p.created_at)`,
  ],
  // Everything lies in the past, and nobody acts before having joined.
  [`posts WHERE created_at > ${now} OR last_activity_at > ${now}`],
  [`comments WHERE created_at > ${now}`],
  [`votes WHERE created_at > ${now}`],
  [`inbox_items WHERE created_at > ${now}`],
  [`users WHERE last_access_at > ${now}`],
  [`user_badges WHERE awarded_at > ${now}`],
  [`reputation_events WHERE on_date > ${now}`],
  [`posts p ${ofOwner} WHERE u.created_at > p.created_at`],
  [`suggested_edits p ${ofOwner.replace('owner', 'user')} WHERE u.created_at > p.created_at`],
  ['users u JOIN accounts a ON a.id = u.account_id WHERE a.created_at > u.created_at'],
])('the generated world has no %s', (what) => expect(count(what)).toBe(0));

it('the demo people are at least six, at home on three sites or more, and the first is the richest', () => {
  const people = rows<{ sites: number; reputation: number }>(
    world,
    `SELECT count(*) AS sites, sum(u.reputation) AS reputation FROM accounts a
         JOIN users u ON u.account_id = a.id JOIN sites s ON s.id = u.site_id
         WHERE a.is_demo = 1 AND s.site_type = 'main_site' GROUP BY a.id ORDER BY a.id`,
  );
  const reputations = people.map(({ reputation }) => reputation);
  expect(people.length).toBeGreaterThanOrEqual(6);
  expect(Math.min(...people.map(({ sites }) => sites))).toBeGreaterThanOrEqual(3);
  expect(Math.min(...reputations)).toBeGreaterThan(500);
  expect(reputations[0]).toBe(Math.max(...reputations));
});

it('the demo people have about thirty inbox items each, nearly all of them read', () => {
  const ofDemo = 'inbox_items i JOIN accounts a ON a.id = i.account_id WHERE a.is_demo = 1 GROUP BY a.id';
  const counts = column(world, `SELECT count(*) FROM ${ofDemo}`);
  expect(counts.length).toBeGreaterThanOrEqual(6);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(25);
  expect(Math.max(...counts)).toBeLessThanOrEqual(45);
  expect(Math.max(...column(world, `SELECT sum(is_unread) FROM ${ofDemo}`))).toBeLessThanOrEqual(3);
});

const texts = (sql: string) => column<string>(world, sql);
const bodies = texts('SELECT body FROM bodies UNION ALL SELECT body FROM comments');
const others = texts(`SELECT title FROM posts WHERE title IS NOT NULL
    UNION ALL SELECT title || ' ' || body FROM inbox_items UNION ALL SELECT display_name FROM users`);

it('the generated text has no gaps: no "undefined", no template left open, no doubled blanks, no empty paragraphs', () => {
  for (const text of [...bodies, ...others]) {
    expect(text).not.toMatch(/(?<!is )undefined|NaN|\[object|\$\{/);
    if (!text.includes('<pre>')) expect(text).not.toMatch(/ {2}|<p><\/p>|\{\w+\}/);
    expect(text.trim()).toBe(text);
    expect(text).not.toBe('');
  }
});

it('the generated text has well-formed HTML: tags balance, and nothing else is bare', () => {
  for (const body of bodies) {
    const open: string[] = [];
    for (const [, closing, name] of body.matchAll(/<(\/?)(\w+)>/g)) {
      if (closing === '') open.push(name ?? '');
      else expect(open.pop(), body).toBe(name);
    }
    expect(open).toEqual([]);
    expect(body.replace(/<\/?(?:p|ul|li|pre|code)>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
  }
});

it('the generated text holds the characters that clients stumble over', () => {
  const titles = texts('SELECT title FROM posts WHERE site_id = 1 AND post_type = 1');
  for (const odd of ['&', '<', '>', '"', "'"]) expect(titles.join('')).toContain(odd);
  for (const tag of ['c++', 'c#', '.net'])
    expect(count(`tags WHERE site_id = 1 AND name = '${tag}' AND count > 0`), tag).toBe(1);
  expect(count("accounts WHERE display_name GLOB '*[^ -~]*'")).toBeGreaterThan(20);
});

it('the generated text answers a question about a known fault mostly with its cause', () => {
  const answers = texts(`SELECT b.body FROM bodies b JOIN posts a ON b.post_key = (a.site_id << 32) + a.id
    JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
      WHERE q.site_id = 3 AND q.title LIKE '%a new chain%'`);
  const fitting = answers.filter((body) => body.includes('A new chain on worn sprockets'));
  expect(answers.length).toBeGreaterThan(5);
  expect(fitting.length / answers.length).toBeGreaterThan(0.5);
});
