import type { DatabaseSync } from 'node:sqlite';
import { markdownOf, passage, visibleText, holds, type Sought } from '../text-of-html.ts';

/**
 * The full text of posts and the names of people, in SQLite's FTS5. A row's number is that of {@link textKey}; words
 * are found without regard to case and accents, and `c++` and `c#` are words.
 */

/** SQL of the number that a post or user of any site goes by here and in bodies. Ids reach from −2³¹ to 2³¹ − 1. */
export const textKey = (site: string, id: string): string => `((${site} << 32) + ${id})`;

/** SQL of the range that the numbers of a site lie in. */
export const textKeysOf = (site: string): string => `((${site} << 32) - 2147483648) AND ((${site} << 32) + 2147483647)`;

const WORDS = `content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2 tokenchars '#+'"`;

const TABLES = `
CREATE VIRTUAL TABLE IF NOT EXISTS text_questions USING fts5(title, body, tags, links, ${WORDS});
CREATE VIRTUAL TABLE IF NOT EXISTS text_answers USING fts5(body, links, ${WORDS});
CREATE VIRTUAL TABLE IF NOT EXISTS text_people
  USING fts5(display_name, content='', contentless_delete=1, detail='none', tokenize='trigram');
`;

const SITE = '((b.post_key + 2147483648) >> 32)';
const BODIES = `FROM bodies b CROSS JOIN posts p ON p.site_id = ${SITE} AND p.id = b.post_key - (${SITE} << 32) WHERE `;

const insertTexts = (key: string) => {
  const from = `${BODIES} b.post_key = ${key}`;
  return `INSERT INTO text_questions (rowid, title, body, tags, links)
      SELECT b.post_key, p.title, seen(b.body), replace(p.tags, '|', ' '), links(b.body) ${from} AND p.post_type = 1;
    INSERT INTO text_answers (rowid, body, links)
      SELECT b.post_key, seen(b.body), links(b.body) ${from} AND p.post_type = 2;`;
};
const deleteTexts = (key: string) =>
  `DELETE FROM text_questions WHERE rowid = ${key}; DELETE FROM text_answers WHERE rowid = ${key};`;
const insertPerson = (key: string) =>
  `INSERT INTO text_people (rowid, display_name) VALUES (${key}, NEW.display_name);`;

const NEW_POST = textKey('NEW.site_id', 'NEW.id');
const OLD_PERSON = textKey('OLD.site_id', 'OLD.id');

const TRIGGERS: Readonly<Record<string, string>> = {
  text_new: `AFTER INSERT ON bodies BEGIN ${insertTexts('NEW.post_key')} END`,
  text_gone: `AFTER DELETE ON bodies BEGIN ${deleteTexts('OLD.post_key')} END`,
  text_edited: `AFTER UPDATE OF body ON bodies
    BEGIN ${deleteTexts('NEW.post_key')} ${insertTexts('NEW.post_key')} END`,
  text_renamed: `AFTER UPDATE OF title, tags ON posts WHEN NEW.post_type = 1
    BEGIN ${deleteTexts(NEW_POST)} ${insertTexts(NEW_POST)} END`,
  text_joined: `AFTER INSERT ON users BEGIN ${insertPerson(NEW_POST)} END`,
  text_left: `AFTER DELETE ON users BEGIN DELETE FROM text_people WHERE rowid = ${OLD_PERSON}; END`,
  text_called: `AFTER UPDATE OF display_name ON users BEGIN
    DELETE FROM text_people WHERE rowid = ${OLD_PERSON}; ${insertPerson(NEW_POST)} END`,
};

