import { createRandom } from '../../sandbox/world/random.ts';
import { openWorld } from '../../sandbox/world/world.ts';
import { writeSite } from '../../sandbox/dump/derived/site.ts';

/** The one site of the measured network. */
export const SITE = 'measured';
export const QUESTION_COUNT = 100_000;
/** A question every five minutes. */
const SECONDS_BETWEEN_QUESTIONS = 300;
/** The time in which the questions were asked. */
export const QUESTIONS_SPAN_S = QUESTION_COUNT * SECONDS_BETWEEN_QUESTIONS;
const USER_COUNT = 20_000;
const TAG_COUNT = 1000;
/** Noon of a day in 2026. */
export const NOW = 1_773_144_000;

const words = (
  'garden bridge window letter winter paper metal river engine signal button carpet ladder mirror needle pepper ' +
  'rocket saddle thread violin wheel yellow basket candle drawer feather hammer island jacket kettle lantern marble ' +
  'orchard pencil quarry ribbon shovel tunnel valley wallet'
).split(' ');

/** A tag's name by its rank; the lower, the more questions carry it. */
export const tagName = (rank: number) =>
  `${words[rank % words.length] ?? 'tag'}-${Math.floor(rank / words.length) + 1}`;

/**
 * Makes the measured network: questions that carry one to five of a thousand tags, some of them far more common than
 * others, with owners, votes and answers in numbers. The same everywhere.
 * @param file a new database
 */
export function makeWorld(file: string): void {
  const world = openWorld({ file, seed: 0, clock: { now: () => NOW }, content: 'none' });
  const { db } = world;
  const random = createRandom(7);
  const pick = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;
  const skewed = () => Math.min(TAG_COUNT - 1, Math.floor(Math.exp(random.fraction() * Math.log(TAG_COUNT + 1))) - 1);
  db.exec('BEGIN');
  const siteId = writeSite(db, SITE);
  const account = db.prepare('INSERT INTO accounts (id, display_name, created_at) VALUES (?, ?, ?)');
  const user = db.prepare(
    `INSERT INTO users (site_id, id, account_id, display_name, reputation, created_at, last_access_at, profile_image)
       VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7)`,
  );
  for (let id = 1; id <= USER_COUNT; id += 1) {
    const name = `${pick(words)} ${pick(words)}`;
    account.run(id, name, NOW - 10_000_000);
    user.run(siteId, id, name, random.integer(1, 20_000), NOW - 10_000_000, NOW - id, `{self}/avatars/${id}.svg`);
  }
  const tag = db.prepare('INSERT INTO tags (site_id, id, name) VALUES (?, ?, ?)');
  for (let rank = 0; rank < TAG_COUNT; rank += 1) tag.run(siteId, rank + 1, tagName(rank));
  const question = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, owner_id, title, body, tags, score, view_count, answer_count,
       created_at, last_activity_at)
       VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const link = db.prepare('INSERT INTO post_tags (site_id, tag_id, post_id, last_activity_at) VALUES (?, ?, ?, ?)');
  const answer = db.prepare(
    `INSERT INTO posts (site_id, id, post_type, parent_id, owner_id, body, score, created_at, last_activity_at)
       VALUES (?, ?, 2, ?, ?, ?, ?, ?, ?)`,
  );
  let nextAnswer = QUESTION_COUNT + 1;
  for (let id = 1; id <= QUESTION_COUNT; id += 1) {
    const ranks = new Set(Array.from({ length: random.integer(1, 5) }, skewed));
    const createdAt =
      NOW - (QUESTION_COUNT - id) * SECONDS_BETWEEN_QUESTIONS - random.integer(0, SECONDS_BETWEEN_QUESTIONS - 1);
    const answers = random.integer(0, 2);
    const subject = `${pick(words)} ${pick(words)}`;
    const title = `Why does the ${subject} "${pick(words)}" when the ${pick(words)} has a ${pick(words)}?`;
    const body = `<p>${Array.from({ length: 60 }, () => pick(words)).join(' ')}</p>`;
    const activeAt = createdAt + random.integer(0, 200_000);
    question.run(
      siteId,
      id,
      random.integer(1, USER_COUNT),
      title,
      body,
      `|${[...ranks].map(tagName).join('|')}|`,
      random.integer(-3, 40),
      random.integer(1, 5000),
      answers,
      createdAt,
      activeAt,
    );
    for (const rank of ranks) link.run(siteId, rank + 1, id, activeAt);
    for (let number = 0; number < answers; number += 1) {
      answer.run(
        siteId,
        nextAnswer,
        id,
        random.integer(1, USER_COUNT),
        body,
        random.integer(-1, 9),
        createdAt,
        createdAt,
      );
      nextAnswer += 1;
    }
  }
  db.exec(
    `UPDATE tags SET count = (SELECT count(*) FROM post_tags t
       WHERE t.site_id = tags.site_id AND t.tag_id = tags.id), last_activity_at = ${NOW}`,
  );
  db.exec('COMMIT; ANALYZE');
  world.close();
}
