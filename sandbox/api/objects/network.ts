import * as f from './object-type.ts';

const styling = f.objectType('styling', { ...f.texts('link_color tag_foreground_color tag_background_color') });

/** The meta site of a main site, and the main site of a meta site, go by their addresses. */
const metaOf = (main: string) => `replace(${main}.site_url, '://', '://meta.')`;

const relatedSite = f.objectType('related_site', {
  ...f.texts('name site_url api_site_parameter'),
  relation: f.text("CASE $.site_type WHEN 'meta_site' THEN 'meta' ELSE 'parent' END"),
});

export const site = f.objectType('site', {
  ...f.texts('api_site_parameter name site_url site_type site_state audience'),
  ...f.links('icon_url logo_url favicon_url'),
  high_resolution_icon_url: f.link('$.high_resolution_icon_url', { since: 2.1 }),
  launch_date: f.number('$.launch_date'),
  ...f.texts('state:site_state description:audience', f.OLD),
  api_endpoint: f.link("'{self}'", f.OLD),
  aliases: f.json("'[]'"),
  related_sites: f.list(relatedSite, {
    alias: 'related',
    from: 'sites AS @',
    where: `@.id <> $.id AND (@.site_url = ${metaOf('$')} OR $.site_url = ${metaOf('@')})`,
    ...f.OPTIONAL,
  }),
  styling: f.nested(styling),
});

const QUESTIONS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 1 AND p.deleted_at IS NULL';
const ANSWERS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 2 AND p.deleted_at IS NULL';
const AWARDS = 'FROM user_badges b WHERE b.site_id = $.id';

/** The span over which rates per minute are counted: the last week. */
const WEEK_SECONDS = 7 * 86_400;
const rate = (from: string, date: string) =>
  f.number(
    `(SELECT round(count(*) / ${WEEK_SECONDS / 60}.0, 4) ${from} AND ${date} > :now - ${WEEK_SECONDS}
       AND ${date} <= :now)`,
  );

/** The numbers of a site; `$` is the sites table. */
export const info = f.objectType(['info', 'statistics'], {
  ...f.numbers('total_questions:questions total_unanswered:unanswered total_accepted:accepted'),
  ...f.numbers('total_answers:answers total_comments:comments total_votes:votes total_badges:awards'),
  questions_per_minute: rate(QUESTIONS, 'p.created_at'),
  answers_per_minute: rate(ANSWERS, 'p.created_at'),

  badges_per_minute: rate(AWARDS, 'b.awarded_at'),
  ...f.numbers('total_users:users'),
  new_active_users: f.number(
    `(SELECT count(*) FROM users u WHERE u.site_id = $.id AND u.created_at > :now - ${WEEK_SECONDS}
         AND u.last_access_at > u.created_at)`,
  ),
  api_revision: f.text("'sandbox'"),
  site: f.nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.id' } }, f.EXTRA),
});

/** An error as `/errors` explains it; `$` is a row of `json_each` over errors. */
export const error = f.objectType('error', {
  ...f.numbers('error_id', {}, f.inJson),
  ...f.texts('error_name description', {}, f.inJson),
});

/** A filter; `$` is a row of `json_each` over descriptions. */
export const filter = f.objectType('filter', {
  ...f.texts('filter filter_type', {}, f.inJson),
  included_fields: f.json("$.value -> 'included_fields'"),
});

/** The site of a row. */
const ON_SITE = f.nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.site_id' } });

export const accessToken = f.objectType('access_token', {
  access_token: f.text('$.token'),
  account_id: f.number('$.account_id'),
  expires_on_date: f.number('$.expires_at', f.OPTIONAL),
  scope: f.words('$.scopes'),
});

/** Something a person reached anywhere on the network; `$` is a row of `ACHIEVEMENTS` in routes/inbox.ts. */
export const achievement = f.objectType('achievement', {
  ...f.numbers('account_id creation_date'),
  ...f.texts('achievement_type:type title'),
  badge_rank: f.text('$.badge_rank', f.OPTIONAL),

  is_unread: f.boolean('$.is_unread'),
  link: f.link(`${f.SITE_PAGE} || $.path`),
  on_site: ON_SITE,
  reputation_change: f.number('$.change', f.OPTIONAL),
});

/** The query of addresses, where the network has any (see server/network.ts); it stands before the fragment. */
const QUERY = `coalesce((SELECT value FROM meta WHERE key = 'link_query'), '')`;
const PAGE = `${f.SITE_PAGE} ||
  coalesce('/questions/' || $.question_id, '') || ${QUERY} ||
  coalesce('#comment-' || $.comment_id, '#answer-' || $.answer_id, '')`;

export const inboxItem = f.objectType('inbox_item', {
  ...f.texts('item_type title'),
  ...f.numbers('question_id answer_id comment_id', f.OPTIONAL),
  creation_date: f.number('$.created_at'),
  is_unread: f.boolean('$.is_unread'),
  site: ON_SITE,
  link: f.link(PAGE),
  body: f.html('$.body', f.EXTRA),
});

/** A notification besides the inbox; `$` is a row of `NOTIFICATIONS` in routes/inbox.ts. */
export const notification = f.objectType('notification', {
  ...f.texts('notification_type:type body'),
  site: ON_SITE,
  creation_date: f.number('$.created_at'),

  post_id: f.number('$.post_id', f.OPTIONAL),
  is_unread: f.boolean('$.is_unread'),
});

/** An account that became part of another; `$` is the account_merges table. */
export const accountMerge = f.objectType('account_merge', {
  ...f.numbers('old_account_id new_account_id merge_date:merged_at'),
});

/** A tag that somebody watches or ignores; `$` is the tag_preferences table. */
export const tagPreference = f.objectType('tag_preference', {
  user_id: f.number('$.user_id'),
  tag_name: f.text('$.tag'),
  tag_preference_type: f.text("iif($.is_ignored, 'ignored_tag', 'favorite_tag')"),
});

/** A permission to write through the API; `$` is a row of `json_each` over permissions. */
export const writePermission = f.objectType('write_permission', {
  user_id: f.number(':user'),
  ...f.texts('object_type', {}, f.inJson),
  ...f.booleans('can_add can_edit can_delete', {}, f.inJson),
  ...f.numbers('max_daily_actions min_seconds_between_actions', {}, f.inJson),
});
