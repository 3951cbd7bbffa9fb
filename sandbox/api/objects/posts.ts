import {
  boolean,
  html,
  link,
  list,
  number,
  objectType,
  oldPath,
  OPTIONAL,
  SITE_PAGE,
  tagList,
  text,
  type Field,
} from './object-type.ts';
import { textKey } from '../../world/database/text.ts';
import { comment } from './comment.ts';
import { shallowUser, person } from './people.ts';
import { canFlag } from './flags.ts';

/** The page of a question or, with its own mark, an answer; `$` is the posts table. */
export const POST_PAGE = `${SITE_PAGE} || '/questions/' ||
  CASE WHEN $.post_type = 2 THEN $.parent_id || '#answer-' || $.id ELSE $.id END`;

/** Who wrote it; somebody who is gone by name only. */
export const owner = person('owner_id', '$.owner_name');

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

/** Fields that questions, answers and posts have in common, in no default filter. */
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
  last_editor: person('last_editor_id', '$.last_editor_name', { extra: true }),
  up_vote_count: number('$.up_vote_count', { extra: true, old: 'too' }),
  down_vote_count: number('$.down_vote_count', { extra: true, old: 'too' }),
  community_owned: boolean('$.community_owned_at IS NOT NULL', { old: 'only' }),
  upvoted: voted(2),
  downvoted: voted(3),
  share_link: link(POST_PAGE, { extra: true }),
};

/** A question or an answer, as far as they are alike. */
export const post = objectType('post', {
  post_id: number('$.id'),
  post_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
  owner,
  score: number('$.score'),
  creation_date: number('$.created_at'),
  last_activity_date: number('$.last_activity_at'),
  last_edit_date: number('$.last_edit_at', OPTIONAL),
  content_license: text('$.content_license', { since: 2.3 }),
  link: link(POST_PAGE),
  ...POST_EXTRAS,
  title: text('coalesce($.title, (SELECT q.title FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id))', {
    extra: true,
  }),
});

/** SQL of a column of the question that `$` is or answers. */
const ofQuestion = (column: string) =>
  `(SELECT q.${column} FROM posts q WHERE q.site_id = $.site_id AND q.id = coalesce($.parent_id, $.id))`;
const IS_ACCEPTED = `${ofQuestion('accepted_answer_id')} IS $.id`;
/** Bounties given to the answer. */
const BOUNTIES = 'FROM votes b WHERE b.site_id = $.site_id AND b.post_id = $.id AND b.vote_type = 9';

export const answer = objectType('answer', {
  answer_id: number('$.id'),
  question_id: number('$.parent_id'),
  owner,
  is_accepted: boolean(IS_ACCEPTED),
  score: number('$.score'),
  creation_date: number('$.created_at'),
  last_activity_date: number('$.last_activity_at'),
  last_edit_date: number('$.last_edit_at', OPTIONAL),
  community_owned_date: number('$.community_owned_at', OPTIONAL),
  locked_date: number('$.locked_at', OPTIONAL),
  // docs/api.md, "Versions": answers carry tags from 2.1 on.
  tags: tagList(ofQuestion('tags'), { since: 2.1 }),
  content_license: text('$.content_license', { since: 2.3 }),
  ...POST_EXTRAS,
  can_flag: canFlag,
  accepted: boolean(IS_ACCEPTED, { extra: true, old: 'too' }),
  view_count: number(ofQuestion('view_count'), { old: 'only' }),
  answer_comments_url: oldPath("'/answers/'", '$.id', "'/comments'"),
  awarded_bounty_amount: number(`(SELECT sum(b.bounty_amount) ${BOUNTIES})`, { extra: true }),
  awarded_bounty_users: list(
    shallowUser,
    {
      alias: 'sponsor',
      from: 'users AS @',
      where: `@.site_id = $.site_id AND @.id IN (SELECT b.voter_id ${BOUNTIES})`,
      orderBy: '@.id',
    },
    { extra: true },
  ),
  title: text(ofQuestion('title'), { extra: true, old: 'too' }),
  link: link(POST_PAGE, { extra: true }),
});

const onlyOfQuestion = (sql: string) => `CASE $.post_type WHEN 1 THEN ${sql} END`;

/** A question or answer with the part of it that was looked for, `:sought`; `$` is the posts table. */
export const searchExcerpt = objectType('search_excerpt', {
  item_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
  question_id: number('coalesce($.parent_id, $.id)'),
  answer_id: number('CASE $.post_type WHEN 2 THEN $.id END', OPTIONAL),
  title: text(ofQuestion('title')),
  tags: tagList(ofQuestion('tags')),
  score: number('$.score'),
  question_score: number(ofQuestion('score'), OPTIONAL),
  answer_count: number(onlyOfQuestion('$.answer_count'), OPTIONAL),
  is_answered: boolean(onlyOfQuestion('$.is_answered'), OPTIONAL),
  has_accepted_answer: boolean(onlyOfQuestion('$.accepted_answer_id IS NOT NULL'), OPTIONAL),
  is_accepted: boolean(`CASE $.post_type WHEN 2 THEN ${ofQuestion('accepted_answer_id')} IS $.id END`, OPTIONAL),
  body: html(`passage(${body('b.body')}, NULL)`, OPTIONAL),
  excerpt: html(`passage(${body('b.body')}, :sought)`),
  creation_date: number('$.created_at'),
  last_activity_date: number('$.last_activity_at'),
  closed_date: number('$.closed_at', { extra: true }),
  community_owned_date: number('$.community_owned_at', { extra: true }),
  locked_date: number('$.locked_at', { extra: true }),
  owner: { ...owner, inDefault: false },
  last_activity_user: person('coalesce($.last_editor_id, $.owner_id)', undefined, { extra: true }, 'active'),
});
