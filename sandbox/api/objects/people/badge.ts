import { boolean, link, nested, number, oldPath, text, type Field, type ObjectType } from '../object-type.ts';
import { shallowUser } from './user.ts';

/** @param of SQL of a column of the badge */
const fields = (id: string, of: (column: string) => string, awardCount: string): Readonly<Record<string, Field>> => ({
  badge_id: number(id),
  name: text(of('name')),
  rank: text(of('rank')),
  badge_type: text(of('badge_type')),
  award_count: number(awardCount),
  link: link(
    `'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) || '/badges/' || ${id}`,
  ),
  description: text(of('description'), { extra: true, old: 'too' }),
  tag_based: boolean(`${of('badge_type')} = 'tag_based'`, { old: 'only' }),
  badges_recipients_url: oldPath("'/badges/'", id),
});

const ALWAYS = ['badge_id', 'name', 'rank', 'badge_type', 'award_count', 'link'] as const;

const own = (column: string) => `$.${column}`;

/** A badge of a site; `$` is the badges table. */
export const badge: ObjectType = { name: 'badge', always: ALWAYS, fields: fields('$.id', own, '$.award_count') };

const user = nested(shallowUser, {
  join: { alias: 'holder', sql: 'LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.user_id' },
  present: '@.id',
});

/** A badge that somebody holds: `$` is a badge with `award_count` and the holder's `user_id`. */
export const heldBadge: ObjectType = {
  name: 'badge',
  always: ALWAYS,
  fields: { ...fields('$.id', own, '$.award_count'), user },
};

/** A badge at the moment when somebody got it; `$` is the user_badges table. */
export const awardedBadge: ObjectType = {
  name: 'badge',
  always: ALWAYS,
  fields: {
    ...fields(
      '$.badge_id',
      (column) => `(SELECT own.${column} FROM badges own WHERE own.site_id = $.site_id AND own.id = $.badge_id)`,
      '1',
    ),
    user,
  },
};
