import { boolean, list, number, text, type ObjectType } from '../object-type.ts';
import { shallowUser } from '../people/user.ts';

/** A question that the closed one repeats; `$` is the posts table. */
const originalQuestion: ObjectType = {
  name: 'original_question',
  always: ['question_id', 'title', 'answer_count'],
  fields: {
    question_id: number('$.id'),
    title: text('$.title'),
    answer_count: number('$.answer_count'),
    accepted_answer_id: number('$.accepted_answer_id'),
  },
};

/** What a reason means, by the reason in small letters; one that is not here speaks for itself. */
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
export const closedDetails: ObjectType = {
  name: 'closed_details',
  always: ['on_hold'],
  fields: {
    on_hold: boolean('0'),
    reason: text('$.closed_reason'),
    description: text(`CASE lower($.closed_reason) ${WHENS.join(' ')} ELSE $.closed_reason END`),
    by_users: list(shallowUser, {
      alias: 'closer',
      from: 'users AS @',
      where: '@.site_id = $.site_id AND @.id IN (SELECT value FROM json_each($.closed_by))',
      orderBy: '@.id',
    }),
    original_questions: list(originalQuestion, {
      alias: 'original',
      from: 'post_links AS @_link JOIN posts AS @ ON @.site_id = @_link.site_id AND @.id = @_link.related_post_id',
      where: `@_link.site_id = $.site_id AND @_link.post_id = $.id AND @_link.link_type = 3 AND @.post_type = 1
           AND @.deleted_at IS NULL`,
      orderBy: '@.id',
    }),
  },
};
