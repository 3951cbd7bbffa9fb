import { textKey } from '../../world/database/text.ts';
import * as f from './object-type.ts';
import { person, shallowUser } from './people.ts';

/**
 * Whether a post may be flagged: anybody with an account on the site may. `:viewer` is the token's account, if the
 * token may tell.
 */
export const canFlag = f.boolean(
  `CASE WHEN :viewer IS NOT NULL THEN EXISTS
     (SELECT 1 FROM users viewer WHERE viewer.site_id = $.site_id AND viewer.account_id = :viewer) END`,
  f.EXTRA,
);

/** `$` is a row of `json_each` over options. */
const OPTION_FIELDS: Readonly<Record<string, f.Field>> = {
  option_id: f.number("$.value ->> 'option_id'", f.OPTIONAL),
  ...f.texts('title', {}, f.inJson),
  description: f.html("$.value ->> 'description'"),
  ...f.texts('dialog_title', f.OPTIONAL, f.inJson),
  ...f.booleans('requires_comment requires_site requires_question_id has_flagged', {}, f.inJsonOr0),
  ...f.numbers('count', {}, f.inJsonOr0),
  is_retraction: f.boolean('0', f.EXTRA),
};

/** A way to flag a question; one without an id only holds its sub-options together. */
export const flagOption = f.objectType('flag_option', {
  ...OPTION_FIELDS,
  sub_options: f.list(f.objectType('flag_option', OPTION_FIELDS), {
    alias: 'sub',
    from: "json_each($.value -> 'sub_options') AS @",
    orderBy: '@.key',
    ...f.OPTIONAL,
  }),
});

const ofPost = (column: string) => `(SELECT ${column} FROM posts p WHERE p.site_id = $.site_id AND p.id = $.post_id)`;

/** The source where it is kept, otherwise one that the HTML could have been made from. */
const MARKDOWN = 'coalesce($.body_markdown, markdown($.body))';

export const comment = f.objectType('comment', {
  ...f.numbers('comment_id:id post_id creation_date score'),
  owner: person('owner_id', '$.owner_name'),
  reply_to_user: person('reply_to_user_id'),

  edited: f.boolean('$.edited'),

  content_license: f.text('$.content_license', { since: 2.3 }),
  body: f.html('$.body', f.EXTRA_TOO),
  body_markdown: f.text(MARKDOWN, f.EXTRA),
  can_flag: canFlag,
  post_type: f.text(
    `CASE ${ofPost('p.post_type')} WHEN 1 THEN 'question' WHEN 2 THEN 'answer' WHEN 9 THEN 'article' END`,
    { extra: true, old: 'too' },
  ),
  link: f.link(
    `${f.SITE_PAGE} || '/questions/' || ${ofPost('coalesce(p.parent_id, p.id)')} || '#comment-' || $.id`,
    f.EXTRA,
  ),
});

/** The page of a question or, with its own mark, an answer; `$` is the posts table. */
export const POST_PAGE = `${f.SITE_PAGE} || '/questions/' ||
  CASE WHEN $.post_type = 2 THEN $.parent_id || '#answer-' || $.id ELSE $.id END`;

/** Who wrote it; somebody who is gone by name only. */
export const owner = person('owner_id', '$.owner_name');

/** Whether the token's user has voted so; `:viewer` is the account, if the token may tell. */
export const voted = (voteType: number) =>
  f.boolean(
    `CASE WHEN :viewer IS NOT NULL THEN EXISTS
       (SELECT 1 FROM votes v JOIN users viewer ON viewer.site_id = v.site_id AND viewer.id = v.voter_id
       WHERE v.site_id = $.site_id AND v.post_id = $.id AND v.vote_type = ${voteType} AND viewer.account_id = :viewer)
         END`,
    f.EXTRA,
  );

const body = (column: string) => `(SELECT ${column} FROM bodies b WHERE b.post_key = ${textKey('$.site_id', '$.id')})`;

/** Fields that questions, answers and posts have in common, in no default filter. */
export const POST_EXTRAS: Readonly<Record<string, f.Field>> = {
  body: f.html(body('b.body'), f.EXTRA),
  // The source where it is kept, otherwise one that the HTML could have been made from.
  body_markdown: f.text(body('coalesce(b.markdown, markdown(b.body))'), f.EXTRA),
  comment_count: f.number('$.comment_count', f.EXTRA),
  comments: f.list(comment, {
    alias: 'comment',
    from: 'comments AS @',
    where: '@.site_id = $.site_id AND @.post_id = $.id AND @.deleted_at IS NULL',
    orderBy: '@.created_at, @.id',
    ...f.EXTRA,
  }),
  last_editor: person('last_editor_id', '$.last_editor_name', f.EXTRA),
  ...f.numbers('up_vote_count down_vote_count', f.EXTRA_TOO),
  community_owned: f.boolean('$.community_owned_at IS NOT NULL', f.OLD),
  upvoted: voted(2),
  downvoted: voted(3),
  share_link: f.link(POST_PAGE, f.EXTRA),
};

