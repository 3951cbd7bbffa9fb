import { badParameter } from '../../gate/errors.ts';
import { defineRoute, type Route } from '../../query/route.ts';
import { tagScore } from '../../objects/people/tag-score.ts';

const PERIOD_SECONDS: Readonly<Record<string, number | undefined>> = { all_time: undefined, month: 30 * 86_400 };

/** How many are named: 30 in the documentation of 2.0, 20 in that of 2.3 (docs/api.md, "Tags and search"). */
const mostNamed = (version: number) => (version < 2.3 ? 30 : 20);

/** @param question SQL of the question that `p`, which is scored, belongs to */
const best = (summary: string, path: string, postType: 1 | 2, question: string): Route =>
  defineRoute({
    summary,
    name: path,
    paths: [path],
    site: 'required',
    of: tagScore,
    from: [
      `(SELECT u.*, s.score AS tag_score, s.posts AS tag_posts FROM
          (SELECT p.owner_id, sum(p.score) AS score, count(*) AS posts FROM post_tags pt
             JOIN posts p ON p.site_id = pt.site_id AND ${question} = pt.post_id AND +p.post_type = ${postType}
               AND p.deleted_at IS NULL
            WHERE pt.site_id = :site AND pt.tag_id = (SELECT id FROM tags WHERE site_id = :site AND name = :tag)
              AND p.owner_id IS NOT NULL AND p.created_at >= :from
            GROUP BY p.owner_id) AS s
          JOIN users u ON u.site_id = :site AND u.id = s.owner_id
         ORDER BY s.score DESC, s.posts DESC, u.id LIMIT :most)`,
      'u',
    ],
    tie: '$.tag_score DESC, $.tag_posts DESC, $.id',
    keepsOrder: true,
    select({ words, version, world }) {
      const [period = ''] = words['period'] ?? [];
      if (!Object.hasOwn(PERIOD_SECONDS, period)) throw badParameter('period');
      const [tag = ''] = words['tag'] ?? [];
      if ((words['tag'] ?? []).length > 1) throw badParameter('tag');
      const lasts = PERIOD_SECONDS[period];
      return {
        where: [],
        bindings: {
          tag: tag.toLowerCase(),
          from: lasts === undefined ? 0 : world.clock.now() - lasts,
          most: mostNamed(version),
        },
      };
    },
  });

export const topOfTagRoutes: readonly Route[] = [
  best(
    'Lists the users whose answers under a tag are liked best, of the last month or all time.',
    '/tags/{tag}/top-answerers/{period}',
    2,
    'p.parent_id',
  ),
  best(
    'Lists the users whose questions under a tag are liked best, of the last month or all time.',
    '/tags/{tag}/top-askers/{period}',
    1,
    'p.id',
  ),
];
