import {
  EXTRA,
  EXTRA_TOO,
  OLD,
  OPTIONAL,
  boolean,
  html,
  link,
  number,
  objectType,
  tagList,
  text,
  numbers,
  texts,
} from './object-type.ts';
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
export const reputation = objectType('reputation', {
  ...numbers('on_date:on_date reputation_change:change user_id'),
  post_id: number('$.post_id', OPTIONAL),
  ...texts('post_type vote_type', OPTIONAL),
  title: text(POST_TITLE, EXTRA_TOO),
  positive_rep: number('max($.change, 0)', OLD),
  negative_rep: number('max(-$.change, 0)', OLD),
  link: link(POST_LINK, EXTRA),
});

/** An entry of `/users/{ids}/reputation-history`. */
export const reputationHistory = objectType(['reputation_history', 'reputation_history'], {
  ...numbers('user_id creation_date:on_date reputation_change:change'),
  post_id: number('$.post_id', OPTIONAL),

  reputation_history_type: text('$.history_type'),
});

const post = (sql: string) => `(SELECT ${sql} FROM posts p WHERE p.site_id = $.site_id AND p.id = $.post_id)`;
const POST_TYPE = text(post("CASE p.post_type WHEN 1 THEN 'question' WHEN 2 THEN 'answer' WHEN 9 THEN 'article' END"));

/** A column of the last revision before this one that set it, where this one sets it, too. */
const before = (column: string) =>
  `CASE WHEN $.${column} IS NOT NULL THEN (SELECT b.${column} FROM revisions b
     WHERE b.site_id = $.site_id AND b.post_id = $.post_id AND b.${column} IS NOT NULL
       AND (b.created_at, b.id) < ($.created_at, $.id) ORDER BY b.created_at DESC, b.id DESC LIMIT 1) END`;

/** `$` is the revisions table. */
export const revision = objectType('revision', {
  revision_guid: text('$.guid'),
  revision_number: number(
    `(SELECT count(*) FROM revisions n WHERE n.site_id = $.site_id AND n.post_id = $.post_id
          AND (n.created_at, n.id) <= ($.created_at, $.id))`,
  ),
  revision_type: text("'single_user'"),
  ...numbers('post_id creation_date'),
  post_type: POST_TYPE,
  user: person('user_id', '$.user_name'),
  ...texts('comment title', OPTIONAL),
  is_rollback: boolean('$.is_rollback'),
  set_community_wiki: boolean('0'),

  last_title: text(before('title'), OPTIONAL),
  tags: tagList('$.tags', OPTIONAL),
  last_tags: tagList(before('tags'), OPTIONAL),
  content_license: text(post('p.content_license'), { since: 2.3 }),
  body: html('$.body', EXTRA),
  last_body: html(before('body'), EXTRA),
});

/** `$` is the suggested_edits table. */
export const suggestedEdit = objectType('suggested_edit', {
  ...numbers('suggested_edit_id:id post_id creation_date'),
  post_type: POST_TYPE,
  proposing_user: person('user_id'),
  ...texts('comment title', OPTIONAL),
  tags: tagList('$.tags', OPTIONAL),
  ...numbers('approval_date:approved_at rejection_date:rejected_at', OPTIONAL),
  body: html('$.body', EXTRA),
});

/** `$` is a row of what happened around a question (routes/timelines.ts). */
export const questionTimeline = objectType(['question_timeline', 'post_timelines'], {
  timeline_type: text('$.kind'),
  ...numbers('question_id creation_date'),
  ...numbers('post_id comment_id up_vote_count:up_votes down_vote_count:down_votes', OPTIONAL),
  revision_guid: text('$.guid', OPTIONAL),

  user: person('user_id'),
  owner: person('owner_id'),
  content_license: text(post('p.content_license'), { since: 2.3 }),
});

/** `$` is a row of what somebody did (routes/timelines.ts). */
export const userTimeline = objectType('user_timeline', {
  timeline_type: text('$.kind'),
  ...numbers('user_id creation_date'),
  ...numbers('post_id comment_id badge_id suggested_edit_id', OPTIONAL),
  post_type: { ...POST_TYPE, ...OPTIONAL },

  title: text(POST_TITLE, OPTIONAL),
  detail: text(
    `coalesce((SELECT substr(seen(c.body), 1, 200) FROM comments c
           WHERE c.site_id = $.site_id AND c.id = $.comment_id),
         (SELECT b.name FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id))`,
    OPTIONAL,
  ),
  link: link(POST_LINK, EXTRA),
});

/** `$` is a row of what happened on a site (routes/timelines.ts). */
export const event = objectType('event', {
  event_type: text('$.kind'),
  event_id: number("iif($.kind = 'post_edited', $.post_id, $.id)"),
  creation_date: number('$.created_at'),
  link: link(
    `coalesce(${POST_LINK}, (SELECT '{self}/sites/' || s.api_site_parameter || '/users/' || $.id FROM sites s
         WHERE s.id = $.site_id))`,
    EXTRA,
  ),
  excerpt: text(
    `CASE $.kind WHEN 'comment_posted' THEN
           (SELECT substr(seen(c.body), 1, 200) FROM comments c WHERE c.site_id = $.site_id AND c.id = $.id)
         WHEN 'user_created' THEN (SELECT u.display_name FROM users u WHERE u.site_id = $.site_id AND u.id = $.id)
         ELSE ${POST_TITLE} END`,
    EXTRA,
  ),
});

/** `$` is a row of what an account did on any site (routes/timelines.ts). */
export const networkActivity = objectType(['network_activity', 'network_activities'], {
  activity_type: text('$.kind'),
  account_id: number(':account'),
  api_site_parameter: text('(SELECT s.api_site_parameter FROM sites s WHERE s.id = $.site_id)'),
  creation_date: number('$.created_at'),
  ...numbers('post_id badge_id', OPTIONAL),
  score: number(post('p.score'), OPTIONAL),
  tags: tagList(
    `(SELECT q.tags FROM posts p JOIN posts q ON q.site_id = p.site_id AND q.id = coalesce(p.parent_id, p.id)
         WHERE p.site_id = $.site_id AND p.id = $.post_id)`,
    OPTIONAL,
  ),
  title: text(
    `coalesce(${POST_TITLE}, (SELECT b.name FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id))`,
    OPTIONAL,
  ),
  description: text('(SELECT b.description FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id)', OPTIONAL),
  link: link(
    `coalesce(${POST_LINK}, (SELECT '{self}/sites/' || s.api_site_parameter || '/badges/' || $.badge_id FROM sites s
         WHERE s.id = $.site_id))`,
    OPTIONAL,
  ),
});
