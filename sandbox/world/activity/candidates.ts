import type { StatementSync } from 'node:sqlite';
import type { Random } from '../random.ts';
import { topicsOf, type Topic } from '../text/sites.ts';
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
  reputation: number;
}

/** A live post as the database has it, with the text of its question. */
interface PostRow {
  siteId: number;
  id: number;
  postType: number;
  ownerId: number;
  title: string;
  tags: string;
  closedAt: number | null;
  bountyClosesAt: number | null;
}

export interface CandidatePost extends PostRow {
  site: ActiveSite;
  topic: Topic;
}

const POSTS = `SELECT p.site_id AS siteId, p.id, p.post_type AS postType, p.owner_id AS ownerId,
    coalesce(q.title, p.title) AS title, coalesce(q.tags, p.tags) AS tags,
    coalesce(q.closed_at, p.closed_at) AS closedAt, p.bounty_closes_at AS bountyClosesAt
  FROM posts p JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
  LEFT JOIN posts q ON q.site_id = p.site_id AND q.id = p.parent_id`;
const LATEST = 'ORDER BY p.created_at DESC, p.id DESC';

/** The sites that there are texts for. */
function activeSites({ db }: World): ActiveSite[] {
  const rows = db.prepare('SELECT id, api_site_parameter AS key, site_type AS type FROM sites ORDER BY id').all();
  return (rows as unknown as { id: number; key: string; type: string }[])
    .map(({ id, key, type }) => ({ id, key, isMain: type === 'main_site', topics: topicsOf(key) }))
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
  readonly #lastCommenter: StatementSync;
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
      `SELECT id, account_id AS accountId, display_name AS name, reputation FROM users
         WHERE site_id = ? AND id >= ? ORDER BY id LIMIT 1`,
    );
    this.#recent = db.prepare(
      `${POSTS} WHERE p.site_id = ? AND p.post_type = ? AND p.deleted_at IS NULL ${LATEST} LIMIT 60`,
    );
    this.#own = db.prepare(
      `${POSTS} WHERE u.account_id = ? AND p.post_type IN (?, ?) AND p.deleted_at IS NULL ${LATEST} LIMIT 120`,
    );
    this.#lastCommenter = db.prepare(
      `SELECT u.display_name AS name FROM comments c JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
         WHERE c.site_id = ? AND c.post_id = ? AND c.deleted_at IS NULL AND u.id <> ? ORDER BY +c.id DESC LIMIT 1`,
    );
    this.#vote = db.prepare(
      'SELECT 1 FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ? AND vote_type IN (2, 3)',
    );
    this.#acceptable = db.prepare(
      `SELECT a.site_id AS siteId, a.id AS answerId FROM posts a
         JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
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
      const user = this.#userFrom.get(site.id, random.integer(1, highest)) as unknown as
        | (Actor & { accountId: number | null })
        | undefined;
      if (user && !except.includes(user.id) && !this.#favoured().includes(user.accountId ?? 0)) return user;
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
    only: (siteId: number, userId: number) => boolean = () => true,
  ): CandidatePost | undefined {
    const rows = this.#own.all(accountId, postType ?? 1, postType ?? 2) as unknown as PostRow[];
    return this.#pick(
      rows.filter(({ siteId, ownerId }) => this.#siteById.has(siteId) && only(siteId, ownerId)),
      random,
    );
  }

  /** Name of the last commenter under a post other than `except`. */
  lastCommenter(post: CandidatePost, except: number): string | undefined {
    return (this.#lastCommenter.get(post.siteId, post.id, except) as { name: string } | undefined)?.name;
  }

  hasVoted(post: CandidatePost, voterId: number): boolean {
    return this.#vote.get(post.siteId, post.id, voterId) !== undefined;
  }

  /** An answer whose question has none accepted yet: somebody's, or of a certain account. */
  acceptable(random: Random, accountId?: number): { site: ActiveSite; answerId: number } | undefined {
    const rows = this.#acceptable.all(accountId ?? null, JSON.stringify(this.#favoured()));
    if (rows.length === 0) return undefined;
    const { siteId, answerId } = random.pick(rows) as { siteId: number; answerId: number };
    const site = this.#siteById.get(siteId);
    return site && { site, answerId };
  }

  isTitleTaken(site: ActiveSite, title: string): boolean {
    return this.#title.get(site.id, title) !== undefined;
  }

  #pick(rows: readonly PostRow[], random: Random): CandidatePost | undefined {
    if (rows.length === 0) return undefined;
    const row = random.pick(rows);
    const site = this.#siteById.get(row.siteId);
    const topic = site?.topics.find(({ tag }) => row.tags.includes(`|${tag}|`)) ?? site?.topics[0];
    return site && topic && { ...row, site, topic };
  }
}
