import { link, number, text, type ObjectType } from '../object-type.ts';

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
