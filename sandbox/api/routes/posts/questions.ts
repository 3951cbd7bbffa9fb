import type { z } from 'zod';
import { defineRoute, type Route, type RouteRequest, type Selection, type Sort } from '../../query/route.ts';
import { question } from '../../objects/posts/question.ts';
import { sqlList } from '../../query/list-sql.ts';
import { HOT_SORTS, LIVE_QUESTIONS, QUESTION_SORTS } from './question-sorts.ts';
import { tagIds, TagNames, withAll } from './tagged.ts';

/** More tags than this at once match nothing (docs/api.md, "Tags and search"). */
const MAX_TAGS = 5;

const common = {
  site: 'required',
  of: question,
  from: ['posts', 'p'],
  tie: '$.id',
  created: '$.created_at',
} as const;

/** Which questions a list is of. */
interface QuestionList {
  readonly summary: string;
  readonly path: string;
  /** Further paths to the same, e.g. the twin under /me. */
  readonly twins?: readonly string[];
  readonly where?: readonly string[];
  readonly sorts?: Readonly<Record<string, Sort>>;
  readonly needs?: Route['needs'];
  /** What of the path is meant. */
  readonly meant?: (request: RouteRequest) => Selection;
}

const selectionOf = ({ where = [], meant }: QuestionList, request: RouteRequest, also?: Selection): Selection => {
  const named = meant?.(request);
  return {
    where: [...LIVE_QUESTIONS, ...where, ...(named?.where ?? []), ...(also?.where ?? [])],
    bindings: { ...named?.bindings, ...also?.bindings },
  };
};

const definition = ({ summary, path, twins = [], needs, sorts = QUESTION_SORTS }: QuestionList) =>
  ({ ...common, ...(needs ? { needs } : {}), summary, name: path, paths: [path, ...twins], sorts }) as const;

/** A list that `tagged` narrows to questions with all of the tags (docs/api.md, "Tags and search"). */
const taggedQuestions = (list: QuestionList): Route =>
  defineRoute<{ tagged: z.ZodOptional<typeof TagNames> }>({
    ...definition(list),
    parameters: { tagged: TagNames.optional() },
    select(request, { tagged = [] }) {
      if (tagged.length > MAX_TAGS) return undefined;
      const carrying = withAll(tagIds(request.statements, request.site.id, tagged));
      return carrying && selectionOf(list, request, carrying);
    },
  });

const questionList = (list: QuestionList): Route =>
  defineRoute({ ...definition(list), select: (request) => selectionOf(list, request) });

/** Questions of the users in the path. */
const byUsers = ({ users }: RouteRequest): Selection => {
  const { list, bindings } = sqlList('user', users);
  return { where: [`p.owner_id IN (${list})`], bindings };
};

const ANSWERED = `EXISTS (SELECT 1 FROM posts a WHERE a.site_id = p.site_id AND a.parent_id = p.id AND +a.post_type = 2
  AND +a.score > 0 AND a.deleted_at IS NULL)`;
const OPEN = 'p.closed_at IS NULL';

/** The states of a question that have lists of their own. */
const STATES = {
  featured: { of: 'with an open bounty', where: ['p.bounty_closes_at > :now'] },
  unanswered: {
    of: 'that have no answer with a positive score and no accepted one',
    where: ['p.accepted_answer_id IS NULL', `NOT ${ANSWERED}`],
  },
  'no-answers': { of: 'that nobody has answered', where: ['p.answer_count = 0'] },
  unaccepted: {
    of: 'that have answers, none of them accepted',
    where: ['p.answer_count > 0', 'p.accepted_answer_id IS NULL', OPEN],
  },
} as const;

const ofSite = (['featured', 'unanswered', 'no-answers'] as const).map((state) =>
  taggedQuestions({
    summary: `Lists questions ${STATES[state].of}.`,
    path: `/questions/${state}`,
    where: STATES[state].where,
  }),
);

const ofUsers = Object.entries(STATES).map(([state, { of, where }]) =>
  questionList({
    summary: `Lists users' questions ${of}.`,
    path: `/users/{ids}/questions/${state}`,
    twins: [`/me/questions/${state}`],
    where,
    meant: byUsers,
  }),
);

/** How many of the tags that are asked about a question has. */
const SHARED = `(SELECT count(*) FROM post_tags o
     WHERE o.site_id = $.site_id AND o.post_id = $.id AND o.tag_id IN (SELECT value FROM json_each(:tags)))`;
const MAX_RELATED = 500;

/** Every list of questions that is not a search. */
export const questionRoutes: readonly Route[] = [
  taggedQuestions({ summary: 'Lists questions.', path: '/questions', sorts: { ...QUESTION_SORTS, ...HOT_SORTS } }),
  questionList({
    summary: 'Gives questions by identifier.',
    path: '/questions/{ids}',
    meant({ ids }) {
      const { list, bindings } = sqlList('id', ids);
      return { where: [`p.id IN (${list})`], bindings };
    },
  }),
  ...ofSite,
  questionList({
    summary: 'Questions of users.',
    path: '/users/{ids}/questions',
    twins: ['/me/questions'],
    meant: byUsers,
  }),
  ...ofUsers,
  questionList({
    summary: 'Gives the questions that answers belong to.',
    path: '/answers/{ids}/questions',
    meant({ ids }) {
      const { list, bindings } = sqlList('id', ids);
      return {
        where: [
          `p.id IN (SELECT a.parent_id FROM posts a
             WHERE a.site_id = :site AND a.post_type = 2 AND a.deleted_at IS NULL AND a.id IN (${list}))`,
        ],
        bindings,
      };
    },
  }),
  questionList({
    summary: 'Lists questions that link to these, or that these link to.',
    path: '/questions/{ids}/linked',
    meant({ ids }) {
      const { list, bindings } = sqlList('id', ids);
      return {
        where: [
          `p.id IN (SELECT l.related_post_id FROM post_links l WHERE l.site_id = :site AND l.post_id IN (${list})
             UNION SELECT l.post_id FROM post_links l WHERE l.site_id = :site AND l.related_post_id IN (${list}))`,
        ],
        bindings,
      };
    },
  }),
  questionList({
    summary: 'Lists questions that share tags with these, the ones with the most in common first.',
    path: '/questions/{ids}/related',
    sorts: { rank: { sql: SHARED, bound: 'none' }, ...QUESTION_SORTS },
    meant({ statements, site, ids }) {
      const { list, bindings } = sqlList('id', ids);
      const tags = statements.all(
        `SELECT DISTINCT tag_id FROM post_tags WHERE site_id = :site AND post_id IN (${list})`,
        { ...bindings, site: site.id },
      );
      return {
        where: [
          `p.id IN (SELECT o.post_id FROM post_tags o
             WHERE o.site_id = :site AND o.tag_id IN (SELECT value FROM json_each(:tags))
             AND o.post_id NOT IN (${list}) GROUP BY o.post_id
               ORDER BY count(*) DESC, o.post_id DESC LIMIT ${MAX_RELATED})`,
        ],
        bindings: { ...bindings, tags: JSON.stringify(tags.map((row) => row['tag_id'])) },
      };
    },
  }),
];
