import { link, number, text, type ObjectType, boolean, html, nested, tagList } from './object-type.ts';
import { shallowUser } from './people.ts';

/** The title of the question that `post_id` is of, or of the question it answers. */
export const POST_TITLE = `(SELECT q.title
  FROM posts p JOIN posts q ON q.site_id = p.site_id AND q.id = coalesce(p.parent_id, p.id)
  WHERE p.site_id = $.site_id AND p.id = $.post_id)`;
/** The page of the post whose id `post_id` is. */
export const POST_LINK = `(SELECT '{self}/sites/' || s.api_site_parameter || '/questions/' ||
    CASE WHEN p.parent_id IS NULL THEN p.id ELSE p.parent_id || '#answer-' || p.id END
  FROM posts p JOIN sites s ON s.id = p.site_id WHERE p.site_id = $.site_id AND p.id = $.post_id)`;

/** A reputation history entry of `/users/{id}/reputation`. */
export const reputation: ObjectType = {
  name: 'reputation',
  always: ['on_date', 'reputation_change', 'user_id'],
  fields: {
    on_date: number('$.on_date'),
    reputation_change: number('$.change'),
    user_id: number('$.user_id'),
    post_id: number('$.post_id'),
    post_type: text('$.post_type'),
    vote_type: text('$.vote_type'),
    title: text(POST_TITLE, { extra: true, old: 'too' }),
    positive_rep: number('max($.change, 0)', { old: 'only' }),
    negative_rep: number('max(-$.change, 0)', { old: 'only' }),
    link: link(POST_LINK, { extra: true }),
  },
};

/** An entry of `/users/{ids}/reputation-history`. */
export const reputationHistory: ObjectType = {
  name: 'reputation_history',
  always: ['user_id', 'creation_date', 'reputation_change', 'reputation_history_type'],
  plural: 'reputation_history',
  fields: {
    user_id: number('$.user_id'),
    creation_date: number('$.on_date'),
    post_id: number('$.post_id'),
    reputation_change: number('$.change'),
    reputation_history_type: text('$.history_type'),
  },
};

/** A user whose id a column has; one who is gone by the name in another. */
export const person = (column: string, goneName?: string) =>
  nested(shallowUser, {
    join: { alias: column, sql: `LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.${column}` },
    present: '@.id',
    ...(goneName === undefined ? {} : { goneName }),
  });

const post = (sql: string) => `(SELECT ${sql} FROM posts p WHERE p.site_id = $.site_id AND p.id = $.post_id)`;
const POST_TYPE = text(post("CASE p.post_type WHEN 1 THEN 'question' WHEN 2 THEN 'answer' WHEN 9 THEN 'article' END"));

/** A column of the last revision before this one that set it, where this one sets it, too. */
const before = (column: string) =>
  `CASE WHEN $.${column} IS NOT NULL THEN (SELECT b.${column} FROM revisions b
     WHERE b.site_id = $.site_id AND b.post_id = $.post_id AND b.${column} IS NOT NULL
       AND (b.created_at, b.id) < ($.created_at, $.id) ORDER BY b.created_at DESC, b.id DESC LIMIT 1) END`;

/** `$` is the revisions table. */
export const revision: ObjectType = {
  name: 'revision',
  always: [
    'revision_guid',
    'revision_number',
    'revision_type',
    'post_id',
    'post_type',
    'creation_date',
    'is_rollback',
    'set_community_wiki',
  ],
  fields: {
    revision_guid: text('$.guid'),
    revision_number: number(
      `(SELECT count(*) FROM revisions n WHERE n.site_id = $.site_id AND n.post_id = $.post_id
          AND (n.created_at, n.id) <= ($.created_at, $.id))`,
    ),
    revision_type: text("'single_user'"),
    post_id: number('$.post_id'),
    post_type: POST_TYPE,
    user: person('user_id', '$.user_name'),
    comment: text('$.comment'),
    creation_date: number('$.created_at'),
    is_rollback: boolean('$.is_rollback'),
    set_community_wiki: boolean('0'),
    title: text('$.title'),
    last_title: text(before('title')),
    tags: tagList('$.tags'),
    last_tags: tagList(before('tags')),
    content_license: text(post('p.content_license'), { since: 2.3 }),
    body: html('$.body', { extra: true }),
    last_body: html(before('body'), { extra: true }),
  },
};

