import { boolean, html, nested, number, tagList, text, type ObjectType } from '../object-type.ts';
import { textKey } from '../../../world/database/text.ts';
import { owner } from './post-parts.ts';
import { shallowUser } from '../people/user.ts';

/** SQL of a column of the question that `$` is or answers. */
const question = (column: string) =>
  `(SELECT q.${column} FROM posts q WHERE q.site_id = $.site_id AND q.id = coalesce($.parent_id, $.id))`;
const ofQuestion = (sql: string) => `CASE $.post_type WHEN 1 THEN ${sql} END`;
const BODY = `(SELECT b.body FROM bodies b WHERE b.post_key = ${textKey('$.site_id', '$.id')})`;

/** A question or answer with the part of it that was looked for, `:sought`; `$` is the posts table. */
export const searchExcerpt: ObjectType = {
  name: 'search_excerpt',
  always: ['item_type', 'question_id', 'score', 'title', 'tags', 'excerpt', 'creation_date', 'last_activity_date'],
  fields: {
    item_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
    question_id: number('coalesce($.parent_id, $.id)'),
    answer_id: number('CASE $.post_type WHEN 2 THEN $.id END'),
    title: text(question('title')),
    tags: tagList(question('tags')),
    score: number('$.score'),
    question_score: number(question('score')),
    answer_count: number(ofQuestion('$.answer_count')),
    is_answered: boolean(ofQuestion('$.is_answered')),
    has_accepted_answer: boolean(ofQuestion('$.accepted_answer_id IS NOT NULL')),
    is_accepted: boolean(`CASE $.post_type WHEN 2 THEN ${question('accepted_answer_id')} IS $.id END`),
    body: html(`passage(${BODY}, NULL)`),
    excerpt: html(`passage(${BODY}, :sought)`),
    creation_date: number('$.created_at'),
    last_activity_date: number('$.last_activity_at'),
    closed_date: number('$.closed_at', { extra: true }),
    community_owned_date: number('$.community_owned_at', { extra: true }),
    locked_date: number('$.locked_at', { extra: true }),
    owner: { ...owner, inDefault: false },
    last_activity_user: nested(
      shallowUser,
      {
        join: {
          alias: 'active',
          sql: 'LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = coalesce($.last_editor_id, $.owner_id)',
        },
        present: '@.id',
      },
      { extra: true },
    ),
  },
};
