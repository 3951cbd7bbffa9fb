import { createStatements } from '../database/statements.ts';
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

type Actor = Record<'id' | 'reputation', number> & { name: string };

/** A live post as the database has it, with the text of its question. */
type PostRow = Record<'siteId' | 'id' | 'postType' | 'ownerId', number> &
  Record<'title' | 'tags', string> &
  Record<'closedAt' | 'bountyClosesAt', number | null>;

export interface CandidatePost extends PostRow {
  site: ActiveSite;
  topic: Topic;
}

const POSTS = `SELECT p.site_id AS siteId, p.id, p.post_type AS postType, p.owner_id AS ownerId,
    coalesce(q.title, p.title) AS title, coalesce(q.tags, p.tags) AS tags,
    coalesce(q.closed_at, p.closed_at) AS closedAt, p.bounty_closes_at AS bountyClosesAt
  FROM posts p JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
  LEFT JOIN posts q ON q.site_id = p.site_id AND q.id = p.parent_id`;
const ACCEPTABLE = `SELECT a.site_id AS siteId, a.id AS answerId FROM posts a
  JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
  JOIN users u ON u.site_id = a.site_id AND u.id = a.owner_id
  JOIN users asker ON asker.site_id = q.site_id AND asker.id = q.owner_id
  WHERE a.post_type = 2 AND a.deleted_at IS NULL AND q.accepted_answer_id IS NULL AND q.deleted_at IS NULL
    AND q.owner_id <> a.owner_id AND (:account IS NULL OR u.account_id = :account)
    AND coalesce(asker.account_id, 0) NOT IN (SELECT value FROM json_each(:favoured))
  ORDER BY a.created_at DESC, a.site_id, a.id DESC LIMIT 30`;
const LATEST = 'ORDER BY p.created_at DESC, p.id DESC';

/** The sites that there are texts for. */
function activeSites({ db }: World): ActiveSite[] {
  const rows = db.prepare('SELECT id, api_site_parameter AS key, site_type AS type FROM sites ORDER BY id').all();
  return rows
    .map(({ id, key, type }) => ({ id: Number(id), key: String(key), isMain: type === 'main_site' }))
    .map((site) => ({ ...site, topics: topicsOf(site.key) }))
    .filter(({ topics }) => topics.length > 0);
}

/** How often another person is drawn to find one who can act. */
const MAX_ACTOR_DRAWS = 30;

export type Candidates = ReturnType<typeof createCandidates>;

/**
 * Creates what looks for people and posts that an action can be about.
 * @param favoured the accounts that the activity is for: they do not act by themselves
 */
export function createCandidates(world: World, random: Random, favoured: () => readonly number[]) {
  const statements = createStatements(world.db);
  const sites = activeSites(world);
  const siteById = new Map(sites.map((site) => [site.id, site]));

  const pick = (rows: readonly PostRow[]): CandidatePost | undefined => {
    if (rows.length === 0) return undefined;
    const row = random.pick(rows);
    const site = siteById.get(row.siteId);
    const topic = site?.topics.find(({ tag }) => row.tags.includes(`|${tag}|`)) ?? site?.topics[0];
    return site && topic && { ...row, site, topic };
  };

  return {
    sites,
    /** Somebody of the site other than `except` and than those whom the activity is meant for. */
    actor({ id: site }: ActiveSite, except: readonly number[] = []): Actor | undefined {
      const highest = statements.get('SELECT max(id) AS id FROM users WHERE site_id = :site', { site })?.['id'];
      for (let draw = 0; highest && draw < MAX_ACTOR_DRAWS; draw += 1) {
        const user = statements.get(
          `SELECT id, account_id AS accountId, display_name AS name, reputation FROM users
             WHERE site_id = :site AND id >= :id ORDER BY id LIMIT 1`,
          { site, id: random.integer(1, Number(highest)) },
        ) as unknown as (Actor & { accountId: number | null }) | undefined;
        if (user && !except.includes(user.id) && !favoured().includes(user.accountId ?? 0)) return user;
      }
      return undefined;
    },
    recentPost: ({ id: site }: ActiveSite, type: 1 | 2) =>
      pick(
        statements.all(
          `${POSTS} WHERE p.site_id = :site AND p.post_type = :type AND p.deleted_at IS NULL ${LATEST} LIMIT 60`,
          { site, type },
        ) as unknown as PostRow[],
      ),
    /** One of the recent posts of an account, on any site. */
    postOf(account: number, type?: 1 | 2, only: (siteId: number, userId: number) => boolean = () => true) {
      const rows = statements.all(
        `${POSTS} WHERE u.account_id = :account AND p.post_type IN (:one, :other) AND p.deleted_at IS NULL
          ${LATEST} LIMIT 120`,
        { account, one: type ?? 1, other: type ?? 2 },
      ) as unknown as PostRow[];
      return pick(rows.filter(({ siteId, ownerId }) => siteById.has(siteId) && only(siteId, ownerId)));
    },
    /** Name of the last commenter under a post other than `except`. */
    lastCommenter: ({ siteId, id }: CandidatePost, except: number) =>
      statements.get(
        `SELECT u.display_name AS name FROM comments c JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
           WHERE c.site_id = :siteId AND c.post_id = :id AND c.deleted_at IS NULL AND u.id <> :except
           ORDER BY +c.id DESC LIMIT 1`,
        { siteId, id, except },
      )?.['name'] as string | undefined,
    hasVoted: ({ siteId, id }: CandidatePost, voter: number) =>
      statements.get(
        'SELECT 1 FROM votes WHERE site_id = :siteId AND post_id = :id AND voter_id = :voter AND vote_type IN (2, 3)',
        { siteId, id, voter },
      ) !== undefined,
    /** An answer whose question has none accepted yet: somebody's, or of a certain account. */
    acceptable(account: number | null = null): { site: ActiveSite; answerId: number } | undefined {
      const rows = statements.all(ACCEPTABLE, { account, favoured: JSON.stringify(favoured()) });
      if (rows.length === 0) return undefined;
      const { siteId, answerId } = random.pick(rows);
      const site = siteById.get(Number(siteId));
      return site && { site, answerId: Number(answerId) };
    },
    isTitleTaken: ({ id: site }: ActiveSite, title: string) =>
      statements.get('SELECT 1 FROM posts WHERE site_id = :site AND post_type = 1 AND title = :title', {
        site,
        title,
      }) !== undefined,
  };
}
