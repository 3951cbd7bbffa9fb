import { boolean, link, nested, number, oldPath, text, type Field, type ObjectType } from '../object-type.ts';
import { shallowUser } from './user.ts';

const fields = (awardCount: string): Readonly<Record<string, Field>> => ({
  badge_id: number('$.id'),
  name: text('$.name'),
  rank: text('$.rank'),
  badge_type: text('$.badge_type'),
  award_count: number(awardCount),
  link: link(
    `'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) || '/badges/' || $.id`,
  ),
  description: text('$.description', { extra: true, old: 'too' }),
  tag_based: boolean("$.badge_type = 'tag_based'", { old: 'only' }),
  badges_recipients_url: oldPath("'/badges/'", '$.id'),
});

const ALWAYS = ['badge_id', 'name', 'rank', 'badge_type', 'award_count', 'link'] as const;

/** A badge of a site; `$` is the badges table. */
export const badge: ObjectType = {
  name: 'badge',
  always: ALWAYS,
  fields: fields('(SELECT count(*) FROM user_badges ub WHERE ub.site_id = $.site_id AND ub.badge_id = $.id)'),
};

/** A badge that somebody holds: `$` is a badge with `award_count` and the holder's `user_id`. */
export const awardedBadge: ObjectType = {
  name: 'badge',
  always: ALWAYS,
  fields: {
    ...fields('$.award_count'),
    user: nested(shallowUser, {
      join: { alias: 'holder', sql: 'LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.user_id' },
      present: '@.id',
    }),
  },
};
