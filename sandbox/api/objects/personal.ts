import { boolean, html, link, nested, number, objectType, OPTIONAL, SITE_PAGE, text, words } from './object-type.ts';
import { site } from './network.ts';

/** The site of a row. */
const ON_SITE = nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } });

export const accessToken = objectType('access_token', {
  access_token: text('$.token'),
  account_id: number('$.account_id'),
  expires_on_date: number('$.expires_at', OPTIONAL),
  scope: words('$.scopes'),
});

/** Something a person reached anywhere on the network; `$` is a row of `ACHIEVEMENTS` in routes/inbox.ts. */
export const achievement = objectType('achievement', {
  account_id: number('$.account_id'),
  achievement_type: text('$.type'),
  badge_rank: text('$.badge_rank', OPTIONAL),
  creation_date: number('$.created_at'),
  is_unread: boolean('$.is_unread'),
  link: link(`${SITE_PAGE} || $.path`),
  on_site: ON_SITE,
  reputation_change: number('$.change', OPTIONAL),
  title: text('$.title'),
});

/** The query of addresses, where the network has any (see server/network.ts); it stands before the fragment. */
const QUERY = `coalesce((SELECT value FROM meta WHERE key = 'link_query'), '')`;
const PAGE = `${SITE_PAGE} ||
  coalesce('/questions/' || $.question_id, '') || ${QUERY} ||
  coalesce('#comment-' || $.comment_id, '#answer-' || $.answer_id, '')`;

export const inboxItem = objectType('inbox_item', {
  item_type: text('$.item_type'),
  question_id: number('$.question_id', OPTIONAL),
  answer_id: number('$.answer_id', OPTIONAL),
  comment_id: number('$.comment_id', OPTIONAL),
  title: text('$.title'),
  creation_date: number('$.created_at'),
  is_unread: boolean('$.is_unread'),
  site: ON_SITE,
  link: link(PAGE),
  body: html('$.body', { extra: true }),
});

/** A notification besides the inbox; `$` is a row of `NOTIFICATIONS` in routes/inbox.ts. */
export const notification = objectType('notification', {
  notification_type: text('$.type'),
  site: ON_SITE,
  creation_date: number('$.created_at'),
  body: text('$.body'),
  post_id: number('$.post_id', OPTIONAL),
  is_unread: boolean('$.is_unread'),
});

/** An account that became part of another; `$` is the account_merges table. */
export const accountMerge = objectType('account_merge', {
  old_account_id: number('$.old_account_id'),
  new_account_id: number('$.new_account_id'),
  merge_date: number('$.merged_at'),
});

/** A tag that somebody watches or ignores; `$` is the tag_preferences table. */
export const tagPreference = objectType('tag_preference', {
  user_id: number('$.user_id'),
  tag_name: text('$.tag'),
  tag_preference_type: text("iif($.is_ignored, 'ignored_tag', 'favorite_tag')"),
});

/** A permission to write through the API; `$` is a row of `json_each` over permissions. */
export const writePermission = objectType('write_permission', {
  user_id: number(':user'),
  object_type: text("$.value ->> 'object_type'"),
  can_add: boolean("$.value ->> 'can_add'"),
  can_edit: boolean("$.value ->> 'can_edit'"),
  can_delete: boolean("$.value ->> 'can_delete'"),
  max_daily_actions: number("$.value ->> 'max_daily_actions'"),
  min_seconds_between_actions: number("$.value ->> 'min_seconds_between_actions'"),
});
