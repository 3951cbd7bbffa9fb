import * as f from './object-type.ts';
import { person } from './people.ts';

/** The title of the question that `post_id` is of, or of the question it answers. */
const POST_TITLE = `(SELECT q.title
  FROM posts p JOIN posts q ON q.site_id = p.site_id AND q.id = coalesce(p.parent_id, p.id)
  WHERE p.site_id = $.site_id AND p.id = $.post_id)`;
/** The page of the post whose id `post_id` is. */
const POST_LINK = `(SELECT '{self}/sites/' || s.api_site_parameter || '/questions/' ||
    CASE WHEN p.parent_id IS NULL THEN p.id ELSE p.parent_id || '#answer-' || p.id END
  FROM posts p JOIN sites s ON s.id = p.site_id WHERE p.site_id = $.site_id AND p.id = $.post_id)`;

/** A reputation history entry of `/users/{id}/reputation`. */
export const reputation = f.objectType('reputation', {
  ...f.numbers('on_date:on_date reputation_change:change user_id'),
  post_id: f.number('$.post_id', f.OPTIONAL),
  ...f.texts('post_type vote_type', f.OPTIONAL),
  title: f.text(POST_TITLE, f.EXTRA_TOO),
  positive_rep: f.number('max($.change, 0)', f.OLD),
  negative_rep: f.number('max(-$.change, 0)', f.OLD),
  link: f.link(POST_LINK, f.EXTRA),
});

/** An entry of `/users/{ids}/reputation-history`. */
export const reputationHistory = f.objectType(['reputation_history', 'reputation_history'], {
  ...f.numbers('user_id creation_date:on_date reputation_change:change'),
  post_id: f.number('$.post_id', f.OPTIONAL),

  reputation_history_type: f.text('$.history_type'),
});

const post = (sql: string) => `(SELECT ${sql} FROM posts p WHERE p.site_id = $.site_id AND p.id = $.post_id)`;
const POST_TYPE = f.text(
  post("CASE p.post_type WHEN 1 THEN 'question' WHEN 2 THEN 'answer' WHEN 9 THEN 'article' END"),
);

/** A column of the last revision before this one that set it, where this one sets it, too. */
const before = (column: string) =>
  `CASE WHEN $.${column} IS NOT NULL THEN (SELECT b.${column} FROM revisions b
     WHERE b.site_id = $.site_id AND b.post_id = $.post_id AND b.${column} IS NOT NULL
       AND (b.created_at, b.id) < ($.created_at, $.id) ORDER BY b.created_at DESC, b.id DESC LIMIT 1) END`;

/** `$` is the revisions table. */
export const revision = f.objectType('revision', {
  revision_guid: f.text('$.guid'),
  revision_number: f.number(
    `(SELECT count(*) FROM revisions n WHERE n.site_id = $.site_id AND n.post_id = $.post_id
          AND (n.created_at, n.id) <= ($.created_at, $.id))`,
  ),
  revision_type: f.text("'single_user'"),
  ...f.numbers('post_id creation_date'),
  post_type: POST_TYPE,
  user: person('user_id', '$.user_name'),
  ...f.texts('comment title', f.OPTIONAL),
  is_rollback: f.boolean('$.is_rollback'),
  set_community_wiki: f.boolean('0'),

  last_title: f.text(before('title'), f.OPTIONAL),
  tags: f.tagList('$.tags', f.OPTIONAL),
  last_tags: f.tagList(before('tags'), f.OPTIONAL),
  content_license: f.text(post('p.content_license'), { since: 2.3 }),
  body: f.html('$.body', f.EXTRA),
  last_body: f.html(before('body'), f.EXTRA),
});

/** `$` is the suggested_edits table. */
export const suggestedEdit = f.objectType('suggested_edit', {
  ...f.numbers('suggested_edit_id:id post_id creation_date'),
  post_type: POST_TYPE,
  proposing_user: person('user_id'),
  ...f.texts('comment title', f.OPTIONAL),
  tags: f.tagList('$.tags', f.OPTIONAL),
  ...f.numbers('approval_date:approved_at rejection_date:rejected_at', f.OPTIONAL),
  body: f.html('$.body', f.EXTRA),
});

