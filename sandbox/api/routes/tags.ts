import type { z } from 'zod';
import { badParameter } from '../errors.ts';
import { tagScore } from '../objects/people.ts';
import { answer } from '../objects/posts.ts';
import { question } from '../objects/question.ts';
import { tag, tagSynonym, tagWiki, topTag, userTag } from '../objects/tags.ts';
import { lookUp, sqlList } from '../query/list-sql.ts';
import { SearchText } from '../query/parameters.ts';
import { defineRoute, listsOf, type Route, type Sort, byDate, byNumber, byText } from '../query/route.ts';
import { findTags, LIVE_QUESTIONS, tagsInPath } from './posts/find-questions.ts';
import { LIVE_ANSWERS, POSTS } from './posts/posts.ts';

/** The default is activity, as everywhere it is a sort (docs/api.md, "Differences"). */
const TAG_SORTS = {
  activity: byDate('$.last_activity_at'),
  popular: byNumber('$.count'),
  name: byText('$.name'),
} as const satisfies Record<string, Sort>;
const { popular, ...laterSorts } = TAG_SORTS;

/** Lists of tags of the request's site. */
export const TAGS = {
  of: tag,
  from: ['tags', 't'],
  sorts: TAG_SORTS,
  tie: '$.name',
  where: ['t.site_id = :site'],
} as const;

/** With the default sort of the public service. */
const BY_POPULARITY = { instead: { flag: 'tagsByPopularity', sorts: { popular, ...laterSorts } } } as const;
const tags = listsOf({ ...TAGS, ...BY_POPULARITY });

/** A list that `inname` narrows. @param few the index of the few tags that it is of, and what they have in common */
const named = (path: string, summary: string, few?: { readonly index: string; readonly where: string }) =>
  tags<{ inname: z.ZodOptional<typeof SearchText> }>(
    path,
    summary,
    (_request, { inname }) => ({
      ...(few ? { index: few.index } : { by: 'tags' }),
      where: [...(few ? [few.where] : []), ...(inname ? ['instr(t.name, :inname) > 0'] : [])],
      bindings: { inname: inname?.toLowerCase() ?? null },
    }),
    { parameters: { inname: SearchText.optional() } },
  );

const MAX_RELATED = 60;
const MAX_RELATED_TO = 4;

/** With several tags, so many of the latest questions with the rarest of them are looked at. */
const MAX_QUESTIONS = 5000;

/** Other tags by how many questions have them beside these: kept of one tag, counted of several. */
function related([rarest = '', ...others]: readonly string[]): string {
  const asked = [rarest, ...others].map((name) => `:${name}`).join(', ');
  const carried = others.map(
    (name) => `EXISTS (SELECT 1 FROM post_tags x
             WHERE x.site_id = :site AND x.post_id = t.post_id AND x.tag_id = :${name})`,
  );
  const shared =
    others.length === 0
      ? `SELECT other_id AS tag_id, count AS shared FROM tag_pairs INDEXED BY tag_pairs_count
          WHERE site_id = :site AND tag_id = :${rarest} AND count > 0 ORDER BY count DESC LIMIT 1000`
      : `SELECT o.tag_id, count(*) AS shared FROM
           (SELECT t.post_id FROM post_tags t INDEXED BY post_tags_activity
             WHERE t.site_id = :site AND t.tag_id = :${rarest}
             ORDER BY t.last_activity_at DESC LIMIT ${MAX_QUESTIONS}) AS t
           CROSS JOIN post_tags o ON o.site_id = :site AND o.post_id = t.post_id
          WHERE ${carried.join(' AND ')} GROUP BY o.tag_id`;
  return `(SELECT t.site_id, t.id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at,
      t.count AS popularity, o.shared AS count FROM (${shared}) AS o
      CROSS JOIN tags t ON t.site_id = :site AND t.id = o.tag_id WHERE t.id NOT IN (${asked})
     ORDER BY o.shared DESC, t.count DESC, t.name LIMIT ${MAX_RELATED})`;
}

const synonyms = listsOf({
  of: tagSynonym,
  from: ['tag_synonyms', 's'],
  sorts: {
    activity: byDate('$.last_applied_at'),
    applied: byNumber('$.applied_count'),
    creation: byDate('$.created_at'),
  },
  created: '$.created_at',
  where: ['s.site_id = :site'],
});

