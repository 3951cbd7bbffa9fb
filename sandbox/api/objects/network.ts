import { json, link, list, nested, number, objectType, OPTIONAL, text } from './object-type.ts';

const styling = objectType('styling', {
  link_color: text('$.link_color'),
  tag_foreground_color: text('$.tag_foreground_color'),
  tag_background_color: text('$.tag_background_color'),
});

/** The meta site of a main site, and the main site of a meta site, go by their addresses. */
const metaOf = (main: string) => `replace(${main}.site_url, '://', '://meta.')`;

const relatedSite = objectType('related_site', {
  name: text('$.name'),
  site_url: text('$.site_url'),
  relation: text("CASE $.site_type WHEN 'meta_site' THEN 'meta' ELSE 'parent' END"),
  api_site_parameter: text('$.api_site_parameter'),
});

export const site = objectType('site', {
  api_site_parameter: text('$.api_site_parameter'),
  name: text('$.name'),
  site_url: text('$.site_url'),
  site_type: text('$.site_type'),
  site_state: text('$.site_state'),
  audience: text('$.audience'),
  icon_url: link('$.icon_url'),
  logo_url: link('$.logo_url'),
  favicon_url: link('$.favicon_url'),
  high_resolution_icon_url: link('$.high_resolution_icon_url', { since: 2.1 }),
  launch_date: number('$.launch_date'),
  state: text('$.site_state', { old: 'only' }),
  description: text('$.audience', { old: 'only' }),
  api_endpoint: link("'{self}'", { old: 'only' }),
  aliases: json("'[]'"),
  related_sites: list(
    relatedSite,
    {
      alias: 'related',
      from: 'sites AS @',
      where: `@.id <> $.id AND (@.site_url = ${metaOf('$')} OR $.site_url = ${metaOf('@')})`,
      orderBy: '@.id',
    },
    OPTIONAL,
  ),
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
export const info = objectType(
  'info',
  {
    total_questions: number('$.questions'),
    total_unanswered: number('$.unanswered'),
    total_accepted: number('$.accepted'),
    total_answers: number('$.answers'),
    questions_per_minute: rate(QUESTIONS, 'p.created_at'),
    answers_per_minute: rate(ANSWERS, 'p.created_at'),
    total_comments: number('$.comments'),
    total_votes: number('$.votes'),
    total_badges: number('$.awards'),
    badges_per_minute: rate(AWARDS, 'b.awarded_at'),
    total_users: number('$.users'),
    new_active_users: number(
      `(SELECT count(*) FROM users u WHERE u.site_id = $.id AND u.created_at > :now - ${WEEK_SECONDS}
         AND u.last_access_at > u.created_at)`,
    ),
    api_revision: text("'sandbox'"),
    site: nested(site, { join: { alias: 'site', sql: 'JOIN sites AS @ ON @.id = $.id' } }, { extra: true }),
  },
  { plural: 'statistics' },
);

/** An error as `/errors` explains it; `$` is a row of `json_each` over errors. */
export const error = objectType('error', {
  error_id: number("$.value ->> 'error_id'"),
  error_name: text("$.value ->> 'error_name'"),
  description: text("$.value ->> 'description'"),
});

/** A filter; `$` is a row of `json_each` over descriptions. */
export const filter = objectType('filter', {
  filter: text("$.value ->> 'filter'"),
  filter_type: text("$.value ->> 'filter_type'"),
  included_fields: json("$.value -> 'included_fields'"),
});
