import type { StatementSync } from 'node:sqlite';
import type { Random } from '../random.ts';
import { topicsOf, type Topic } from '../text/topics.ts';
import type { World } from '../world.ts';

/** A site where something can happen. */
export interface ActiveSite {
  id: number;
  key: string;
  isMain: boolean;
  topics: readonly Topic[];
}

export interface Actor {
  id: number;
  name: string;
}

/** A live post, with its question's text. */
export interface CandidatePost {
  site: ActiveSite;
  id: number;
  postType: number;
  ownerId: number;
  ownerName: string;
  questionId: number;
  title: string;
  isClosed: boolean;
  topic: Topic;
}

interface PostRow {
  site_id: number;
  id: number;
  post_type: number;
  owner_id: number;
  owner_name: string;
  parent_id: number | null;
  title: string;
  tags: string;
  closed_at: number | null;
}

const POST_COLUMNS = `p.site_id, p.id, p.post_type, p.owner_id, u.display_name AS owner_name, p.parent_id,
  coalesce(q.title, p.title) AS title, coalesce(q.tags, p.tags) AS tags,
  coalesce(q.closed_at, p.closed_at) AS closed_at`;
const POST_JOINS = `posts p JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
  LEFT JOIN posts q ON q.site_id = p.site_id AND q.id = p.parent_id`;

/** The sites that there are texts for. */
function activeSites({ db }: World): ActiveSite[] {
  const rows = db.prepare('SELECT id, api_site_parameter AS key, site_type FROM sites ORDER BY id').all();
  return (rows as unknown as { id: number; key: string; site_type: string }[])
    .map(({ id, key, site_type: type }) => ({ id, key, isMain: type === 'main_site', topics: topicsOf(key) }))
    .filter(({ topics }) => topics.length > 0);
}

/** How often another person is drawn to find one who can act. */
const MAX_ACTOR_DRAWS = 30;

/** Looks for people and posts that an action can be about. */
export class Candidates {
  readonly sites: readonly ActiveSite[];
  readonly #favoured: () => readonly number[];
  readonly #siteById: ReadonlyMap<number, ActiveSite>;
  readonly #highestUser: StatementSync;
  readonly #userFrom: StatementSync;
  readonly #recent: StatementSync;
  readonly #own: StatementSync;
  readonly #commenters: StatementSync;
  readonly #vote: StatementSync;
  readonly #acceptable: StatementSync;
  readonly #title: StatementSync;

