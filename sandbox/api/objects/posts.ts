import { textKey } from '../../world/database/text.ts';
import {
  EXTRA,
  type Field,
  OPTIONAL,
  boolean,
  html,
  inJson,
  inJsonOr0,
  list,
  number,
  objectType,
  EXTRA_TOO,
  SITE_PAGE,
  link,
  text,
  OLD,
  oldPath,
  tagList,
  texts,
  booleans,
  numbers,
} from './object-type.ts';
import { person, shallowUser } from './people.ts';

/**
 * Whether a post may be flagged: anybody with an account on the site may. `:viewer` is the token's account, if the
 * token may tell.
 */
export const canFlag = boolean(
  `CASE WHEN :viewer IS NOT NULL THEN EXISTS
     (SELECT 1 FROM users viewer WHERE viewer.site_id = $.site_id AND viewer.account_id = :viewer) END`,
  EXTRA,
);

/** `$` is a row of `json_each` over options. */
const OPTION_FIELDS: Readonly<Record<string, Field>> = {
  option_id: number("$.value ->> 'option_id'", OPTIONAL),
  ...texts('title', {}, inJson),
  description: html("$.value ->> 'description'"),
  ...texts('dialog_title', OPTIONAL, inJson),
  ...booleans('requires_comment requires_site requires_question_id has_flagged', {}, inJsonOr0),
  ...numbers('count', {}, inJsonOr0),
  is_retraction: boolean('0', EXTRA),
};

/** A way to flag a question; one without an id only holds its sub-options together. */
export const flagOption = objectType('flag_option', {
  ...OPTION_FIELDS,
  sub_options: list(objectType('flag_option', OPTION_FIELDS), {
    alias: 'sub',
    from: "json_each($.value -> 'sub_options') AS @",
    orderBy: '@.key',
    ...OPTIONAL,
  }),
});

const ofPost = (column: string) => `(SELECT ${column} FROM posts p WHERE p.site_id = $.site_id AND p.id = $.post_id)`;

/** The source where it is kept, otherwise one that the HTML could have been made from. */
const MARKDOWN = 'coalesce($.body_markdown, markdown($.body))';

export const comment = objectType('comment', {
  ...numbers('comment_id:id post_id creation_date score'),
  owner: person('owner_id', '$.owner_name'),
  reply_to_user: person('reply_to_user_id'),

  edited: boolean('$.edited'),

  content_license: text('$.content_license', { since: 2.3 }),
  body: html('$.body', EXTRA_TOO),
  body_markdown: text(MARKDOWN, EXTRA),
  can_flag: canFlag,
  post_type: text(
    `CASE ${ofPost('p.post_type')} WHEN 1 THEN 'question' WHEN 2 THEN 'answer' WHEN 9 THEN 'article' END`,
    { extra: true, old: 'too' },
  ),
  link: link(`${SITE_PAGE} || '/questions/' || ${ofPost('coalesce(p.parent_id, p.id)')} || '#comment-' || $.id`, EXTRA),
});

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
    EXTRA,
  );

const body = (column: string) => `(SELECT ${column} FROM bodies b WHERE b.post_key = ${textKey('$.site_id', '$.id')})`;

/** Fields that questions, answers and posts have in common, in no default filter. */
export const POST_EXTRAS: Readonly<Record<string, Field>> = {
  body: html(body('b.body'), EXTRA),
  // The source where it is kept, otherwise one that the HTML could have been made from.
  body_markdown: text(body('coalesce(b.markdown, markdown(b.body))'), EXTRA),
  comment_count: number('$.comment_count', EXTRA),
  comments: list(comment, {
    alias: 'comment',
    from: 'comments AS @',
    where: '@.site_id = $.site_id AND @.post_id = $.id AND @.deleted_at IS NULL',
    orderBy: '@.created_at, @.id',
    ...EXTRA,
  }),
  last_editor: person('last_editor_id', '$.last_editor_name', EXTRA),
  ...numbers('up_vote_count down_vote_count', EXTRA_TOO),
  community_owned: boolean('$.community_owned_at IS NOT NULL', OLD),
  upvoted: voted(2),
  downvoted: voted(3),
  share_link: link(POST_PAGE, EXTRA),
};

