import type { Bindings, Statements } from '../../../world/database/statements.ts';
import { List } from '../../query/parameters.ts';
import type { RouteRequest, Selection, Tested } from '../../query/route.ts';
import { findHits, textBindings } from '../../query/text-search.ts';
import type { TextQuery } from '../../../world/database/text.ts';

/** Letters, digits and `.#+-_`, not more than 35 (docs/api.md, "Tags and search"). */
const TAG_PATTERN = /^[\p{L}\p{M}\p{N}.#+_-]{1,35}$/u;

/** As of any vector (docs/api.md, "Vectors"). */
const MAX_NAMES = 100;

/** Tag names as sent, separated by `;`, in lower case; what cannot be a tag is refused. */
export const TagNames = List.transform((names) =>
  // Vectors are the same in any order (docs/api.md, "Throttling").
  [...new Set(names.map((name) => name.toLowerCase()))].toSorted(),
).refine((names) => names.length <= MAX_NAMES && names.every((name) => TAG_PATTERN.test(name)));

/** The names of the tags in a path, each once. */
export const tagsInPath = ({ words }: RouteRequest): string[] => [
  ...new Set((words['tags'] ?? []).map((name) => name.toLowerCase())),
];

/** Questions of the request's site that are not deleted. */
export const LIVE_QUESTIONS = ['p.site_id = :site', 'p.post_type = 1', 'p.deleted_at IS NULL'] as const;

/** Conditions of a search for questions; all of it has to hold. */
export interface QuestionSearch {
  /** Tags that a question carries: all of them, one of them, none of them. */
  readonly all?: readonly string[];
  readonly any?: readonly string[];
  readonly none?: readonly string[];
  /** A query of the full text. */
  readonly words?: TextQuery;
  /** Conditions on `p`, the question. */
  readonly where?: readonly string[];
  readonly bindings?: Bindings;
  /** The family of indexes that is read where neither tags nor words lead to the questions; `posts` unless named. */
  readonly by?: string;
  /** The index of the few that the conditions hold for, where they do so for few. */
  readonly few?: string;
  /** As a selection's. */
  readonly total?: string;
}

interface Tag {
  /** The name that its id is bound to. */
  readonly name: string;
  readonly id: number;
  readonly count: number;
}

/** The tags of the site among some names, the rarest first. */
export function findTags(statements: Statements, site: number, names: readonly string[], prefix: string): Tag[] {
  return names
    .map((name) => statements.get('SELECT id, count FROM tags WHERE site_id = :site AND name = :name', { site, name }))
    .filter((row) => row !== undefined)
    .map((row) => ({ id: Number(row['id']), count: Number(row['count']) }))
    .toSorted((one, other) => one.count - other.count || one.id - other.id)
    .map((tag, index) => ({ ...tag, name: `${prefix}${index}` }));
}

const carries = (id: string, tags: readonly Tag[]) =>
  `EXISTS (SELECT 1 FROM post_tags x
     WHERE x.site_id = :site AND x.post_id = ${id} AND x.tag_id IN (${tags.map(({ name }) => `:${name}`).join(', ')}))`;

const TAGGED = ['post_tags', 't', 'post_id'] as const;
const POST_OF_TAG = 'CROSS JOIN posts AS p ON p.site_id = t.site_id AND p.id = t.post_id';

/** Tags by what is asked of them; those of `all` and `any` are there, the rarest first. */
interface Tags {
  readonly all: readonly Tag[];
  readonly any: readonly Tag[];
  readonly none: readonly Tag[];
}

/** Conditions on a question by its id: all of some tags, none of others. */
const tagConditions = (id: string, all: readonly Tag[], none: readonly Tag[]): string[] => [
  ...all.map((tag) => carries(id, [tag])),
  ...(none.length > 0 ? [`NOT ${carries(id, none)}`] : []),
];

/** The list of a tag, or of each of several: a question with two of them is told under the first. */
function underTags({ all: [rarest, ...others], any, none }: Tags, where: readonly string[], test: Tested | undefined) {
  const oneOf = any.map(({ name }, index) => [
    `t.tag_id = :${name}`,
    ...(index > 0 ? [`NOT ${carries('t.post_id', any.slice(0, index))}`] : []),
  ]);
  const withRarest = rarest && [[`t.tag_id = :${rarest.name}`, ...tagConditions('t.post_id', others, [])]];
  return {
    from: TAGGED,
    by: 'post_tags',
    ...(where.length > 0 ? { join: POST_OF_TAG } : {}),
    where: ['t.site_id = :site', ...where, ...tagConditions('t.post_id', [], none)],
    ...(test && { test }),
    any: (withRarest ?? oneOf).map((conditions) => conditions.join(' AND ')),
  };
}

/**
 * The questions that a search finds: among few hits of its words, under its rarest tag, or in the family given.
 * @returns undefined where none can be found
 */
export function findQuestions(request: RouteRequest, search: QuestionSearch): Selection | undefined {
  const { words, where = [], total, by = 'posts', few } = search;
  const of = (prefix: 'all' | 'any' | 'none') =>
    findTags(request.statements, request.site.id, search[prefix] ?? [], prefix);
  const tags: Tags = { all: of('all'), any: of('any'), none: of('none') };
  const { all, any, none } = tags;
  const isUnknown = all.length < (search.all ?? []).length || (any.length === 0 && (search.any ?? []).length > 0);
  if (isUnknown) return undefined;

  const hits = words === undefined ? undefined : findHits(request, { questions: words });
  const bindings: Bindings = {
    ...search.bindings,
    ...Object.fromEntries([...all, ...any, ...none].map(({ name, id }) => [name, id])),
    ...(words && textBindings({ questions: words })),
  };
  const conditions = [...LIVE_QUESTIONS, ...where, ...tagConditions('p.id', all, none)];
  if (hits !== undefined && !('test' in hits))
    return { ...hits, where: [...conditions, ...(any.length > 0 ? [carries('p.id', any)] : [])], bindings };

  // Few states are combined with words, and none of few questions.
  if (few !== undefined) return { index: few, where: conditions, bindings };
  if (all.length + any.length > 0) return { ...underTags(tags, where, hits?.test('t.post_id')), bindings };
  const isWhole = none.length === 0 && hits === undefined && total !== undefined;
  return { by, where: conditions, ...(hits && { test: hits.test('p.id') }), bindings, ...(isWhole ? { total } : {}) };
}