/** A question or an answer, as far as they are alike. */
export const post = f.objectType('post', {
  ...f.numbers('post_id:id score creation_date last_activity_date'),
  post_type: f.text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
  owner,
  last_edit_date: f.number('$.last_edit_at', f.OPTIONAL),
  content_license: f.text('$.content_license', { since: 2.3 }),
  link: f.link(POST_PAGE),
  ...POST_EXTRAS,
  title: f.text(
    'coalesce($.title, (SELECT q.title FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id))',
    f.EXTRA,
  ),
});

/** SQL of a column of the question that `$` is or answers. */
const ofQuestion = (column: string) =>
  `(SELECT q.${column} FROM posts q WHERE q.site_id = $.site_id AND q.id = coalesce($.parent_id, $.id))`;
const IS_ACCEPTED = `${ofQuestion('accepted_answer_id')} IS $.id`;
/** Bounties given to the answer. */
const BOUNTIES = 'FROM votes b WHERE b.site_id = $.site_id AND b.post_id = $.id AND b.vote_type = 9';

export const answer = f.objectType('answer', {
  ...f.numbers('answer_id:id question_id:parent_id score creation_date last_activity_date'),
  owner,
  is_accepted: f.boolean(IS_ACCEPTED),
  ...f.numbers('last_edit_date community_owned_date locked_date', f.OPTIONAL),
  // docs/api.md, "Versions": answers carry tags from 2.1 on.
  tags: f.tagList(ofQuestion('tags'), { since: 2.1 }),
  content_license: f.text('$.content_license', { since: 2.3 }),
  ...POST_EXTRAS,
  can_flag: canFlag,
  accepted: f.boolean(IS_ACCEPTED, f.EXTRA_TOO),
  view_count: f.number(ofQuestion('view_count'), f.OLD),
  answer_comments_url: f.oldPath("'/answers/'", '$.id', "'/comments'"),
  awarded_bounty_amount: f.number(`(SELECT sum(b.bounty_amount) ${BOUNTIES})`, f.EXTRA),
  awarded_bounty_users: f.list(shallowUser, {
    alias: 'sponsor',
    from: 'users AS @',
    where: `@.site_id = $.site_id AND @.id IN (SELECT b.voter_id ${BOUNTIES})`,
    ...f.EXTRA,
  }),
  title: f.text(ofQuestion('title'), f.EXTRA_TOO),
  link: f.link(POST_PAGE, f.EXTRA),
});

const onlyOfQuestion = (sql: string) => `CASE $.post_type WHEN 1 THEN ${sql} END`;

/** A question or answer with the part of it that was looked for, `:sought`; `$` is the posts table. */
export const searchExcerpt = f.objectType('search_excerpt', {
  item_type: f.text("CASE $.post_type WHEN 1 THEN 'question' ELSE 'answer' END"),
  question_id: f.number('coalesce($.parent_id, $.id)'),
  answer_id: f.number('CASE $.post_type WHEN 2 THEN $.id END', f.OPTIONAL),
  title: f.text(ofQuestion('title')),
  tags: f.tagList(ofQuestion('tags')),
  ...f.numbers('score creation_date last_activity_date'),
  question_score: f.number(ofQuestion('score'), f.OPTIONAL),
  answer_count: f.number(onlyOfQuestion('$.answer_count'), f.OPTIONAL),
  is_answered: f.boolean(onlyOfQuestion('$.is_answered'), f.OPTIONAL),
  has_accepted_answer: f.boolean(onlyOfQuestion('$.accepted_answer_id IS NOT NULL'), f.OPTIONAL),
  is_accepted: f.boolean(`CASE $.post_type WHEN 2 THEN ${ofQuestion('accepted_answer_id')} IS $.id END`, f.OPTIONAL),
  body: f.html(`passage(${body('b.body')}, NULL)`, f.OPTIONAL),
  excerpt: f.html(`passage(${body('b.body')}, :sought)`),
  ...f.numbers('closed_date community_owned_date locked_date', f.EXTRA),
  owner: { ...owner, inDefault: false },
  last_activity_user: person('coalesce($.last_editor_id, $.owner_id)', undefined, f.EXTRA, 'active'),
});
