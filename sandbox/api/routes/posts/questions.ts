import type { z } from 'zod';
import { forEach, idsFrom, kept, lookUp, byUsers, byIds } from '../../query/list-sql.ts';
import { defineRoute, listsOf, type Route, type RouteRequest, type Selection, type Sort } from '../../query/route.ts';
import { question } from '../../objects/question.ts';
import {
  findQuestions,
  findTags,
  LIVE_QUESTIONS,
  type QuestionSearch,
  TagNames,
  tagsInPath,
} from './find-questions.ts';
import { HOT_SORTS, POSTS, QUESTION_SORTS } from './posts.ts';

/** More tags than this at once match nothing (docs/api.md, "Tags and search"). */
const MAX_TAGS = 5;

/** Lists of questions, with their conditions and without: a search brings its own. */
const found = listsOf({ ...POSTS, of: question });
const live = listsOf({ ...POSTS, of: question, where: LIVE_QUESTIONS });

/** The state of a question that a list is of. */
type State = Pick<QuestionSearch, 'by' | 'few' | 'where' | 'total'>;

/** A list that `tagged` narrows to questions with all of the tags (docs/api.md, "Tags and search"). */
const tagged = (path: string, summary: string, state: State, sorts: Readonly<Record<string, Sort>> = QUESTION_SORTS) =>
  found<{ tagged: z.ZodOptional<typeof TagNames> }>(
    path,
    summary,
    (request, { tagged: all = [] }) => (all.length > MAX_TAGS ? undefined : findQuestions(request, { ...state, all })),
    { sorts, parameters: { tagged: TagNames.optional() } },
  );

/** Questions of the users in the path, in some state perhaps. */
const ofUsers = (path: string, summary: string, { few, where = [] }: State = {}): Route =>
  live(`/users/{ids}/${path}`, summary, (request) =>
    few === undefined
      ? byUsers('posts_owner', '$.owner_id', ...where)(request)
      : { where, ...lookUp('$.owner_id', request.users, few) },
  );

/** The states of a question that have lists of their own, each with how it is found in the whole site. */
const STATES = {
  featured: { of: 'with an open bounty', where: ['p.bounty_closes_at > :now'], few: 'posts_bounty' },
  unanswered: {
    of: 'that have no answer with a positive score and no accepted one',
    where: ['p.accepted_answer_id IS NULL', 'p.good_answers = 0'],
    by: 'posts_unanswered',
    total: kept('unanswered'),
  },
  'no-answers': { of: 'that nobody has answered', where: ['p.answer_count = 0'], by: 'posts_no_answers' },
  unaccepted: {
    of: 'that have answers, none of them accepted',
    where: ['p.answer_count > 0', 'p.accepted_answer_id IS NULL', 'p.closed_at IS NULL'],
  },
} as const;

/** How many of the tags that are asked about a question has. */
const SHARED = `(SELECT count(*) FROM post_tags o
     WHERE o.site_id = $.site_id AND o.post_id = $.id AND o.tag_id IN (SELECT value FROM json_each(:tags)))`;
/** Of each tag so many of the latest questions are looked at, and of so many tags. */
const MAX_OF_TAG = 1000;
const MAX_TAGS_RELATED = 25;
const MAX_RELATED = 500;

/** Questions that have most tags in common with those asked about, among the latest of each tag. */
function related({ statements, site, ids }: RouteRequest): Selection | undefined {
  const asked = JSON.stringify(ids);
  const tags = statements
    .all(
      `SELECT t.tag_id FROM json_each(:asked) AS asked
         CROSS JOIN post_tags AS t ON t.site_id = :site AND t.post_id = asked.value
        GROUP BY t.tag_id ORDER BY count(*) DESC, t.tag_id LIMIT ${MAX_TAGS_RELATED}`,
      { asked, site: site.id },
    )
    .map((row) => Number(row['tag_id']));
  if (tags.length === 0) return undefined;
  const ofTags = forEach('o.tag_id', 'tag', tags);
  const latest = ofTags.any.map(
    (ofTag) => `SELECT * FROM (SELECT o.post_id FROM post_tags o INDEXED BY post_tags_activity
      WHERE o.site_id = :site AND ${ofTag} ORDER BY o.last_activity_at DESC, o.post_id DESC LIMIT ${MAX_OF_TAG})`,
  );
  const most = `(SELECT post_id AS value FROM (${latest.join(' UNION ALL ')})
    WHERE post_id NOT IN (SELECT value FROM json_each(:asked))
    GROUP BY post_id ORDER BY count(*) DESC, post_id DESC LIMIT ${MAX_RELATED})`;
  return idsFrom(most, { ...ofTags.bindings, asked, tags: JSON.stringify(tags) });
}