/** A question or an answer, as far as they are alike. */
export const post = objectType('post', {
  ...numbers('post_id:id score creation_date last_activity_date'),
  post_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
  owner,
  last_edit_date: number('$.last_edit_at', OPTIONAL),
  content_license: text('$.content_license', { since: 2.3 }),
  link: link(POST_PAGE),
  ...POST_EXTRAS,
  title: text(
    'coalesce($.title, (SELECT q.title FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id))',
    EXTRA,
  ),
});

/** SQL of a column of the question that `$` is or answers. */
const ofQuestion = (column: string) =>
  `(SELECT q.${column} FROM posts q WHERE q.site_id = $.site_id AND q.id = coalesce($.parent_id, $.id))`;
const IS_ACCEPTED = `${ofQuestion('accepted_answer_id')} IS $.id`;
/** Bounties given to the answer. */
const BOUNTIES = 'FROM votes b WHERE b.site_id = $.site_id AND b.post_id = $.id AND b.vote_type = 9';

export const answer = objectType('answer', {
  ...numbers('answer_id:id question_id:parent_id score creation_date last_activity_date'),
  owner,
  is_accepted: boolean(IS_ACCEPTED),
  ...numbers('last_edit_date community_owned_date locked_date', OPTIONAL),
  // docs/api.md, "Versions": answers carry tags from 2.1 on.
  tags: tagList(ofQuestion('tags'), { since: 2.1 }),
  content_license: text('$.content_license', { since: 2.3 }),
  ...POST_EXTRAS,
  can_flag: canFlag,
  accepted: boolean(IS_ACCEPTED, EXTRA_TOO),
  view_count: number(ofQuestion('view_count'), OLD),
  answer_comments_url: oldPath("'/answers/'", '$.id', "'/comments'"),
  awarded_bounty_amount: number(`(SELECT sum(b.bounty_amount) ${BOUNTIES})`, EXTRA),
  awarded_bounty_users: list(shallowUser, {
    alias: 'sponsor',
    from: 'users AS @',
    where: `@.site_id = $.site_id AND @.id IN (SELECT b.voter_id ${BOUNTIES})`,
    ...EXTRA,
  }),
  title: text(ofQuestion('title'), EXTRA_TOO),
  link: link(POST_PAGE, EXTRA),
});

const onlyOfQuestion = (sql: string) => `CASE $.post_type WHEN 1 THEN ${sql} END`;

/** A question or answer with the part of it that was looked for, `:sought`; `$` is the posts table. */
export const searchExcerpt = objectType('search_excerpt', {
  item_type: text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
  question_id: number('coalesce($.parent_id, $.id)'),
  answer_id: number('CASE $.post_type WHEN 2 THEN $.id END', OPTIONAL),
  title: text(ofQuestion('title')),
  tags: tagList(ofQuestion('tags')),
  ...numbers('score creation_date last_activity_date'),
  question_score: number(ofQuestion('score'), OPTIONAL),
  answer_count: number(onlyOfQuestion('$.answer_count'), OPTIONAL),
  is_answered: boolean(onlyOfQuestion('$.is_answered'), OPTIONAL),
  has_accepted_answer: boolean(onlyOfQuestion('$.accepted_answer_id IS NOT NULL'), OPTIONAL),
  is_accepted: boolean(`CASE $.post_type WHEN 2 THEN ${ofQuestion('accepted_answer_id')} IS $.id END`, OPTIONAL),
  body: html(`passage(${body('b.body')}, NULL)`, OPTIONAL),
  excerpt: html(`passage(${body('b.body')}, :sought)`),
  ...numbers('closed_date community_owned_date locked_date', EXTRA),
  owner: { ...owner, inDefault: false },
  last_activity_user: person('coalesce($.last_editor_id, $.owner_id)', undefined, EXTRA, 'active'),
});
