import { boolean, html, link, number, objectType, SITE_PAGE, text } from './object-type.ts';
import { canFlag } from './flags.ts';
import { person } from './people.ts';

const post = (column: string) => `(SELECT ${column} FROM posts p WHERE p.site_id = $.site_id AND p.id = $.post_id)`;

/** The source where it is kept, otherwise one that the HTML could have been made from. */
const MARKDOWN = 'coalesce($.body_markdown, markdown($.body))';

export const comment = objectType('comment', {
  comment_id: number('$.id'),
  post_id: number('$.post_id'),
  owner: person('owner_id', '$.owner_name'),
  reply_to_user: person('reply_to_user_id'),
  creation_date: number('$.created_at'),
  edited: boolean('$.edited'),
  score: number('$.score'),
  content_license: text('$.content_license', { since: 2.3 }),
  body: html('$.body', { extra: true, old: 'too' }),
  body_markdown: text(MARKDOWN, { extra: true }),
  can_flag: canFlag,
  post_type: text(`CASE ${post('p.post_type')} WHEN 1 THEN 'question' WHEN 2 THEN 'answer' WHEN 9 THEN 'article' END`, {
    extra: true,
    old: 'too',
  }),
  link: link(`${SITE_PAGE} || '/questions/' || ${post('coalesce(p.parent_id, p.id)')} || '#comment-' || $.id`, {
    extra: true,
  }),
});
