import { nested, number, text, type ObjectType } from './object-type.ts';
import { badgeCount } from './user.ts';

const posts = (type: number) =>
  number(
    `(SELECT count(*) FROM posts p WHERE p.site_id = $.site_id AND p.owner_id = $.id AND p.post_type = ${type} AND p.deleted_at IS NULL)`,
  );

/** One account of a person on one site; `$` is the users table. */
export const networkUser: ObjectType = {
  name: 'network_user',
  fields: {
    account_id: number('$.account_id'),
    user_id: number('$.id'),
    site_name: text('(SELECT name FROM sites WHERE sites.id = $.site_id)'),
    site_url: text('(SELECT site_url FROM sites WHERE sites.id = $.site_id)'),
    reputation: number('$.reputation'),
    badge_counts: nested(badgeCount),
    question_count: posts(1),
    answer_count: posts(2),
    creation_date: number('$.created_at'),
    last_access_date: number('$.last_access_at'),
    user_type: text('$.user_type', { extra: true }),
  },
};
