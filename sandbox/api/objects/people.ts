import * as f from './object-type.ts';
import { DAY_SECONDS } from '../../world/database/kept.ts';

/** How many badges of each rank a user holds; `$` is the users table. */
const badgeCount = f.objectType('badge_count', { ...f.numbers('bronze silver gold') });

const changes = (table: string, condition: string) =>
  `(SELECT coalesce(sum(change), 0) FROM ${table} WHERE site_id = $.site_id AND user_id = $.id AND ${condition})`;

/** Reputation gained in the last `days`: whole days are kept, the parts of the first and the last are summed up. */
const gained = (days: number) => {
  const since = `(:now - ${days * DAY_SECONDS})`;
  const [first, last] = [`${since} / ${DAY_SECONDS}`, `:now / ${DAY_SECONDS}`];
  return f.number(
    [
      changes('reputation_days', `day > ${first} AND day < ${last}`),
      changes('reputation_events', `on_date > ${since} AND on_date < (${first} + 1) * ${DAY_SECONDS}`),
      changes('reputation_events', `on_date >= ${last} * ${DAY_SECONDS} AND on_date <= :now`),
    ].join(' + '),
  );
};

const USER_LINK = `${f.SITE_PAGE} || '/users/' || $.id`;

/** Key of pictures in version 1.1. Nobody here has an email address, so it is made of the account. */
const EMAIL_HASH = f.text("printf('%032x', coalesce($.account_id, 0) * 2654435761)", f.OLD);

/** A user as it stands inside other objects. */
export const shallowUser = f.objectType('shallow_user', {
  account_id: f.number('$.account_id', { since: 2.3 }),
  ...f.numbers('user_id:id reputation accept_rate', f.OPTIONAL),
  ...f.texts('user_type display_name'),
  profile_image: f.link('$.profile_image', f.OPTIONAL),
  link: f.link(USER_LINK, f.OPTIONAL),
  badge_counts: f.nested(badgeCount, {}, f.EXTRA),
  email_hash: EMAIL_HASH,
});

export const user = f.objectType('user', {
  ...f.numbers('user_id:id reputation creation_date last_access_date'),
  ...f.numbers('account_id accept_rate age last_modified_date', f.OPTIONAL),
  ...f.texts('user_type display_name'),
  reputation_change_day: gained(1),
  reputation_change_week: gained(7),
  reputation_change_month: gained(30),
  reputation_change_quarter: gained(91),
  reputation_change_year: gained(365),

  is_employee: f.boolean('0'),
  badge_counts: f.nested(badgeCount),
  ...f.texts('location website_url', f.OPTIONAL),
  profile_image: f.link('$.profile_image', f.OPTIONAL),
  link: f.link(USER_LINK),
  about_me: f.html('$.about_me', f.EXTRA_TOO),
  ...f.numbers('question_count answer_count view_count up_vote_count down_vote_count', f.EXTRA_TOO),
  email_hash: EMAIL_HASH,
  association_id: f.text("printf('00000000-0000-4000-8000-%012x', $.account_id)", f.OLD),
  ...f.oldPaths('user', 'questions answers favorites tags badges timeline mentioned comments reputation'),
});

/**
 * A user inside another object, by the column or SQL of their id.
 * @param goneName SQL of the name of one who is gone
 */
export const person = (id: string, goneName?: string, mark = {}, alias = id) =>
  f.nested(
    shallowUser,
    {
      join: {
        alias,
        sql: `LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = ${/\W/.test(id) ? id : `$.${id}`}`,
      },
      present: '@.id',
      ...(goneName === undefined ? {} : { goneName }),
    },
    mark,
  );

/** A post among somebody's best; `$` is the posts table. */
const networkPost = f.objectType('network_post', {
  ...f.numbers('post_id:id score'),
  post_type: f.text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),

  title: f.text(
    "coalesce($.title, (SELECT q.title FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id), '')",
  ),
});

const MAX_NETWORK_POSTS = 3;

/** Somebody's best liked posts of a type. */
const best = (type: 1 | 2) =>
  f.list(networkPost, {
    alias: type === 1 ? 'question' : 'answer',
    from: `(SELECT * FROM posts b INDEXED BY posts_owner_votes
        WHERE b.site_id = $.site_id AND b.owner_id = $.id AND b.post_type = ${type} AND b.deleted_at IS NULL
        ORDER BY b.score DESC, b.id DESC LIMIT ${MAX_NETWORK_POSTS}) AS @`,
    orderBy: '@.score DESC, @.id DESC',
    ...f.EXTRA,
  });

/** One account of a person on one site; `$` is the users table. */
export const networkUser = f.objectType('network_user', {
  ...f.numbers('account_id user_id:id reputation question_count answer_count creation_date'),
  site_name: f.text('(SELECT name FROM sites WHERE sites.id = $.site_id)'),
  site_url: f.text('(SELECT site_url FROM sites WHERE sites.id = $.site_id)'),

  badge_counts: f.nested(badgeCount),
  ...f.numbers('last_access_date'),
  top_answers: best(2),
  top_questions: best(1),
  user_type: f.text('$.user_type', f.EXTRA),
});

/** @param of SQL of a column of the badge */
const badgeFields = (
  id: string,
  of: (column: string) => string,
  awardCount: string,
): Readonly<Record<string, f.Field>> => ({
  badge_id: f.number(id),
  name: f.text(of('name')),
  rank: f.text(of('rank')),
  badge_type: f.text(of('badge_type')),
  award_count: f.number(awardCount),
  link: f.link(`${f.SITE_PAGE} || '/badges/' || ${id}`),
  description: f.text(of('description'), f.EXTRA_TOO),
  tag_based: f.boolean(`${of('badge_type')} = 'tag_based'`, f.OLD),
  badges_recipients_url: f.oldPath("'/badges/'", id),
});

const own = (column: string) => `$.${column}`;

/** A badge of a site; `$` is the badges table. */
export const badge = f.objectType('badge', badgeFields('$.id', own, '$.award_count'));

const holder = person('user_id');

/** A badge that somebody holds: `$` is a badge with `award_count` and the holder's `user_id`. */
export const heldBadge = f.objectType('badge', { ...badgeFields('$.id', own, '$.award_count'), user: holder });

/** A badge at the moment when somebody got it; `$` is the user_badges table. */
export const awardedBadge = f.objectType('badge', {
  ...badgeFields(
    '$.badge_id',
    (column) => `(SELECT own.${column} FROM badges own WHERE own.site_id = $.site_id AND own.id = $.badge_id)`,
    '1',
  ),
  user: holder,
});

export const privilege = f.objectType('privilege', {
  reputation: f.number('$.reputation'),
  ...f.texts('short_description description'),
});

/**
 * Somebody among the best of a tag. The specification has user objects here, the public service objects of a score, a
 * number of posts and a shallow user; this carries both, so that clients of either read it. `$` is the users table with
 * `tag_score` and `tag_posts`.
 */
export const tagScore = f.objectType(
  'tag_score',
  { user: f.nested(shallowUser), ...f.numbers('score:tag_score post_count:tag_posts') },
  user,
);
