import { expect, it } from 'vitest';
import { inboxReason, mentions, reputationReason } from '../../common/notification-reasons.ts';

// docs/api.md, "Objects": the public service's item types of 2025; the set is open.
it.each([
  ['comment', 'comment'],
  ['new_answer', 'answer'],
  ['chat_message', 'chat'],
  ['moderator_message', 'moderator'],
  ['post_notice', 'moderator'],
  ['question_update', 'followed'],
  ['followed_post_activity', 'followed'],
  ['staging_ground', 'otherItem'],
  ['never heard of', 'otherItem'],
  ['constructor', 'otherItem'],
])('the reason of a notification of %s is %s', (itemType, reason) =>
  expect(inboxReason({ itemType, excerpt: '' }, 'Ada')).toBe(reason),
);

it('the reason of a notification is a mention where a comment calls the person by the name, or its first three letters', () => {
  const reason = (excerpt: string) => inboxReason({ itemType: 'comment', excerpt }, 'Ada Lovelace');
  for (const said of ['@AdaLovelace see this', 'as @ada said', 'ok @Adal, thanks'])
    expect([said, reason(said)]).toEqual([said, 'mention']);
  for (const said of ['Ada said so', '@ad hoc', 'me@ada.example', '@Adam no', ''])
    expect([said, reason(said)]).toEqual([said, 'comment']);
  expect(mentions('@you', '')).toBe(false);
  expect(mentions('thanks @Bo!', 'Bo')).toBe(true);
});

it('the reason of a notification of reputation is what moved it, by either name the network has for it', () => {
  const types = ['up_votes', 'post_upvoted', 'accepts', 'answer_accepted', 'bounties_won', 'spam', undefined];
  const reasons = ['upvote', 'upvote', 'accept', 'accept', 'bounty', 'otherChange', 'otherChange'];
  expect(types.map((type) => reputationReason(type))).toEqual(reasons);
});
