import type { Sandbox } from '../../sandbox/server/server.ts';
import type { Random } from '../../sandbox/world/random.ts';

/** A tag that is watched for, of all its questions or of those with a score. */
export interface WatchedTag {
  site: string;
  tag: string;
  minScore?: number;
}

/** Everything the network produced for the person. */
export interface Produced {
  /** Inbox items with the serial number in their text, "No. 1.", and the key of those that name a post. */
  inbox: { serial: number; key?: string }[];
  questions: { site: string; id: number; title: string }[];
  /** Changes of the person's reputation, as the network booked them. */
  changes: Change[];
}

/** A change of reputation. */
export interface Change {
  site: string;
  /** Undefined where only the total tells of it. */
  post: number | undefined;
  /** Seconds since the epoch. */
  at: number;
  change: number;
}

/** Tags that nobody used before. */
const WATCHED = 'zz-watched';
const UNWATCHED = 'zz-else';
/** Its questions are there before it is watched for, and reach their score later. */
const SCORED = 'zz-scored';
const MIN_SCORE = 2;
const SCORED_QUESTIONS = 3;

/** More questions than one page holds. */
const FLOOD = 120;

/** The serial number in what somebody wrote; undefined where there is none. */
export function serialOf(text: string): number | undefined {
  const found = /No\. (\d+)\./.exec(text);
  return found ? Number(found[1]) : undefined;
}

/** Those who do something on the network for the person who is signed in, all of it with serial numbers. */
export class People {
  readonly watches: WatchedTag[];
  readonly #sandbox: Sandbox;
  readonly #random: Random;
  /** Id of the account of the person who is signed in. */
  readonly account: number;
  readonly #questions: Produced['questions'] = [];
  readonly #scored: Produced['questions'];
  readonly #changesBefore: number;
  #serial = 0;
  #lastItem: number;