const PERIOD_SECONDS: Readonly<Record<string, number | undefined>> = { all_time: undefined, month: 30 * 86_400 };

/** How many are named: 30 in the documentation of 2.0, 20 in that of 2.3 (docs/api.md, "Tags and search"). */
const mostNamed = (version: number) => (version < 2.3 ? 30 : 20);

/** Everybody's sums under the tag are kept; those of a month are made of what is new under it. */
const KEPT = (kind: 'answer' | 'question') =>
  `SELECT user_id AS owner_id, ${kind}_score AS score, ${kind}_count AS posts
     FROM tag_users INDEXED BY tag_users_${kind}s
    WHERE site_id = :site AND tag_id = :tag AND ${kind}_count > 0
    ORDER BY ${kind}_score DESC, ${kind}_count DESC, user_id LIMIT :most`;
const NEW_QUESTIONS = `SELECT p.owner_id, sum(p.score) AS score, count(*) AS posts
  FROM post_tags t INDEXED BY post_tags_creation CROSS JOIN posts p ON p.site_id = t.site_id AND p.id = t.post_id
  WHERE t.site_id = :site AND t.tag_id = :tag AND t.created_at >= :from AND p.owner_id IS NOT NULL GROUP BY 1`;
/** A question was active no earlier than its newest answer. */
const NEW_ANSWERS = `SELECT p.owner_id, sum(p.score) AS score, count(*) AS posts
  FROM post_tags t INDEXED BY post_tags_activity
    CROSS JOIN posts p INDEXED BY posts_parent ON p.site_id = t.site_id AND p.parent_id = t.post_id
  WHERE t.site_id = :site AND t.tag_id = :tag AND t.last_activity_at >= :from AND p.post_type = 2
    AND p.deleted_at IS NULL AND p.created_at >= :from AND p.owner_id IS NOT NULL GROUP BY 1`;

/** Users with their sums, of which there is one for each. */
const best = (sums: string) =>
  `(SELECT u.*, s.score AS tag_score, s.posts AS tag_posts FROM (${sums}) AS s
      CROSS JOIN users u ON u.site_id = :site AND u.id = s.owner_id
     ORDER BY s.score DESC, s.posts DESC, u.id LIMIT :most)`;

const topOfTag = (people: string, kind: 'answer' | 'question', ofMonth: string): Route =>
  defineRoute(
    `/tags/{tag}/top-${people}/{period}`,
    `Lists the users whose ${kind}s under a tag are liked best, of the last month or all time.`,
    {
      of: tagScore,
      from: ['users', 'u'],
      order: '$.tag_score DESC, $.tag_posts DESC, $.id',
      select({ words, version, now, statements, site }) {
        const [period = ''] = words['period'] ?? [];
        if (!Object.hasOwn(PERIOD_SECONDS, period)) throw badParameter('period');
        const [name = ''] = words['tag'] ?? [];
        if ((words['tag'] ?? []).length > 1) throw badParameter('tag');
        const known = statements.get('SELECT id FROM tags WHERE site_id = :site AND name = :tag', {
          site: site.id,
          tag: name.toLowerCase(),
        });
        const lasts = PERIOD_SECONDS[period];
        return (
          known && {
            from: [best(lasts === undefined ? KEPT(kind) : ofMonth), 'u', 'id'],
            bindings: {
              tag: Number(known['id']),
              from: lasts === undefined ? 0 : now - lasts,
              most: mostNamed(version),
            },
          }
        );
      },
    },
  );

/** How many tags are named. */
const MAX_TAGS = 30;

/** @param what is liked, and its kinds in `tag_users` */
const topTags = (path: string, what: string, ...kinds: readonly ('answer' | 'question')[]): Route => {
  const [score, count] = ['score', 'count'].map((of) => `(${kinds.map((kind) => `$.${kind}_${of}`).join(' + ')})`);
  const liked = `(SELECT * FROM tag_users AS $ WHERE $.site_id = :site AND $.user_id = :user AND ${count} > 0
    ORDER BY ${score} DESC, $.tag_id LIMIT ${MAX_TAGS})`;
  return defineRoute(`/users/{id}/${path}`, `Lists the tags under which ${what} liked best.`, {
    of: topTag,
    from: ['tag_users', 'w'],
    order: `${score} DESC, $.tag_id`,
    select: ({ users: [user = null] }) => ({
      from: [liked.replaceAll('$', 'w'), 'w', 'tag_id'],
      bindings: { user },
    }),
  });
};

