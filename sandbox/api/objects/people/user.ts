import { boolean, nested, number, html, link, oldPath, text, type ObjectType } from '../object-type.ts';

/** How many badges of each rank a user holds; `$` is the users table. */
export const badgeCount: ObjectType = {
  name: 'badge_count',
  always: ['bronze', 'silver', 'gold'],
  fields: { bronze: number('$.bronze'), silver: number('$.silver'), gold: number('$.gold') },
};

/** What a user gained in the last `seconds`. */
const gained = (seconds: number) =>
  number(
    `(SELECT coalesce(sum(change), 0) FROM reputation_events re
       WHERE re.site_id = $.site_id AND re.user_id = $.id AND re.on_date > :now - ${seconds} AND re.on_date <= :now)`,
  );

const DAY_SECONDS = 86_400;
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
    reputation_change_day: gained(DAY_SECONDS),
    reputation_change_week: gained(7 * DAY_SECONDS),
    reputation_change_month: gained(30 * DAY_SECONDS),
    reputation_change_quarter: gained(91 * DAY_SECONDS),
    reputation_change_year: gained(365 * DAY_SECONDS),
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
