import { number, text, words, type ObjectType, boolean, link, nested, html, certain } from './object-type.ts';
import { site } from './network.ts';

export const accessToken: ObjectType = {
  name: 'access_token',
  always: ['access_token', 'account_id', 'scope'],
  fields: {
    access_token: text('$.token'),
    account_id: number('$.account_id'),
    expires_on_date: number('$.expires_at'),
    scope: words('$.scopes'),
  },
};

/**
 * Something a person reached anywhere on the network; `$` is a row of `ACHIEVEMENTS` in
 * routes/personal/achievements.ts.
 */
export const achievement: ObjectType = {
  name: 'achievement',
  always: ['account_id', 'achievement_type', 'creation_date', 'is_unread', 'link', 'on_site', 'title'],
  fields: {
    account_id: number('$.account_id'),
    achievement_type: text('$.type'),
    badge_rank: text('$.badge_rank'),
    creation_date: number('$.created_at'),
    is_unread: boolean('$.is_unread'),
    link: link(`'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) || $.path`),
    on_site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } }),
    reputation_change: number('$.change'),
    title: text('$.title'),
  },
};

/** The query of addresses, where the network has any (see create-network.ts); it stands before the fragment. */
const QUERY = `coalesce((SELECT value FROM meta WHERE key = 'link_query'), '')`;
const PAGE = `'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) ||
  coalesce('/questions/' || $.question_id, '') || ${QUERY} ||
  coalesce('#comment-' || $.comment_id, '#answer-' || $.answer_id, '')`;

export const inboxItem: ObjectType = {
  name: 'inbox_item',
  always: ['item_type', 'title', 'creation_date', 'is_unread', 'site', 'link'],
  fields: {
    item_type: text('$.item_type'),
    question_id: number('$.question_id'),
    answer_id: number('$.answer_id'),
    comment_id: number('$.comment_id'),
    title: text('$.title'),
    creation_date: number('$.created_at'),
    is_unread: boolean('$.is_unread'),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } }),
    link: link(PAGE),
    body: html('$.body', { extra: true }),
  },
};

/**
 * What the network tells a person besides the inbox; `$` is a row of {@link notifications} in routes/notifications.ts.
 */
export const notification: ObjectType = {
  name: 'notification',
  always: ['notification_type', 'site', 'creation_date', 'body', 'is_unread'],
  fields: {
    notification_type: text('$.type'),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } }),
    creation_date: number('$.created_at'),
    body: text('$.body'),
    post_id: number('$.post_id'),
    is_unread: boolean('$.is_unread'),
  },
};

/** An account that became part of another; `$` is the account_merges table. */
export const accountMerge = certain('account_merge', {
  old_account_id: number('$.old_account_id'),
  new_account_id: number('$.new_account_id'),
  merge_date: number('$.merged_at'),
});

/** A tag that somebody watches or ignores; `$` is the tag_preferences table. */
export const tagPreference = certain('tag_preference', {
  user_id: number('$.user_id'),
  tag_name: text('$.tag'),
  tag_preference_type: text("iif($.is_ignored, 'ignored_tag', 'favorite_tag')"),
});

/** What somebody may write through the API; `$` is a row of `json_each` over permissions. */
export const writePermission = certain('write_permission', {
  user_id: number(':user'),
  object_type: text("$.value ->> 'object_type'"),
  can_add: boolean("$.value ->> 'can_add'"),
  can_edit: boolean("$.value ->> 'can_edit'"),
  can_delete: boolean("$.value ->> 'can_delete'"),
  max_daily_actions: number("$.value ->> 'max_daily_actions'"),
  min_seconds_between_actions: number("$.value ->> 'min_seconds_between_actions'"),
});
