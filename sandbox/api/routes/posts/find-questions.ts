import type { Bindings, Statements } from '../../../world/database/statements.ts';
import type { RouteRequest, Selection } from '../../query/route.ts';
import { findHits } from '../../query/text-search.ts';

/** Questions of the request's site that are not deleted. */
export const LIVE_QUESTIONS = ['p.site_id = :site', 'p.post_type = 1', 'p.deleted_at IS NULL'] as const;

/** What questions are looked for by; all of it has to hold. */
export interface QuestionSearch {
  /** Tags that a question carries: all of them, one of them, none of them. */
  readonly all?: readonly string[];
  readonly any?: readonly string[];
  readonly none?: readonly string[];
  /** A query of the full text. */
  readonly words?: string;
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

/**
 * The questions that a search finds: among few hits of its words, under its rarest tag, or in the family given.
 * @returns undefined where none can be found
 */
export function findQuestions(request: RouteRequest, search: QuestionSearch): Selection | undefined {
  const { statements, site } = request;
  const { words, where = [], total, by = 'posts', few } = search;
  const of = (names: readonly string[] = [], prefix: string) => findTags(statements, site.id, names, prefix);
  const [all, any, none] = [of(search.all, 'all'), of(search.any, 'any'), of(search.none, 'none')];
  if (all.length < (search.all?.length ?? 0) || ((search.any?.length ?? 0) > 0 && any.length === 0)) return undefined;
  const hits = words === undefined ? undefined : findHits(request, words);
  const without = (id: string) => (none.length > 0 ? [`NOT ${carries(id, none)}`] : []);
  const bindings: Bindings = {
    ...search.bindings,
    ...Object.fromEntries([...all, ...any, ...none].map(({ name, id }) => [name, id])),
    ...(words === undefined ? {} : { words }),
  };
  const looked = (id: string) => (hits !== undefined && 'where' in hits ? [hits.where(id)] : []);
  const withAll = (tags: readonly Tag[], id: string) => tags.map((tag) => carries(id, [tag]));

  if (hits !== undefined && !('where' in hits))
    return {
      ...hits,
      where: [
        ...LIVE_QUESTIONS,
        ...where,
        ...withAll(all, 'p.id'),
        ...(any.length > 0 ? [carries('p.id', any)] : []),
        ...without('p.id'),
      ],
      bindings,
    };
  const [rarest] = all;
  if (few !== undefined || (rarest === undefined && any.length === 0))
    return {
      ...(few === undefined ? { by } : { index: few }),
      where: [...LIVE_QUESTIONS, ...where, ...withAll(all, 'p.id'), ...without('p.id'), ...looked('p.id')],
      bindings,
      ...(none.length + looked('').length === 0 && total !== undefined ? { total } : {}),
    };
  return {
    from: TAGGED,
    by: 'post_tags',
    ...(where.length > 0 ? { join: POST_OF_TAG } : {}),
    where: ['t.site_id = :site', ...where, ...without('t.post_id'), ...looked('t.post_id')],
    // One of several: a question with two of them is told under the first.
    any:
      rarest === undefined
        ? any.map(({ name }, index) =>
            [`t.tag_id = :${name}`, ...(index > 0 ? [`NOT ${carries('t.post_id', any.slice(0, index))}`] : [])].join(
              ' AND ',
            ),
          )
        : [[`t.tag_id = :${rarest.name}`, ...withAll(all.slice(1), 't.post_id')].join(' AND ')],
    bindings,
  };
}