/** Posts of a user under all of the tags in the path; each is looked up while the user's are read in order. */
const topPosts = (kind: 'answers' | 'questions', summary: string): Route =>
  defineRoute(`/users/{id}/tags/{tags}/top-${kind}`, summary, {
    ...POSTS,
    of: kind === 'answers' ? answer : question,
    where: kind === 'answers' ? LIVE_ANSWERS : LIVE_QUESTIONS,
    select(request) {
      const [user = null] = request.users;
      const names = tagsInPath(request);
      const { list, bindings } = sqlList('tag', names);
      const carried = `(SELECT count(*) FROM post_tags x WHERE x.site_id = $.site_id
        AND x.post_id = coalesce($.parent_id, $.id)
        AND x.tag_id IN (SELECT id FROM tags WHERE site_id = :site AND name IN (${list})))`;
      return {
        by: 'posts_owner',
        where: ['$.owner_id = :user', `${carried} = :all`],
        bindings: { ...bindings, user, all: names.length },
      };
    },
  });

export const tagRoutes: readonly Route[] = [
  named('/tags', 'Lists tags; `inname` is looked for anywhere in the name, as one piece.'),
  named('/tags/moderator-only', 'Lists the tags that only moderators may use.', {
    index: 'tags_moderator_only',
    where: 't.is_moderator_only = 1',
  }),
  named('/tags/required', 'Lists the tags one of which every question must have.', {
    index: 'tags_required',
    where: 't.is_required = 1',
  }),
  tags('/tags/{tags}/info', 'Gives tags by name.', (request) => lookUp('$.name', tagsInPath(request))),
  defineRoute(
    '/tags/{tags}/related',
    'Lists the tags that questions with all of these tags have besides, each with how many such questions have it.',
    {
      of: tag,
      from: ['tags', 't'],
      order: '$.count DESC, $.popularity DESC, $.name',
      select(request) {
        const names = tagsInPath(request);
        if (names.length > MAX_RELATED_TO) throw badParameter('tags');
        const known = findTags(request.statements, request.site.id, names, 'tag');
        if (known.length < names.length) return undefined;
        return {
          from: [related(known.map(({ name }) => name)), 't', 'id'],
          bindings: Object.fromEntries(known.map(({ name, id }) => [name, id])),
        };
      },
    },
  ),
  defineRoute('/users/{ids}/tags', 'Tags that users write about, each with the number of their posts.', {
    ...BY_POPULARITY,
    of: userTag,
    from: [
      `(SELECT t.site_id, t.name, t.has_synonyms, t.is_moderator_only, t.is_required, t.last_activity_at, w.user_id,
          w.question_count + w.answer_count AS count FROM tag_users w
          CROSS JOIN tags t ON t.site_id = w.site_id AND t.id = w.tag_id
         WHERE w.site_id = :site AND w.user_id IN (SELECT value FROM json_each(:users))
           AND w.question_count + w.answer_count > 0)`,
      't',
    ],
    sorts: TAG_SORTS,
    tie: '$.name, $.user_id',
    select: ({ users }) => ({ bindings: { users: JSON.stringify(users) } }),
  }),
  synonyms('/tags/synonyms', 'Lists the synonyms of all tags.', () => ({ by: 'tag_synonyms' })),
  synonyms('/tags/{tags}/synonyms', 'Lists the synonyms of these tags.', (request) =>
    lookUp('$.to_tag', tagsInPath(request), 'tag_synonyms_to'),
  ),
  defineRoute('/tags/{tags}/wikis', 'Tells what tags are for.', {
    of: tagWiki,
    from: ['tags', 't'],
    order: '$.name',
    where: ['t.site_id = :site', 'coalesce(t.excerpt_post_id, t.wiki_post_id) IS NOT NULL'],
    select: (request) => lookUp('$.name', tagsInPath(request)),
  }),
  topOfTag('answerers', 'answer', NEW_ANSWERS),
  topOfTag('askers', 'question', NEW_QUESTIONS),
  topTags('top-answer-tags', "a user's answers are", 'answer'),
  topTags('top-question-tags', "a user's questions are", 'question'),
  topTags('top-tags', 'what a user wrote is', 'answer', 'question'),
  topPosts('answers', "Lists a user's answers to questions with all of these tags."),
  topPosts('questions', "Lists a user's questions with all of these tags."),
];