/** So many of the tags that somebody watches are looked under. */
const MAX_WATCHED = 20;

const unansweredOfMyTags = found(
  '/questions/unanswered/my-tags',
  "Lists unanswered questions with tags that the token's user watches.",
  (request) => {
    const { statements, site, own } = request;
    const watched = own().flatMap((user) =>
      statements.all(
        `SELECT tag FROM tag_preferences WHERE site_id = :site AND user_id = :user AND is_ignored = 0
          ORDER BY tag LIMIT ${MAX_WATCHED}`,
        { site: site.id, user },
      ),
    );
    if (watched.length === 0) return undefined;
    return findQuestions(request, { any: watched.map(({ tag }) => String(tag)), where: STATES.unanswered.where });
  },
  { needs: 'token' },
);

/** So many of the questions under a tag that are liked best are looked at. */
const MAX_ASKED = 500;
const LINKS = '(SELECT count(*) FROM post_links l WHERE l.site_id = $.site_id AND l.related_post_id = $.id)';

const frequentlyAsked = defineRoute(
  '/tags/{tags}/faq',
  'Lists the questions with all of these tags that others link to most.',
  {
    of: question,
    from: ['posts', 'p'],
    order: `${LINKS} DESC, $.score DESC, $.id`,
    where: LIVE_QUESTIONS,
    select(request) {
      const { statements, site } = request;
      const names = tagsInPath(request);
      const tags = findTags(statements, site.id, names, 'tag');
      if (tags.length < names.length) return undefined;
      return {
        ...idsFrom(
          `(SELECT t.post_id AS value FROM post_tags t INDEXED BY post_tags_votes
          WHERE t.site_id = :site AND t.tag_id = :tag0 ORDER BY t.score DESC, t.post_id DESC LIMIT ${MAX_ASKED})`,
          { tag0: tags[0]?.id ?? null, tags: JSON.stringify(tags.map(({ id }) => id)), all: names.length },
        ),
        where: [
          `(SELECT count(*) FROM post_tags x WHERE x.site_id = p.site_id AND x.post_id = p.id
            AND x.tag_id IN (SELECT value FROM json_each(:tags))) = :all`,
          'p.is_answered = 1',
        ],
      };
    },
  },
);

/** The other ends of links that have one of the questions at this end. */
const linked = (end: string, other: string) =>
  `SELECT l.${other}_id AS value FROM json_each(:asked) AS asked
     CROSS JOIN post_links AS l ON l.site_id = :site AND l.${end}_id = asked.value`;

/** Every list of questions that is not a search. */
export const questionRoutes: readonly Route[] = [
  tagged('/questions', 'Lists questions.', { total: kept('questions') }, { ...QUESTION_SORTS, ...HOT_SORTS }),
  live('/questions/{ids}', 'Gives questions by identifier.', byIds()),
  ...(['featured', 'unanswered', 'no-answers'] as const).map((state) =>
    tagged(`/questions/${state}`, `Lists questions ${STATES[state].of}.`, STATES[state]),
  ),
  unansweredOfMyTags,
  frequentlyAsked,
  ofUsers('questions', 'Questions of users.'),
  ...Object.entries(STATES).map(([name, { of, ...state }]) =>
    ofUsers(`questions/${name}`, `Lists users' questions ${of}.`, state),
  ),
  live('/answers/{ids}/questions', 'Gives the questions that answers belong to.', ({ ids }) =>
    idsFrom(
      `(SELECT DISTINCT a.parent_id AS value FROM json_each(:answers) AS asked
        CROSS JOIN posts AS a ON a.site_id = :site AND a.id = asked.value
        WHERE a.post_type = 2 AND a.deleted_at IS NULL)`,
      { answers: JSON.stringify(ids) },
    ),
  ),
  live('/questions/{ids}/linked', 'Lists questions that link to these, or that these link to.', ({ ids }) =>
    idsFrom(`(${linked('post', 'related_post')} UNION ${linked('related_post', 'post')})`, {
      asked: JSON.stringify(ids),
    }),
  ),
  live(
    '/questions/{ids}/related',
    'Lists questions that share tags with these, the ones with the most in common first.',
    related,
    { sorts: { rank: { sql: SHARED, bound: 'none' }, ...QUESTION_SORTS } },
  ),
];
