import { boolean, html, link, nested, number, tagList, text, type ObjectType } from './object-type.ts';
import { shallowUser } from './user.ts';

/** The page of a question; `$` is the posts table and the site is the request's. */
const questionPage = `'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) || '/questions/' || $.id`;

/** Answered: an answer is accepted or has a positive score. */
const isAnswered = `($.accepted_answer_id IS NOT NULL OR EXISTS (SELECT 1 FROM posts a
  WHERE a.site_id = $.site_id AND a.parent_id = $.id AND a.post_type = 2 AND a.score > 0 AND a.deleted_at IS NULL))`;

export const question: ObjectType = {
  name: 'question',
  fields: {
    question_id: number('$.id'),
    title: text('$.title'),
    tags: tagList('$.tags'),
    owner: nested(shallowUser, {
      join: { alias: 'owner', sql: 'LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.owner_id' },
      present: '@.id',
      goneName: '$.owner_name',
    }),
    is_answered: boolean(isAnswered),
    view_count: number('$.view_count'),
    answer_count: number('$.answer_count'),
    score: number('$.score'),
    accepted_answer_id: number('$.accepted_answer_id'),
    creation_date: number('$.created_at'),
    last_activity_date: number('$.last_activity_at'),
    last_edit_date: number('$.last_edit_at'),
    closed_date: number('$.closed_at'),
    closed_reason: text('$.closed_reason'),
    community_owned_date: number('$.community_owned_at'),
    locked_date: number('$.locked_at'),
    protected_date: number('$.protected_at'),
    bounty_amount: number('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_amount END'),
    bounty_closes_date: number('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_closes_at END'),
    content_license: text('$.content_license', { since: 2.3 }),
    link: link(questionPage),
    body: html('$.body', { extra: true }),
    body_markdown: text('$.body_markdown', { extra: true }),
    comment_count: number('$.comment_count', { extra: true }),
    favorite_count: number('$.favorite_count', { extra: true }),
    up_vote_count: number('$.up_vote_count', { extra: true }),
    down_vote_count: number('$.down_vote_count', { extra: true }),
    share_link: link(questionPage, { extra: true }),
  },
};