/** `$` is a row of what happened around a question (routes/timelines.ts). */
export const questionTimeline = f.objectType(['question_timeline', 'post_timelines'], {
  timeline_type: f.text('$.kind'),
  ...f.numbers('question_id creation_date'),
  ...f.numbers('post_id comment_id up_vote_count:up_votes down_vote_count:down_votes', f.OPTIONAL),
  revision_guid: f.text('$.guid', f.OPTIONAL),

  user: person('user_id'),
  owner: person('owner_id'),
  content_license: f.text(post('p.content_license'), { since: 2.3 }),
});

/** `$` is a row of what somebody did (routes/timelines.ts). */
export const userTimeline = f.objectType('user_timeline', {
  timeline_type: f.text('$.kind'),
  ...f.numbers('user_id creation_date'),
  ...f.numbers('post_id comment_id badge_id suggested_edit_id', f.OPTIONAL),
  post_type: { ...POST_TYPE, ...f.OPTIONAL },

  title: f.text(POST_TITLE, f.OPTIONAL),
  detail: f.text(
    `coalesce((SELECT substr(seen(c.body), 1, 200) FROM comments c
           WHERE c.site_id = $.site_id AND c.id = $.comment_id),
         (SELECT b.name FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id))`,
    f.OPTIONAL,
  ),
  link: f.link(POST_LINK, f.EXTRA),
});

/** `$` is a row of what happened on a site (routes/timelines.ts). */
export const event = f.objectType('event', {
  event_type: f.text('$.kind'),
  event_id: f.number("iif($.kind = 'post_edited', $.post_id, $.id)"),
  creation_date: f.number('$.created_at'),
  link: f.link(
    `coalesce(${POST_LINK}, (SELECT '{self}/sites/' || s.api_site_parameter || '/users/' || $.id FROM sites s
         WHERE s.id = $.site_id))`,
    f.EXTRA,
  ),
  excerpt: f.text(
    `CASE $.kind WHEN 'comment_posted' THEN
           (SELECT substr(seen(c.body), 1, 200) FROM comments c WHERE c.site_id = $.site_id AND c.id = $.id)
         WHEN 'user_created' THEN (SELECT u.display_name FROM users u WHERE u.site_id = $.site_id AND u.id = $.id)
         ELSE ${POST_TITLE} END`,
    f.EXTRA,
  ),
});

/** `$` is a row of what an account did on any site (routes/timelines.ts). */
export const networkActivity = f.objectType(['network_activity', 'network_activities'], {
  activity_type: f.text('$.kind'),
  account_id: f.number(':account'),
  api_site_parameter: f.text('(SELECT s.api_site_parameter FROM sites s WHERE s.id = $.site_id)'),
  creation_date: f.number('$.created_at'),
  ...f.numbers('post_id badge_id', f.OPTIONAL),
  score: f.number(post('p.score'), f.OPTIONAL),
  tags: f.tagList(
    `(SELECT q.tags FROM posts p JOIN posts q ON q.site_id = p.site_id AND q.id = coalesce(p.parent_id, p.id)
         WHERE p.site_id = $.site_id AND p.id = $.post_id)`,
    f.OPTIONAL,
  ),
  title: f.text(
    `coalesce(${POST_TITLE}, (SELECT b.name FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id))`,
    f.OPTIONAL,
  ),
  description: f.text(
    '(SELECT b.description FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id)',
    f.OPTIONAL,
  ),
  link: f.link(
    `coalesce(${POST_LINK}, (SELECT '{self}/sites/' || s.api_site_parameter || '/badges/' || $.badge_id FROM sites s
         WHERE s.id = $.site_id))`,
    f.OPTIONAL,
  ),
});
