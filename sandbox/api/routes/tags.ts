import type { z } from 'zod';
import { badParameter } from '../errors.ts';
import { defineRoute, listsOf, type Route, type Sort, byDate, byNumber, byText } from '../query/route.ts';
import { tag, tagSynonym, tagWiki, userTag } from '../objects/tags.ts';
import { lookUp } from '../query/list-sql.ts';
import { findTags, tagsInPath } from './posts/find-questions.ts';
import { SearchText } from '../query/parameters.ts';

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
  defineRoute({
    path: '/tags/{tags}/related',
    summary:
      'Lists the tags that questions with all of these tags have besides, each with how many such questions have it.',
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
  }),
  defineRoute({
    ...BY_POPULARITY,
    path: '/users/{ids}/tags',
    summary: 'Tags that users write about, each with the number of their posts.',
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
  defineRoute({
    path: '/tags/{tags}/wikis',
    summary: 'Tells what tags are for.',
    of: tagWiki,
    from: ['tags', 't'],
    order: '$.name',
    where: ['t.site_id = :site', 'coalesce(t.excerpt_post_id, t.wiki_post_id) IS NOT NULL'],
    select: (request) => lookUp('$.name', tagsInPath(request)),
  }),
];
