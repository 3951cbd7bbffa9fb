import { boolean, nested, number, html, link, oldPath, text, type ObjectType } from '../object-type.ts';
import { DAY_SECONDS } from '../../../world/database/kept.ts';

/** How many badges of each rank a user holds; `$` is the users table. */
export const badgeCount: ObjectType = {
  name: 'badge_count',
  always: ['bronze', 'silver', 'gold'],
  fields: { bronze: number('$.bronze'), silver: number('$.silver'), gold: number('$.gold') },
};

const changes = (table: string, condition: string) =>
  `(SELECT coalesce(sum(change), 0) FROM ${table} WHERE site_id = $.site_id AND user_id = $.id AND ${condition})`;

/** What a user gained in the last `days`: whole days are kept, the parts of the first and the last are summed up. */
const gained = (days: number) => {
  const since = `(:now - ${days * DAY_SECONDS})`;
  const [first, last] = [`${since} / ${DAY_SECONDS}`, `:now / ${DAY_SECONDS}`];
  return number(
    [
      changes('reputation_days', `day > ${first} AND day < ${last}`),
      changes('reputation_events', `on_date > ${since} AND on_date < (${first} + 1) * ${DAY_SECONDS}`),
      changes('reputation_events', `on_date >= ${last} * ${DAY_SECONDS} AND on_date <= :now`),
    ].join(' + '),
  );
};

const USER_LINK = `'{self}/sites/' || (SELECT api_site_parameter FROM sites
    WHERE sites.id = $.site_id) || '/users/' || $.id`;

/** What version 1.1 finds pictures by. Nobody here has an email address, so it is made of the account. */
const EMAIL_HASH = text("printf('%032x', coalesce($.account_id, 0) * 2654435761)", { old: 'only' });

/** Where version 1.1 says a user's lists are, as `user_questions_url` and so on. */
const OLD_LISTS = Object.fromEntries(
  ['questions', 'answers', 'favorites', 'tags', 'badges', 'timeline', 'mentioned', 'comments', 'reputation'].map(
    (name) => [`user_${name}_url`, oldPath("'/users/'", '$.id', `'/${name}'`)],
  ),
);

/** A user as it stands inside other objects. */
export const shallowUser: ObjectType = {
  name: 'shallow_user',
  // Of somebody who is gone there is the name.
  always: ['user_type', 'display_name'],
  fields: {
    account_id: number('$.account_id', { since: 2.3 }),
    user_id: number('$.id'),
    user_type: text('$.user_type'),
    display_name: text('$.display_name'),
    reputation: number('$.reputation'),
    accept_rate: number('$.accept_rate'),
    profile_image: link('$.profile_image'),
    link: link(USER_LINK),
    badge_counts: nested(badgeCount, {}, { extra: true }),
    email_hash: EMAIL_HASH,
  },
};

export const user: ObjectType = {
  name: 'user',
  always: [
    'user_id',
    'user_type',
    'display_name',
    'reputation',
    'reputation_change_day',
    'reputation_change_week',
    'reputation_change_month',
    'reputation_change_quarter',
    'reputation_change_year',
    'is_employee',
    'badge_counts',
    'creation_date',
    'last_access_date',
    'link',
  ],
  fields: {
    user_id: number('$.id'),
    account_id: number('$.account_id'),
    user_type: text('$.user_type'),
    display_name: text('$.display_name'),
    reputation: number('$.reputation'),
    reputation_change_day: gained(1),
    reputation_change_week: gained(7),
    reputation_change_month: gained(30),
    reputation_change_quarter: gained(91),
    reputation_change_year: gained(365),
    accept_rate: number('$.accept_rate'),
    age: number('$.age'),
    is_employee: boolean('0'),
    badge_counts: nested(badgeCount),
    creation_date: number('$.created_at'),
    last_access_date: number('$.last_access_at'),
    last_modified_date: number('$.last_modified_at'),
    location: text('$.location'),
    website_url: text('$.website_url'),
    profile_image: link('$.profile_image'),
    link: link(USER_LINK),
    about_me: html('$.about_me', { extra: true, old: 'too' }),
    question_count: number('$.question_count', { extra: true, old: 'too' }),
    answer_count: number('$.answer_count', { extra: true, old: 'too' }),
    view_count: number('$.view_count', { extra: true, old: 'too' }),
    up_vote_count: number('$.up_vote_count', { extra: true, old: 'too' }),
    down_vote_count: number('$.down_vote_count', { extra: true, old: 'too' }),
    email_hash: EMAIL_HASH,
    association_id: text("printf('00000000-0000-4000-8000-%012x', $.account_id)", { old: 'only' }),
    ...OLD_LISTS,
  },
};
