import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../sandbox/world/world.ts';
import { demoDataCopy } from '../../support/demo-data.ts';
import { brokenRules, rows } from './small-world.ts';

const now = 1_795_000_000;
const generated = (seed: number, at = now): World => openWorld({ file: ':memory:', seed, clock: { now: () => at } });

/** A digest of every row of every table. */
function digest(world: World): string {
  const hash = createHash('sha256');
  for (const { name } of rows<{ name: string }>(
    world,
    "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name",
  ))
    hash.update(
      `${name}\n${rows(world, `SELECT * FROM ${name}`)
        .map((row) => JSON.stringify(row))
        .join('\n')}\n`,
    );
  return hash.digest('hex');
}

let world: World;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-generate-'));
  world = openWorld({ file: await demoDataCopy(folder, now), seed: 1, clock: { now: () => now } });
});
afterAll(() => {
  world.close();
  rmSync(folder, { recursive: true, force: true });
});
const count = (sql: string): number => rows<{ n: number }>(world, `SELECT count(*) AS n FROM ${sql}`)[0]?.n ?? NaN;

describe('the generated world', () => {
  it('is the same for the same seed and present, and another for another seed', () => {
    const again = generated(1);
    const other = generated(2);
    expect(digest(again)).toBe(digest(world));
    expect(digest(other)).not.toBe(digest(world));
    again.close();
    other.close();
    // Two whole worlds are a lot beside other work.
  });

  it('moves with the clock: everything is laid out relative to the present', () => {
    const later = generated(1, now + 1000);
    const questions =
      'SELECT title, created_at AS at FROM posts WHERE site_id = 1 AND post_type = 1 ORDER BY id LIMIT 5';
    expect(rows<{ at: number }>(later, questions).map((row) => ({ ...row, at: row.at - 1000 }))).toEqual(
      rows(world, questions),
    );
    later.close();
  });

  it('is as large as promised', () => {
    expect(count("sites WHERE site_type = 'main_site'")).toBeGreaterThanOrEqual(4);
    expect(count("sites WHERE site_type = 'meta_site'")).toBeGreaterThanOrEqual(1);
    expect(count('posts WHERE post_type = 1 AND deleted_at IS NULL')).toBeGreaterThanOrEqual(2000);
    expect(count('posts WHERE post_type = 2 AND deleted_at IS NULL')).toBeGreaterThanOrEqual(3000);
    expect(count('accounts')).toBeGreaterThanOrEqual(300);
    expect(count('comments')).toBeGreaterThanOrEqual(3000);
    expect(count('user_badges')).toBeGreaterThanOrEqual(1000);
    const tags = rows<{ n: number }>(
      world,
      "SELECT count(*) AS n FROM tags t JOIN sites s ON s.id = t.site_id WHERE s.site_type = 'main_site' GROUP BY t.site_id",
    );
    expect(Math.min(...tags.map(({ n }) => n))).toBeGreaterThanOrEqual(15);
    expect(tags.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThanOrEqual(60);
  });

  it('has questions in every state: accepted, unanswered, closed, deleted, with an open bounty', () => {
    for (const siteId of [1, 2, 3, 4])
      for (const state of [
        'accepted_answer_id IS NOT NULL',
        'answer_count = 0',
        'closed_at IS NOT NULL',
        'deleted_at IS NOT NULL',
        `bounty_closes_at > ${now}`,
      ])
        expect(
          count(`posts WHERE post_type = 1 AND site_id = ${siteId} AND ${state}`),
          `site ${siteId}: ${state}`,
        ).toBeGreaterThan(0);
  });

  it('has moderators, elected and not, and privileges on each main site', () => {
    for (const siteId of [1, 2, 3, 4]) {
      expect(count(`users WHERE site_id = ${siteId} AND user_type = 'moderator' AND is_elected = 1`)).toBeGreaterThan(
        0,
      );
      expect(count(`users WHERE site_id = ${siteId} AND user_type = 'moderator' AND is_elected = 0`)).toBeGreaterThan(
        0,
      );
      expect(count(`privileges WHERE site_id = ${siteId}`)).toBeGreaterThanOrEqual(10);
    }
  });

  it('has questions that link to older ones, and tags for moderators only', () => {
    for (const siteId of [1, 2, 3, 4])
      expect(count(`post_links WHERE site_id = ${siteId} AND link_type = 1`)).toBeGreaterThan(10);
    expect(
      count(`post_links l JOIN posts p ON p.site_id = l.site_id AND p.id = l.post_id JOIN posts r ON r.site_id = l.site_id AND r.id = l.related_post_id
      WHERE l.link_type = 1 AND (p.post_type <> 1 OR r.post_type <> 1 OR r.created_at >= p.created_at OR l.created_at <> p.created_at)`),
    ).toBe(0);
    expect(
      count("tags t JOIN sites s ON s.id = t.site_id WHERE t.is_moderator_only = 1 AND s.site_type = 'meta_site'"),
    ).toBeGreaterThan(0);
    expect(count('tags WHERE is_moderator_only = 1 AND count > 0')).toBe(0);
  });

  it('keeps every rule that actions keep', () => {
    expect(brokenRules(world)).toEqual({});
  });

  it('lies in the past, nobody acts before having joined, and every site is fresh', () => {
    for (const [table, column] of [
      ['posts', 'created_at'],
      ['posts', 'last_activity_at'],
      ['comments', 'created_at'],
      ['votes', 'created_at'],
      ['inbox_items', 'created_at'],
      ['users', 'last_access_at'],
      ['user_badges', 'awarded_at'],
      ['reputation_events', 'on_date'],
    ])
      expect(count(`${table} WHERE ${column} > ${now}`), `${table}.${column}`).toBe(0);
    expect(
      count('posts p JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id WHERE u.created_at > p.created_at'),
    ).toBe(0);
    expect(count('users u JOIN accounts a ON a.id = u.account_id WHERE a.created_at > u.created_at')).toBe(0);
    for (const siteId of [1, 2, 3, 4])
      expect(count(`posts WHERE site_id = ${siteId} AND created_at > ${now - 2 * 86_400}`)).toBeGreaterThan(3);
  });
});

describe('the demo people', () => {
  const demo = () =>
    rows<{ id: number; sites: number; reputation: number }>(
      world,
      `SELECT a.id, count(*) AS sites, sum(u.reputation) AS reputation FROM accounts a JOIN users u ON u.account_id = a.id JOIN sites s ON s.id = u.site_id
       WHERE a.is_demo = 1 AND s.site_type = 'main_site' GROUP BY a.id ORDER BY a.id`,
    );

  it('are at least six, at home on three sites or more, and the first is the richest', () => {
    const people = demo();
    expect(people.length).toBeGreaterThanOrEqual(6);
    expect(Math.min(...people.map(({ sites }) => sites))).toBeGreaterThanOrEqual(3);
    expect(Math.min(...people.map(({ reputation }) => reputation))).toBeGreaterThan(500);
    expect(people[0]?.reputation).toBe(Math.max(...people.map(({ reputation }) => reputation)));
  });

  it('have about thirty inbox items each, nearly all of them read', () => {
    const inboxes = rows<{ n: number; unread: number }>(
      world,
      'SELECT count(*) AS n, sum(is_unread) AS unread FROM inbox_items i JOIN accounts a ON a.id = i.account_id WHERE a.is_demo = 1 GROUP BY a.id',
    );
    expect(inboxes.length).toBeGreaterThanOrEqual(6);
    for (const { n, unread } of inboxes) {
      expect(n).toBeGreaterThanOrEqual(25);
      expect(n).toBeLessThanOrEqual(45);
      expect(unread).toBeLessThanOrEqual(3);
    }
  });
});

describe('the generated text', () => {
  const texts = (): string[] => [
    ...rows<{ text: string }>(world, 'SELECT title AS text FROM posts WHERE title IS NOT NULL').map(({ text }) => text),
    ...rows<{ text: string }>(world, 'SELECT body AS text FROM posts').map(({ text }) => text),
    ...rows<{ text: string }>(world, 'SELECT body AS text FROM comments').map(({ text }) => text),
    ...rows<{ text: string }>(world, "SELECT title || ' ' || body AS text FROM inbox_items").map(({ text }) => text),
    ...rows<{ text: string }>(world, 'SELECT display_name AS text FROM users').map(({ text }) => text),
  ];

  it('has no gaps: no "undefined", no template left open, no doubled blanks, no empty paragraphs', () => {
    for (const text of texts()) {
      expect(text).not.toMatch(/(?<!is )undefined|NaN|\[object|\$\{/);
      if (!text.includes('<pre>')) expect(text).not.toMatch(/ {2}|<p><\/p>/);
      expect(text.trim()).toBe(text);
      expect(text).not.toBe('');
    }
  });

  it('has well-formed HTML: tags balance, and nothing else is bare', () => {
    for (const { body } of rows<{ body: string }>(
      world,
      'SELECT body FROM posts UNION ALL SELECT body FROM comments',
    )) {
      const open: string[] = [];
      for (const [, closing, name] of body.matchAll(/<(\/?)(\w+)>/g)) {
        if (closing === '') open.push(name ?? '');
        else expect(open.pop(), body).toBe(name);
      }
      expect(open).toEqual([]);
      expect(body.replace(/<\/?(?:p|ul|li|pre|code)>/g, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    }
  });

  it('never repeats a title on a site', () => {
    expect(
      rows(world, 'SELECT site_id, title FROM posts WHERE post_type = 1 GROUP BY 1, 2 HAVING count(*) > 1'),
    ).toEqual([]);
  });

  it('holds the characters that clients stumble over', () => {
    const titles = rows<{ title: string }>(world, 'SELECT title FROM posts WHERE site_id = 1 AND post_type = 1').map(
      ({ title }) => title,
    );
    for (const odd of ['&', '<', '>', '"', "'"])
      expect(
        titles.some((title) => title.includes(odd)),
        odd,
      ).toBe(true);
    for (const tag of ['c++', 'c#', '.net'])
      expect(count(`tags WHERE site_id = 1 AND name = '${tag}' AND count > 0`), tag).toBe(1);
    expect(rows(world, "SELECT id FROM accounts WHERE display_name GLOB '*[^ -~]*'").length).toBeGreaterThan(20);
  });

  it('answers a question about a known fault mostly with its cause', () => {
    const answers = rows<{ body: string }>(
      world,
      `SELECT a.body FROM posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id WHERE q.site_id = 3 AND q.title LIKE '%a new chain%'`,
    );
    const fitting = answers.filter(({ body }) => body.includes('A new chain on worn sprockets'));
    expect(answers.length).toBeGreaterThan(5);
    expect(fitting.length / answers.length).toBeGreaterThan(0.5);
  });
});