  /** @param favoured the accounts that the activity is for: they do not act by themselves */
  constructor(world: World, favoured: () => readonly number[]) {
    const { db } = world;
    this.#favoured = favoured;
    this.sites = activeSites(world);
    this.#siteById = new Map(this.sites.map((site) => [site.id, site]));
    this.#highestUser = db.prepare('SELECT max(id) AS id FROM users WHERE site_id = ?');
    this.#userFrom = db.prepare(
      'SELECT id, account_id, display_name AS name FROM users WHERE site_id = ? AND id >= ? ORDER BY id LIMIT 1',
    );
    this.#recent = db.prepare(
      `SELECT ${POST_COLUMNS} FROM ${POST_JOINS} WHERE p.site_id = ? AND p.post_type = ? AND p.deleted_at IS NULL
         ORDER BY p.created_at DESC, p.id DESC LIMIT 60`,
    );
    this.#own = db.prepare(
      `SELECT ${POST_COLUMNS} FROM ${POST_JOINS}
         WHERE u.account_id = ? AND p.post_type IN (?, ?) AND p.deleted_at IS NULL
         ORDER BY p.created_at DESC, p.id DESC LIMIT 120`,
    );
    this.#commenters = db.prepare(
      `SELECT u.id, u.display_name AS name FROM comments c JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
         WHERE c.site_id = ? AND c.post_id = ? AND c.deleted_at IS NULL ORDER BY +c.id DESC LIMIT 10`,
    );
    this.#vote = db.prepare(
      'SELECT 1 FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ? AND vote_type IN (2, 3)',
    );
    this.#acceptable = db.prepare(
      `SELECT a.site_id, a.id FROM posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
         JOIN users u ON u.site_id = a.site_id AND u.id = a.owner_id
         JOIN users asker ON asker.site_id = q.site_id AND asker.id = q.owner_id
         WHERE a.post_type = 2 AND a.deleted_at IS NULL AND q.accepted_answer_id IS NULL AND q.deleted_at IS NULL
           AND q.owner_id <> a.owner_id AND (?1 IS NULL OR u.account_id = ?1)
           AND coalesce(asker.account_id, 0) NOT IN (SELECT value FROM json_each(?2))
         ORDER BY a.created_at DESC, a.site_id, a.id DESC LIMIT 30`,
    );
    this.#title = db.prepare('SELECT 1 FROM posts WHERE site_id = ? AND post_type = 1 AND title = ?');
  }

  /** Somebody of the site other than `except` and than those whom the activity is meant for. */
  actor(site: ActiveSite, random: Random, except: readonly number[] = []): Actor | undefined {
    const { id: highest } = this.#highestUser.get(site.id) as { id: number | null };
    for (let draw = 0; highest !== null && draw < MAX_ACTOR_DRAWS; draw += 1) {
      const user = this.#userFrom.get(site.id, random.integer(1, highest)) as
        | { id: number; account_id: number | null; name: string }
        | undefined;
      if (user === undefined || except.includes(user.id) || this.#favoured().includes(user.account_id ?? 0)) continue;
      return { id: user.id, name: user.name };
    }
    return undefined;
  }

  recentPost(site: ActiveSite, random: Random, postType: 1 | 2 = 1): CandidatePost | undefined {
    return this.#pick(this.#recent.all(site.id, postType) as unknown as PostRow[], random);
  }

  /** One of the recent posts of an account, on any site. */
  postOf(
    accountId: number,
    random: Random,
    postType?: 1 | 2,
    only: (site: ActiveSite, userId: number) => boolean = () => true,
  ): CandidatePost | undefined {
    const rows = this.#own.all(accountId, postType ?? 1, postType ?? 2) as unknown as PostRow[];
    const fitting = rows.filter((row) => {
      const site = this.#siteById.get(row.site_id);
      return site !== undefined && only(site, row.owner_id);
    });
    return this.#pick(fitting, random);
  }

  /** Those who have commented under a post, the last one first. */
  commenters(post: CandidatePost): Actor[] {
    return this.#commenters.all(post.site.id, post.id) as unknown as Actor[];
  }

  hasVoted(post: CandidatePost, voterId: number): boolean {
    return this.#vote.get(post.site.id, post.id, voterId) !== undefined;
  }

  /** An answer whose question has none accepted yet: somebody's, or of a certain account. */
  acceptable(random: Random, accountId?: number): { site: ActiveSite; answerId: number } | undefined {
    const rows = this.#acceptable.all(accountId ?? null, JSON.stringify(this.#favoured())) as unknown as {
      site_id: number;
      id: number;
    }[];
    const row = rows.length === 0 ? undefined : random.pick(rows);
    const site = row === undefined ? undefined : this.#siteById.get(row.site_id);
    return row === undefined || site === undefined ? undefined : { site, answerId: row.id };
  }

  isTitleTaken(site: ActiveSite, title: string): boolean {
    return this.#title.get(site.id, title) !== undefined;
  }

  #pick(rows: readonly PostRow[], random: Random): CandidatePost | undefined {
    if (rows.length === 0) return undefined;
    const row = random.pick(rows);
    const site = this.#siteById.get(row.site_id);
    const topic = site?.topics.find(({ tag }) => row.tags.includes(`|${tag}|`)) ?? site?.topics[0];
    if (site === undefined || topic === undefined) return undefined;
    return {
      site,
      topic,
      id: row.id,
      postType: row.post_type,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      questionId: row.parent_id ?? row.id,
      title: row.title,
      isClosed: row.closed_at !== null,
    };
  }
}
