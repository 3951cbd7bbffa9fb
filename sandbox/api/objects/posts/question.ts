import { answer } from './answer.ts';
import { canFlag } from './can-flag.ts';
import { closedDetails } from './closed-details.ts';
import { boolean, link, list, nested, number, oldPath, tagList, text, type ObjectType } from '../object-type.ts';
import { migration } from './migration-info.ts';
import { owner, POST_EXTRAS, POST_PAGE, voted } from './post-parts.ts';
import { shallowUser } from '../people/user.ts';

/** What the privileges allow the token's user: their own from 250 on, any from 3,000 on. */
const CAN_CLOSE = `CASE WHEN :viewer IS NOT NULL THEN $.closed_at IS NULL AND EXISTS (SELECT 1 FROM users viewer
  WHERE viewer.site_id = $.site_id AND viewer.account_id = :viewer
    AND (viewer.user_type = 'moderator' OR viewer.reputation >= iif(viewer.id = $.owner_id, 250, 3000))) END`;

export const question: ObjectType = {
  name: 'question',
  always: [
    'question_id',
    'title',
    'tags',
    'is_answered',
    'view_count',
    'answer_count',
    'score',
    'creation_date',
    'last_activity_date',
    'link',
  ],
  fields: {
    question_id: number('$.id'),
    title: text('$.title'),
    tags: tagList('$.tags'),
    owner,
    is_answered: boolean('$.is_answered'),
    view_count: number('$.view_count'),
    answer_count: number('$.answer_count'),
    score: number('$.score'),
    accepted_answer_id: number('$.accepted_answer_id'),
    creation_date: number('$.created_at'),
    last_activity_date: number('$.last_activity_at'),
    last_edit_date: number('$.last_edit_at'),
    closed_date: number('$.closed_at'),
    closed_reason: text('$.closed_reason'),
    community_owned_date: number('$.community_owned_at'),
    locked_date: number('$.locked_at'),
    protected_date: number('$.protected_at'),
    bounty_amount: number('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_amount END'),
    bounty_closes_date: number('CASE WHEN $.bounty_closes_at > :now THEN $.bounty_closes_at END'),
    content_license: text('$.content_license', { since: 2.3 }),
    link: link(POST_PAGE),
    migrated_from: migration('migrated_from'),
    migrated_to: migration('migrated_to'),
    ...POST_EXTRAS,
    answers: list(
      answer,
      {
        alias: 'answer',
        from: 'posts AS @ INDEXED BY posts_parent',
        where: '@.site_id = $.site_id AND @.parent_id = $.id AND @.post_type = 2 AND @.deleted_at IS NULL',
        orderBy: '@.score DESC, @.id',
      },
      { extra: true },
    ),
    bounty_user: nested(
      shallowUser,
      {
        join: {
          alias: 'sponsor',
          sql: `LEFT JOIN users AS @ ON @.site_id = $.site_id AND @.id = $.bounty_user_id
              AND $.bounty_closes_at > :now`,
        },
        present: '@.id',
      },
      { extra: true },
    ),
    closed_details: nested(closedDetails, { present: '$.closed_at' }, { extra: true }),
    can_close: boolean(CAN_CLOSE, { extra: true }),
    can_flag: canFlag,
    favorited: voted(5),
    favorite_count: number('$.favorite_count', { extra: true, old: 'too' }),
    question_timeline_url: oldPath("'/questions/'", '$.id', "'/timeline'"),
    question_comments_url: oldPath("'/questions/'", '$.id', "'/comments'"),
    question_answers_url: oldPath("'/questions/'", '$.id', "'/answers'"),
    close_vote_count: number('0', { extra: true }),
    reopen_vote_count: number('0', { extra: true }),
    delete_vote_count: number('0', { extra: true }),
  },
};