  constructor(sandbox: Sandbox, random: Random) {
    this.#sandbox = sandbox;
    this.#random = random;
    this.account = this.#row<{ id: number }>('SELECT id FROM accounts WHERE is_demo = 1 ORDER BY id LIMIT 1')!.id;
    const sites = this.#all<{ site: string }>(
      `SELECT s.api_site_parameter AS site FROM sites s JOIN users u ON u.site_id = s.id AND u.account_id = ?
       ORDER BY u.reputation DESC LIMIT 2`,
      this.account,
    );
    const { site: first } = sites[0]!;
    this.watches = [
      ...sites.map(({ site }) => ({ site, tag: WATCHED })),
      { site: first, tag: SCORED, minScore: MIN_SCORE },
    ];
    // A tag is there before somebody watches it.
    for (const { site } of sites) for (const tag of [WATCHED, UNWATCHED]) this.#askOn(site, `Before ${tag}`, tag);
    this.#scored = Array.from({ length: SCORED_QUESTIONS }, (_, nth) => {
      const title = `Scored ${nth}`;
      return { site: first, title, id: this.#askOn(first, title, SCORED) };
    });
    this.#changesBefore = this.#changes().length;
    this.#lastItem = this.#row<{ id: number }>('SELECT coalesce(max(id), 0) AS id FROM inbox_items')!.id;
  }

  /** Does something, by chance. */
  act(): void {
    const kinds = [
      () => this.#answer(),
      () => this.#comment(),
      () => this.#comment(),
      () => this.#message(),
      () => this.#vote(),
      () => this.#vote(),
      () => this.#ask(WATCHED),
      () => this.#ask(WATCHED),
      () => this.#ask(UNWATCHED),
    ];
    this.#random.pick(kinds)();
  }

  /** Questions that are older than their watch reach its score. */
  reachScores(): void {
    for (const { site, id } of this.#scored)
      for (let votes = 0; votes < MIN_SCORE; votes++)
        this.#actions.vote({ site, userId: this.#somebody(site, id)!, postId: id, direction: 'up' });
    this.#questions.push(...this.#scored);
  }

  /** So many questions that a watched one is on no first page any more. */
  flood(): void {
    const { site } = this.#random.pick(this.watches);
    this.#ask(WATCHED, site);
    for (let asked = 0; asked < FLOOD; asked++) this.#ask(UNWATCHED, site);
  }

  /** What the network has by now, from its own tables. */
  produced(): Produced {
    const inbox = this.#all<{ body: string; key: string }>(
      `SELECT i.body, concat_ws('|', i.item_type, s.api_site_parameter,
         concat(i.question_id, '/', i.answer_id, '/', i.comment_id), i.created_at) AS key
       FROM inbox_items i JOIN sites s ON s.id = i.site_id WHERE i.account_id = ? AND i.id > ? ORDER BY i.id`,
      this.account,
      this.#lastItem,
    );
    return {
      inbox: inbox.map(({ body, key }) => ({ serial: serialOf(body) ?? -1, key })),
      questions: this.#questions,
      changes: this.#changes().slice(this.#changesBefore),
    };
  }

  #answer(): void {
    const { site, id: questionId } = this.#ownPost(1);
    this.#actions.answer({ site, userId: this.#somebody(site)!, questionId, body: this.#text() });
  }

  #comment(): void {
    const { site, id: postId } = this.#ownPost();
    this.#actions.comment({ site, userId: this.#somebody(site)!, postId, body: this.#text() });
  }

  #message(): void {
    const { site } = this.#random.pick(this.watches);
    const { id: userId } = this.#row<{ id: number }>(
      'SELECT u.id FROM users u JOIN sites s ON s.id = u.site_id WHERE s.api_site_parameter = ? AND u.account_id = ?',
      site,
      this.account,
    )!;
    const body = this.#text();
    this.#actions.message({ site, userId, itemType: 'moderator_message', title: `A message: ${body}`, body });
  }

  #vote(): void {
    const { site, id: postId } = this.#ownPost();
    const userId = this.#somebody(site, postId);
    const direction = this.#random.chance(0.8) ? 'up' : 'down';
    if (userId !== undefined) this.#actions.vote({ site, userId, postId, direction });
  }

  #ask(tag: string, site = this.#random.pick(this.watches).site): void {
    const title = `Question ${this.#text()}`;
    const id = this.#askOn(site, title, tag);
    if (tag === WATCHED) this.#questions.push({ site, id, title });
  }

  #askOn(site: string, title: string, tag: string): number {
    return this.#actions.ask({ site, userId: this.#somebody(site)!, title, body: '<p>How?</p>', tags: [tag] });
  }

  /** One of the person's open posts: a question (1) or an answer (2). */
  #ownPost(type = this.#random.chance(0.5) ? 1 : 2): { site: string; id: number } {
    const posts = this.#all<{ site: string; id: number }>(
      `SELECT s.api_site_parameter AS site, p.id FROM posts p JOIN sites s ON s.id = p.site_id
       JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
       WHERE u.account_id = ? AND p.post_type = ? AND p.closed_at IS NULL AND p.deleted_at IS NULL
       ORDER BY p.site_id, p.id LIMIT 60`,
      this.account,
      type,
    );
    return this.#random.pick(posts);
  }

  /** Somebody else of a site, who neither wrote a post nor voted on it where one is given. */
  #somebody(site: string, postId = -1): number | undefined {
    const others = this.#all<{ id: number }>(
      `SELECT u.id FROM users u JOIN sites s ON s.id = u.site_id
       WHERE s.api_site_parameter = ?1 AND u.reputation > 200 AND u.account_id <> ?2 AND NOT EXISTS
         (SELECT 1 FROM votes v WHERE v.site_id = u.site_id AND v.post_id = ?3 AND v.voter_id = u.id)
       AND NOT EXISTS (SELECT 1 FROM posts p WHERE p.site_id = u.site_id AND p.id = ?3 AND p.owner_id = u.id)
       ORDER BY u.id LIMIT 80`,
      site,
      this.account,
      postId,
    );
    return others.length === 0 ? undefined : this.#random.pick(others).id;
  }

  #text(): string {
    return `No. ${++this.#serial}.`;
  }

  /** All changes of the person's, in the order in which they were booked. */
  #changes(): Change[] {
    return this.#all<Change>(
      `SELECT s.api_site_parameter AS site, e.post_id AS post, e.on_date AS at, e.change FROM reputation_events e
       JOIN sites s ON s.id = e.site_id JOIN users u ON u.site_id = e.site_id AND u.id = e.user_id
       WHERE u.account_id = ? ORDER BY e.rowid`,
      this.account,
    );
  }

  get #actions(): Sandbox['world']['actions'] {
    return this.#sandbox.world.actions;
  }

  #all<Row>(sql: string, ...values: (string | number)[]): Row[] {
    return this.#sandbox.world.db.prepare(sql).all(...values) as Row[];
  }

  #row<Row>(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#all<Row>(sql, ...values)[0];
  }
}
