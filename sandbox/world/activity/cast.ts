import type { Random } from '../random.ts';
import type { Topic } from '../text/topics/topic.ts';
import { topicsOf } from '../text/topics/topics.ts';
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
  stage: ActiveSite;
  id: number;
  postType: number;
  ownerId: number;
  ownerName: string;
  questionId: number;
  title: string;
  isClosed: boolean;
  topic: Topic;
}

/** Looks for people and posts that an act can be about. */
export interface Candidates {
  readonly stages: readonly ActiveSite[];
  /** Somebody of the site other than `except` and than those whom the activity is meant for. */
  actor(stage: ActiveSite, random: Random, except?: readonly number[]): Actor | undefined;
  recentPost(stage: ActiveSite, random: Random, postType?: 1 | 2): CandidatePost | undefined;
  /** One of the recent posts of an account, on any site. */
  postOf(
    accountId: number,
    random: Random,
    postType?: 1 | 2,
    only?: (stage: ActiveSite, userId: number) => boolean,
  ): CandidatePost | undefined;
  /** The names of those who have commented under a post, the last one first. */
  commenters(post: CandidatePost): Actor[];
  hasVoted(post: CandidatePost, voterId: number): boolean;
  /** An answer whose question has none accepted yet: somebody's, or of a certain account. */
  acceptable(random: Random, accountId?: number): { stage: ActiveSite; answerId: number } | undefined;
  isTitleTaken(stage: ActiveSite, title: string): boolean;
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
  coalesce(q.title, p.title) AS title, coalesce(q.tags, p.tags) AS tags, coalesce(q.closed_at, p.closed_at) AS closed_at`;
const POST_JOINS = `posts p JOIN users u ON u.site_id = p.site_id AND u.id = p.owner_id
  LEFT JOIN posts q ON q.site_id = p.site_id AND q.id = p.parent_id`;

/** @param favoured the accounts that the activity is for: they do not act by themselves */
export function createCandidates({ db }: World, favoured: () => readonly number[]): Candidates {
  const stages = (
    db.prepare('SELECT id, api_site_parameter AS key, site_type FROM sites ORDER BY id').all() as unknown as {
      id: number;
      key: string;
      site_type: string;
    }[]
  )
    .map(({ id, key, site_type: type }): ActiveSite => ({
      id,
      key,
      isMain: type === 'main_site',
      topics: topicsOf(key),
    }))
    .filter(({ topics }) => topics.length > 0);
  const stageById = new Map(stages.map((stage) => [stage.id, stage]));
  const highestUser = db.prepare('SELECT max(id) AS id FROM users WHERE site_id = ?');
  const userFrom = db.prepare(
    'SELECT id, account_id, display_name AS name FROM users WHERE site_id = ? AND id >= ? ORDER BY id LIMIT 1',
  );
  const recent = db.prepare(
    `SELECT ${POST_COLUMNS} FROM ${POST_JOINS} WHERE p.site_id = ? AND p.post_type = ? AND p.deleted_at IS NULL ORDER BY p.created_at DESC, p.id DESC LIMIT 60`,
  );
  const own = db.prepare(
    `SELECT ${POST_COLUMNS} FROM ${POST_JOINS} WHERE u.account_id = ? AND p.post_type IN (?, ?) AND p.deleted_at IS NULL ORDER BY p.created_at DESC, p.id DESC LIMIT 120`,
  );
  const commenters = db.prepare(
    `SELECT u.id, u.display_name AS name FROM comments c JOIN users u ON u.site_id = c.site_id AND u.id = c.owner_id
       WHERE c.site_id = ? AND c.post_id = ? AND c.deleted_at IS NULL ORDER BY c.id DESC LIMIT 10`,
  );
  const vote = db.prepare(
    'SELECT 1 FROM votes WHERE site_id = ? AND post_id = ? AND voter_id = ? AND vote_type IN (2, 3)',
  );
  const acceptable = db.prepare(
    `SELECT a.site_id, a.id FROM posts a JOIN posts q ON q.site_id = a.site_id AND q.id = a.parent_id
       JOIN users u ON u.site_id = a.site_id AND u.id = a.owner_id JOIN users asker ON asker.site_id = q.site_id AND asker.id = q.owner_id
       WHERE a.post_type = 2 AND a.deleted_at IS NULL AND q.accepted_answer_id IS NULL AND q.deleted_at IS NULL AND q.owner_id <> a.owner_id
         AND (?1 IS NULL OR u.account_id = ?1) AND coalesce(asker.account_id, 0) NOT IN (SELECT value FROM json_each(?2))
       ORDER BY a.created_at DESC, a.site_id, a.id DESC LIMIT 30`,
  );
  const title = db.prepare('SELECT 1 FROM posts WHERE site_id = ? AND post_type = 1 AND title = ?');

  const asScenePost = (row: PostRow): CandidatePost | undefined => {
    const stage = stageById.get(row.site_id);
    const topic = stage?.topics.find(({ tag }) => row.tags.includes(`|${tag}|`)) ?? stage?.topics[0];
    if (stage === undefined || topic === undefined) return undefined;
    return {
      stage,
      topic,
      id: row.id,
      postType: row.post_type,
      ownerId: row.owner_id,
      ownerName: row.owner_name,
      questionId: row.parent_id ?? row.id,
      title: row.title,
      isClosed: row.closed_at !== null,
    };
  };
  const pickPost = (rows: readonly PostRow[], random: Random): CandidatePost | undefined =>
    rows.length === 0 ? undefined : asScenePost(random.pick(rows));

  return {
    stages,
    actor(stage, random, except = []) {
      const { id: highest } = highestUser.get(stage.id) as { id: number | null };
      for (let attempt = 0; highest !== null && attempt < 30; attempt += 1) {
        const user = userFrom.get(stage.id, random.integer(1, highest)) as
          | { id: number; account_id: number | null; name: string }
          | undefined;
        if (user === undefined || except.includes(user.id) || favoured().includes(user.account_id ?? 0)) continue;
        return { id: user.id, name: user.name };
      }
      return undefined;
    },
    recentPost: (stage, random, postType = 1) =>
      pickPost(recent.all(stage.id, postType) as unknown as PostRow[], random),
    postOf(accountId, random, postType, only = () => true) {
      const rows = own.all(accountId, postType ?? 1, postType ?? 2) as unknown as PostRow[];
      const fitting = rows.filter((row) => {
        const stage = stageById.get(row.site_id);
        return stage !== undefined && only(stage, row.owner_id);
      });
      return pickPost(fitting, random);
    },
    commenters: (post) => commenters.all(post.stage.id, post.id) as unknown as Actor[],
    hasVoted: (post, voterId) => vote.get(post.stage.id, post.id, voterId) !== undefined,
    acceptable(random, accountId) {
      const rows = acceptable.all(accountId ?? null, JSON.stringify(favoured())) as unknown as {
        site_id: number;
        id: number;
      }[];
      const row = rows.length === 0 ? undefined : random.pick(rows);
      const stage = row === undefined ? undefined : stageById.get(row.site_id);
      return row === undefined || stage === undefined ? undefined : { stage, answerId: row.id };
    },
    isTitleTaken: (stage, text) => title.get(stage.id, text) !== undefined,
  };
}