/** `$` is the suggested_edits table. */
export const suggestedEdit: ObjectType = {
  name: 'suggested_edit',
  always: ['suggested_edit_id', 'post_id', 'post_type', 'creation_date'],
  fields: {
    suggested_edit_id: number('$.id'),
    post_id: number('$.post_id'),
    post_type: POST_TYPE,
    proposing_user: person('user_id'),
    comment: text('$.comment'),
    title: text('$.title'),
    tags: tagList('$.tags'),
    creation_date: number('$.created_at'),
    approval_date: number('$.approved_at'),
    rejection_date: number('$.rejected_at'),
    body: html('$.body', { extra: true }),
  },
};

/** `$` is a row of what happened around a question (routes/timelines.ts). */
export const questionTimeline: ObjectType = {
  name: 'question_timeline',
  plural: 'post_timelines',
  always: ['timeline_type', 'question_id', 'creation_date'],
  fields: {
    timeline_type: text('$.kind'),
    question_id: number('$.question_id'),
    post_id: number('$.post_id'),
    comment_id: number('$.comment_id'),
    revision_guid: text('$.guid'),
    creation_date: number('$.created_at'),
    up_vote_count: number('$.up_votes'),
    down_vote_count: number('$.down_votes'),
    user: person('user_id'),
    owner: person('owner_id'),
    content_license: text(post('p.content_license'), { since: 2.3 }),
  },
};

/** `$` is a row of what somebody did (routes/timelines.ts). */
export const userTimeline: ObjectType = {
  name: 'user_timeline',
  always: ['timeline_type', 'user_id', 'creation_date'],
  fields: {
    timeline_type: text('$.kind'),
    user_id: number('$.user_id'),
    creation_date: number('$.created_at'),
    post_id: number('$.post_id'),
    post_type: POST_TYPE,
    comment_id: number('$.comment_id'),
    badge_id: number('$.badge_id'),
    suggested_edit_id: number('$.suggested_edit_id'),
    title: text(POST_TITLE),
    detail: text(
      `coalesce((SELECT substr(seen(c.body), 1, 200) FROM comments c
           WHERE c.site_id = $.site_id AND c.id = $.comment_id),
         (SELECT b.name FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id))`,
    ),
    link: link(POST_LINK, { extra: true }),
  },
};

/** `$` is a row of what happened on a site (routes/timelines.ts). */
export const event: ObjectType = {
  name: 'event',
  always: ['event_type', 'event_id', 'creation_date'],
  fields: {
    event_type: text('$.kind'),
    event_id: number("iif($.kind = 'post_edited', $.post_id, $.id)"),
    creation_date: number('$.created_at'),
    link: link(
      `coalesce(${POST_LINK}, (SELECT '{self}/sites/' || s.api_site_parameter || '/users/' || $.id FROM sites s
         WHERE s.id = $.site_id))`,
      { extra: true },
    ),
    excerpt: text(
      `CASE $.kind WHEN 'comment_posted' THEN
           (SELECT substr(seen(c.body), 1, 200) FROM comments c WHERE c.site_id = $.site_id AND c.id = $.id)
         WHEN 'user_created' THEN (SELECT u.display_name FROM users u WHERE u.site_id = $.site_id AND u.id = $.id)
         ELSE ${POST_TITLE} END`,
      { extra: true },
    ),
  },
};

/** `$` is a row of what an account did on any site (routes/timelines.ts). */
export const networkActivity: ObjectType = {
  name: 'network_activity',
  plural: 'network_activities',
  always: ['activity_type', 'account_id', 'api_site_parameter', 'creation_date'],
  fields: {
    activity_type: text('$.kind'),
    account_id: number(':account'),
    api_site_parameter: text('(SELECT s.api_site_parameter FROM sites s WHERE s.id = $.site_id)'),
    creation_date: number('$.created_at'),
    post_id: number('$.post_id'),
    badge_id: number('$.badge_id'),
    score: number(post('p.score')),
    tags: tagList(
      `(SELECT q.tags FROM posts p JOIN posts q ON q.site_id = p.site_id AND q.id = coalesce(p.parent_id, p.id)
         WHERE p.site_id = $.site_id AND p.id = $.post_id)`,
    ),
    title: text(
      `coalesce(${POST_TITLE}, (SELECT b.name FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id))`,
    ),
    description: text('(SELECT b.description FROM badges b WHERE b.site_id = $.site_id AND b.id = $.badge_id)'),
    link: link(
      `coalesce(${POST_LINK}, (SELECT '{self}/sites/' || s.api_site_parameter || '/badges/' || $.badge_id FROM sites s
         WHERE s.id = $.site_id))`,
    ),
  },
};