/** Addresses in a text, as they are written there. */
const addressesIn = (html: string): string =>
  (html.match(/https?:\/\/[^\s"'<>]+/gi) ?? []).join(' ').replaceAll('&amp;', '&');

/** Columns of a full text that words are looked for in. */
export type TextPlace = 'title' | 'body' | 'links' | 'title body tags';

/** Query of a full text: for each of its parts, one of the pieces has to be in the place. */
export type TextQuery = readonly { readonly place: TextPlace; readonly pieces: readonly Sought[] }[];

const IN_PLACE: Readonly<Record<TextPlace, (title: string, body: string, tags: string) => string[]>> = {
  title: (title) => [title],
  body: (_title, body) => [visibleText(body)],
  links: (_title, body) => [addressesIn(body)],
  'title body tags': (title, body, tags) => [title, visibleText(body), tags],
};

/** Query that was read last: a list asks the same of one row after the other. */
let [lastSource, lastQuery]: [string, TextQuery] = ['[]', []];

/** Returns whether a post is what a query looks for, without the full text. @param source the query as JSON */
function matches(source: string, title: string, body: string, tags: string): boolean {
  if (source !== lastSource) [lastSource, lastQuery] = [source, JSON.parse(source) as TextQuery];
  return lastQuery.every(({ place, pieces }) => holds(IN_PLACE[place](title, body, tags), pieces));
}

/**
 * Defines SQL functions that return the visible text of HTML, a passage of it, its addresses, and a source that it
 * could have; whether a post matches a query; and small letters, since SQLite's own lower() knows ASCII only. Every
 * connection needs them.
 */
export function defineTextFunctions(db: DatabaseSync): void {
  const ofText = (work: (text: string) => string) => (value: unknown) =>
    typeof value === 'string' ? work(value) : null;
  db.function(
    'fold',
    { deterministic: true },
    ofText((text) => text.toLowerCase()),
  );
  db.function('markdown', { deterministic: true }, ofText(markdownOf));
  db.function('passage', { deterministic: true }, (html, words) =>
    typeof html === 'string' ? passage(html, typeof words === 'string' ? words : null) : null,
  );
  db.function('matches', { deterministic: true }, (query, title, body, tags) =>
    Number(matches(String(query), String(title ?? ''), String(body), String(tags ?? ''))),
  );
  db.function('seen', { deterministic: true }, ofText(visibleText));
  db.function('links', { deterministic: true }, ofText(addressesIn));
}

/** Creates the tables of texts. */
export const createTextTables = (db: DatabaseSync): void => db.exec(TABLES);

/** Follows every change of a text from now on. */
export function createTextIndexing(db: DatabaseSync): void {
  for (const [name, trigger] of Object.entries(TRIGGERS)) db.exec(`CREATE TRIGGER IF NOT EXISTS ${name} ${trigger}`);
}

/** Posts that are read at once. */
const BATCH_SIZE = 50;

/**
 * Creates what writes the texts of posts and people into empty tables.
 * @param from database of the posts
 * @param into that of the texts
 */
export function createTextFiller(from: DatabaseSync, into: DatabaseSync) {
  const batch = from.prepare(
    `SELECT b.post_key, p.post_type, b.body, p.title, replace(p.tags, '|', ' ')
       ${BODIES} b.post_key >= ? ORDER BY b.post_key LIMIT ${BATCH_SIZE}`,
  );
  batch.setReturnArrays(true);
  const question = into.prepare('INSERT INTO text_questions (rowid, body, links, title, tags) VALUES (?, ?, ?, ?, ?)');
  const answer = into.prepare('INSERT INTO text_answers (rowid, body, links) VALUES (?, ?, ?)');
  let next = Number.MIN_SAFE_INTEGER;

  /** Writes the texts of the next posts. Returns how many: 0 for less than a batch, unless no more will come. */
  const fill = (isEnd: boolean): number => {
    const rows = batch.all(next) as unknown as [number, number, string, string | null, string | null][];
    if (rows.length < BATCH_SIZE && !isEnd) return 0;
    for (const [key, type, body, title, tags] of rows) {
      next = key + 1;
      if (type === 1) question.run(key, visibleText(body), addressesIn(body), title, tags);
      if (type === 2) answer.run(key, visibleText(body), addressesIn(body));
    }
    return rows.length;
  };
  return {
    fill,
    /** Writes those of all posts that are left, and the names of people. */
    finish(): void {
      while (fill(true) > 0);
      const insert = into.prepare('INSERT INTO text_people (rowid, display_name) VALUES (?, ?)');
      // In the order of their numbers, whichever indexes there are.
      const people = `SELECT ${textKey('site_id', 'id')} AS key, display_name FROM users ORDER BY site_id, id`;
      for (const { key, display_name: name } of from.prepare(people).iterate()) insert.run(key!, name!);
    },
  };
}
