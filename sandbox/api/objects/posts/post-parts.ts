import { boolean, html, link, list, nested, number, text, type Field } from '../object-type.ts';
import { textKey } from '../../../world/database/text.ts';
import { comment } from './comment.ts';
import { shallowUser } from '../people/user.ts';

/** The page of a question or, with its own mark, an answer; `$` is the posts table. */
export const POST_PAGE = `'{self}/sites/' || (SELECT api_site_parameter FROM sites WHERE sites.id = $.site_id) ||
  '/questions/' || CASE WHEN $.post_type = 2 THEN $.parent_id || '#answer-' || $.id ELSE $.id END`;

/** Who wrote it; somebody who is gone by name only. */
export const owner = nested(shallowUser, {
  join: { alias: 'owner', sql: 'LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.owner_id' },
  present: '@.id',
  goneName: '$.owner_name',
});

/** Whether the token's user has voted so; `:viewer` is the account, if the token may tell. */
export const voted = (voteType: number) =>
  boolean(
    `CASE WHEN :viewer IS NOT NULL THEN EXISTS
       (SELECT 1 FROM votes v JOIN users viewer ON viewer.site_id = v.site_id AND viewer.id = v.voter_id
       WHERE v.site_id = $.site_id AND v.post_id = $.id AND v.vote_type = ${voteType} AND viewer.account_id = :viewer)
         END`,
    { extra: true },
  );

const body = (column: string) => `(SELECT ${column} FROM bodies b WHERE b.post_key = ${textKey('$.site_id', '$.id')})`;

/** What questions, answers and posts have in common, in no default filter. */
export const POST_EXTRAS: Readonly<Record<string, Field>> = {
  body: html(body('b.body'), { extra: true }),
  // The source where it is kept, otherwise one that the HTML could have been made from.
  body_markdown: text(body('coalesce(b.markdown, markdown(b.body))'), { extra: true }),
  comment_count: number('$.comment_count', { extra: true }),
  comments: list(
    comment,
    {
      alias: 'comment',
      from: 'comments AS @',
      where: '@.site_id = $.site_id AND @.post_id = $.id AND @.deleted_at IS NULL',
      orderBy: '@.created_at, @.id',
    },
    { extra: true },
  ),
  last_editor: nested(
    shallowUser,
    {
      join: { alias: 'editor', sql: 'LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.last_editor_id' },
      present: '@.id',
      goneName: '$.last_editor_name',
    },
    { extra: true },
  ),
  up_vote_count: number('$.up_vote_count', { extra: true, old: 'too' }),
  down_vote_count: number('$.down_vote_count', { extra: true, old: 'too' }),
  community_owned: boolean('$.community_owned_at IS NOT NULL', { old: 'only' }),
  upvoted: voted(2),
  downvoted: voted(3),
  share_link: link(POST_PAGE, { extra: true }),
};
