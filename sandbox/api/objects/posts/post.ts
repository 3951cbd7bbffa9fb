import { link, number, text, type ObjectType } from '../object-type.ts';
import { owner, POST_EXTRAS, POST_PAGE } from './post-parts.ts';

/** A question or an answer, as far as they are alike. */
export const post: ObjectType = {
  name: 'post',
  always: ['post_id', 'post_type', 'score', 'creation_date', 'last_activity_date', 'link'],
  fields: {
    post_id: number('$.id'),
    post_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
    owner,
    score: number('$.score'),
    creation_date: number('$.created_at'),
    last_activity_date: number('$.last_activity_at'),
    last_edit_date: number('$.last_edit_at'),
    content_license: text('$.content_license', { since: 2.3 }),
    link: link(POST_PAGE),
    ...POST_EXTRAS,
    title: text('coalesce($.title, (SELECT q.title FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id))', {
      extra: true,
    }),
  },
};
