import * as f from './object-type.ts';
import { site } from './network.ts';
import { shallowUser, person } from './people.ts';
import { answer, owner, POST_EXTRAS, POST_PAGE, voted, canFlag } from './posts.ts';

/**
 * Where a question came from or went to; `$` has it as JSON in `info`. The site is told where it is of this network.
 */
const migrationInfo = f.objectType('migration_info', {
  on_date: f.number("$.info ->> 'on_date'"),
  question_id: f.number("$.info ->> 'question_id'"),
  other_site: f.nested(site, {
    join: { alias: 'site', sql: "LEFT JOIN sites AS @ ON @.api_site_parameter = $.info ->> 'site'" },
    present: '@.id',
  }),
});

/** @param column of the posts table */
export const migration = (column: 'migrated_from' | 'migrated_to') =>
  f.list(migrationInfo, {
    alias: column,
    from: `(SELECT $.${column} AS info) AS @`,
    orderBy: '1',
    when: `$.${column} IS NOT NULL`,
    isSingle: true,
    ...f.OPTIONAL,
  });

/** A question that the closed one repeats; `$` is the posts table. */
const originalQuestion = f.objectType('original_question', {
  ...f.numbers('question_id:id answer_count'),
  title: f.text('$.title'),

  accepted_answer_id: f.number('$.accepted_answer_id', f.OPTIONAL),
});

/** Meanings of reasons, by the reason in small letters; one that is not here speaks for itself. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  duplicate: 'It has been asked before, and answers are found there.',
  'exact duplicate': 'It has been asked before, and answers are found there.',
  'needs details or clarity': 'It does not say enough to be answered; details and a clearer problem would help.',
  'needs more focus': 'It asks for several things at once; one question at a time can be answered.',
  'opinion-based': 'Answers would tell opinions rather than facts.',
  'off-topic here': 'It is about something that this site is not for.',
  'off topic': 'It is about something that this site is not for.',
  'not suitable for this site': 'It is about something that this site is not for.',
  'not constructive': 'It would lead to debate rather than to answers.',
  'not a real question': 'It cannot be told what is being asked.',
  'too localized': 'It would help hardly anybody else.',
};
const WHENS = Object.entries(DESCRIPTIONS).map(([reason, description]) => `WHEN '${reason}' THEN '${description}'`);

/** Why and by whom a question was closed; `$` is its row of the posts table. */
const closedDetails = f.objectType('closed_details', {
  on_hold: f.boolean('0'),
  reason: f.text('$.closed_reason', f.OPTIONAL),
  description: f.text(`CASE lower($.closed_reason) ${WHENS.join(' ')} ELSE $.closed_reason END`, f.OPTIONAL),
  by_users: f.list(shallowUser, {
    alias: 'closer',
    from: 'users AS @',
    where: '@.site_id = $.site_id AND @.id IN (SELECT value FROM json_each($.closed_by))',
    ...f.OPTIONAL,
  }),
  original_questions: f.list(originalQuestion, {
    alias: 'original',
    from: 'post_links AS @_link JOIN posts AS @ ON @.site_id = @_link.site_id AND @.id = @_link.related_post_id',
    where: `@_link.site_id = $.site_id AND @_link.post_id = $.id AND @_link.link_type = 3 AND @.post_type = 1
           AND @.deleted_at IS NULL`,
    ...f.OPTIONAL,
  }),
});

/** Whether the privileges allow the token's user to close a question: their own from 250 on, any from 3,000 on. */
const CAN_CLOSE = `CASE WHEN :viewer IS NOT NULL THEN $.closed_at IS NULL AND EXISTS (SELECT 1 FROM users viewer
  WHERE viewer.site_id = $.site_id AND viewer.account_id = :viewer
    AND (viewer.user_type = 'moderator' OR viewer.reputation >= iif(viewer.id = $.owner_id, 250, 3000))) END`;

export const question = f.objectType('question', {
  ...f.numbers('question_id:id view_count answer_count score creation_date last_activity_date'),
  title: f.text('$.title'),
  tags: f.tagList('$.tags'),
  owner,
  is_answered: f.boolean('$.is_answered'),
  ...f.numbers('accepted_answer_id last_edit_date closed_date community_owned_date locked_date', f.OPTIONAL),
  closed_reason: f.text('$.closed_reason', f.OPTIONAL),
  ...f.numbers('protected_date', f.OPTIONAL),
  bounty_amount: f.number('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_amount END', f.OPTIONAL),
  bounty_closes_date: f.number('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_closes_at END', f.OPTIONAL),
  content_license: f.text('$.content_license', { since: 2.3 }),
  link: f.link(POST_PAGE),
  migrated_from: migration('migrated_from'),
  migrated_to: migration('migrated_to'),
  ...POST_EXTRAS,
  answers: f.list(answer, {
    alias: 'answer',
    from: 'posts AS @ INDEXED BY posts_parent',
    where: '@.site_id = $.site_id AND @.parent_id = $.id AND @.post_type = 2 AND @.deleted_at IS NULL',
    orderBy: '@.score DESC, @.id',
    ...f.EXTRA,
  }),
  bounty_user: person('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_user_id END', undefined, f.EXTRA, 'sponsor'),
  closed_details: f.nested(closedDetails, { present: '$.closed_at' }, f.EXTRA),
  can_close: f.boolean(CAN_CLOSE, f.EXTRA),
  can_flag: canFlag,
  favorited: voted(5),
  favorite_count: f.number('$.favorite_count', f.EXTRA_TOO),
  ...f.oldPaths('question', 'timeline comments answers'),
  ...f.numbers('close_vote_count reopen_vote_count delete_vote_count', f.EXTRA, () => '0'),
});
