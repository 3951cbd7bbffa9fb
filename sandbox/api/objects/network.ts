import {
  EXTRA,
  OLD,
  inJson,
  json,
  link,
  list,
  nested,
  number,
  objectType,
  text,
  OPTIONAL,
  SITE_PAGE,
  boolean,
  html,
  words,
  texts,
  links,
  numbers,
  booleans,
} from './object-type.ts';

const styling = objectType('styling', { ...texts('link_color tag_foreground_color tag_background_color') });

/** The meta site of a main site, and the main site of a meta site, go by their addresses. */
const metaOf = (main: string) => `replace(${main}.site_url, '://', '://meta.')`;

const relatedSite = objectType('related_site', {
  ...texts('name site_url api_site_parameter'),
  relation: text("CASE $.site_type WHEN 'meta_site' THEN 'meta' ELSE 'parent' END"),
});

export const site = objectType('site', {
  ...texts('api_site_parameter name site_url site_type site_state audience'),
  ...links('icon_url logo_url favicon_url'),
  high_resolution_icon_url: link('$.high_resolution_icon_url', { since: 2.1 }),
  launch_date: number('$.launch_date'),
  ...texts('state:site_state description:audience', OLD),
  api_endpoint: link("'{self}'", OLD),
  aliases: json("'[]'"),
  related_sites: list(relatedSite, {
    alias: 'related',
    from: 'sites AS @',
    where: `@.id <> $.id AND (@.site_url = ${metaOf('$')} OR $.site_url = ${metaOf('@')})`,
    ...OPTIONAL,
  }),
  styling: nested(styling),
});

const QUESTIONS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 1 AND p.deleted_at IS NULL';
const ANSWERS = 'FROM posts p WHERE p.site_id = $.id AND p.post_type = 2 AND p.deleted_at IS NULL';
const AWARDS = 'FROM user_badges b WHERE b.site_id = $.id';

/** The span over which rates per minute are counted: the last week. */
const WEEK_SECONDS = 7 * 86_400;
const rate = (from: string, date: string) =>
  number(
    `(SELECT round(count(*) / ${WEEK_SECONDS / 60}.0, 4) ${from} AND ${date} > :now - ${WEEK_SECONDS}
       AND ${date} <= :now)`,
  );

/** The numbers of a site; `$` is the sites table. */
export const info = objectType(['info', 'statistics'], {
  ...numbers('total_questions:questions total_unanswered:unanswered total_accepted:accepted'),
  ...numbers('total_answers:answers total_comments:comments total_votes:votes total_badges:awards'),
  questions_per_minute: rate(QUESTIONS, 'p.created_at'),
  answers_per_minute: rate(ANSWERS, 'p.created_at'),

  badges_per_minute: rate(AWARDS, 'b.awarded_at'),
  ...numbers('total_users:users'),
  new_active_users: number(
    `(SELECT count(*) FROM users u WHERE u.site_id = $.id AND u.created_at > :now - ${WEEK_SECONDS}
         AND u.last_access_at > u.created_at)`,
  ),
  api_revision: text("'sandbox'"),
  site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.id' } }, EXTRA),
});

/** An error as `/errors` explains it; `$` is a row of `json_each` over errors. */
export const error = objectType('error', {
  ...numbers('error_id', {}, inJson),
  ...texts('error_name description', {}, inJson),
});

/** A filter; `$` is a row of `json_each` over descriptions. */
export const filter = objectType('filter', {
  ...texts('filter filter_type', {}, inJson),
  included_fields: json("$.value -> 'included_fields'"),
});

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
  ...numbers('account_id creation_date'),
  ...texts('achievement_type:type title'),
  badge_rank: text('$.badge_rank', OPTIONAL),

  is_unread: boolean('$.is_unread'),
  link: link(`${SITE_PAGE} || $.path`),
  on_site: ON_SITE,
  reputation_change: number('$.change', OPTIONAL),
});

/** The query of addresses, where the network has any (see server/network.ts); it stands before the fragment. */
const QUERY = `coalesce((SELECT value FROM meta WHERE key = 'link_query'), '')`;
const PAGE = `${SITE_PAGE} ||
  coalesce('/questions/' || $.question_id, '') || ${QUERY} ||
  coalesce('#comment-' || $.comment_id, '#answer-' || $.answer_id, '')`;

export const inboxItem = objectType('inbox_item', {
  ...texts('item_type title'),
  ...numbers('question_id answer_id comment_id', OPTIONAL),
  creation_date: number('$.created_at'),
  is_unread: boolean('$.is_unread'),
  site: ON_SITE,
  link: link(PAGE),
  body: html('$.body', EXTRA),
});

/** A notification besides the inbox; `$` is a row of `NOTIFICATIONS` in routes/inbox.ts. */
export const notification = objectType('notification', {
  ...texts('notification_type:type body'),
  site: ON_SITE,
  creation_date: number('$.created_at'),

  post_id: number('$.post_id', OPTIONAL),
  is_unread: boolean('$.is_unread'),
});

/** An account that became part of another; `$` is the account_merges table. */
export const accountMerge = objectType('account_merge', {
  ...numbers('old_account_id new_account_id merge_date:merged_at'),
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
  ...texts('object_type', {}, inJson),
  ...booleans('can_add can_edit can_delete', {}, inJson),
  ...numbers('max_daily_actions min_seconds_between_actions', {}, inJson),
});
