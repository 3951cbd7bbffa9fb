import { boolean, link, list, number, oldPath, tagList, text, type ObjectType } from '../object-type.ts';
import { canFlag } from './can-flag.ts';
import { owner, POST_EXTRAS, POST_PAGE } from './post-parts.ts';
import { shallowUser } from '../people/user.ts';

const question = (column: string) =>
  `(SELECT q.${column} FROM posts q WHERE q.site_id = $.site_id AND q.id = $.parent_id)`;
const IS_ACCEPTED = `${question('accepted_answer_id')} IS $.id`;
/** Bounties given to the answer. */
const BOUNTIES = 'FROM votes b WHERE b.site_id = $.site_id AND b.post_id = $.id AND b.vote_type = 9';

export const answer: ObjectType = {
  name: 'answer',
  always: ['answer_id', 'question_id', 'is_accepted', 'score', 'creation_date', 'last_activity_date'],
  fields: {
    answer_id: number('$.id'),
    question_id: number('$.parent_id'),
    owner,
    is_accepted: boolean(IS_ACCEPTED),
    score: number('$.score'),
    creation_date: number('$.created_at'),
    last_activity_date: number('$.last_activity_at'),
    last_edit_date: number('$.last_edit_at'),
    community_owned_date: number('$.community_owned_at'),
    locked_date: number('$.locked_at'),
    // docs/api.md, "Versions": answers carry tags from 2.1 on.
    tags: tagList(question('tags'), { since: 2.1 }),
    content_license: text('$.content_license', { since: 2.3 }),
    ...POST_EXTRAS,
    can_flag: canFlag,
    accepted: boolean(IS_ACCEPTED, { extra: true, old: 'too' }),
    view_count: number(question('view_count'), { old: 'only' }),
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
    title: text(question('title'), { extra: true, old: 'too' }),
    link: link(POST_PAGE, { extra: true }),
  },
};
