/**
 * Why somebody is notified, finer than the kind: what an inbox item is, or where reputation came from. Each can be
 * switched off by itself. The network's own names are many and more come (docs/api.md, "Objects"), so they are put
 * together under what people call them; one that is not known is among the others of its kind.
 */

/** Reasons of inbox items, in the order they are offered. */
export const INBOX_REASONS = ['answer', 'comment', 'mention', 'followed', 'moderator', 'chat', 'otherItem'] as const;

/** Reasons of changes of reputation, in the order they are offered. */
export const REPUTATION_REASONS = ['upvote', 'downvote', 'accept', 'bounty', 'edit', 'otherChange'] as const;

/** The reasons of the kinds that have several. */
export const REASONS_OF = { inbox: INBOX_REASONS, reputation: REPUTATION_REASONS } as const;

/** All reasons. */
export const NOTIFICATION_REASONS = [...INBOX_REASONS, ...REPUTATION_REASONS] as const;

export type InboxReason = (typeof INBOX_REASONS)[number];
export type ReputationReason = (typeof REPUTATION_REASONS)[number];
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

/** The public service's item types of 2025 (docs/api.md, "Objects"); the rest is `otherItem`. */
const REASON_OF_ITEM_TYPE: Record<string, InboxReason> = {
  new_answer: 'answer',
  comment: 'comment',
  question_update: 'followed',
  followed_post_activity: 'followed',
  moderator_message: 'moderator',
  post_notice: 'moderator',
  chat_message: 'chat',
};

/**
 * Item types that are told to many, not to the person: changes of followed posts, and what communities and moderators'
 * sites put into everybody's inbox.
 */
const TOLD_TO_MANY = new Set([
  'question_update',
  'followed_post_activity',
  'meta_question',
  'subcommunity_endorsement',
  'subcommunity_leaderboard',
]);

/** Whether an inbox item is addressed to the person, as every type is that is not known to be told to many. */
export const isForMe = ({ itemType }: { itemType: string }): boolean => !TOLD_TO_MANY.has(itemType);

/** Vote types, and reputation history types, by what moved the reputation; the rest is `otherChange`. */
const REASON_OF_VOTE_TYPE: Record<string, ReputationReason> = {
  up_votes: 'upvote',
  post_upvoted: 'upvote',
  post_unupvoted: 'upvote',
  down_votes: 'downvote',
  post_downvoted: 'downvote',
  post_undownvoted: 'downvote',
  voter_downvotes: 'downvote',
  voter_undownvotes: 'downvote',
  accepts: 'accept',
  answer_accepted: 'accept',
  answer_unaccepted: 'accept',
  asker_accepts_answer: 'accept',
  asker_unaccept_answer: 'accept',
  bounties_won: 'bounty',
  bounties_offered: 'bounty',
  bounty_earned: 'bounty',
  bounty_given: 'bounty',
  bounty_cancelled: 'bounty',
  suggested_edits: 'edit',
  suggested_edit_approval_received: 'edit',
  suggested_edit_approval_overridden: 'edit',
};

const ownValue = <Value>(table: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** How many letters of a name mention it at least; it is written without its spaces (docs/api.md, "Objects"). */
const FEWEST_MENTIONED_LETTERS = 3;

/** Whether a text speaks to somebody by `@name`. */
export function mentions(text: string, displayName: string): boolean {
  const name = displayName.replaceAll(/\s+/g, '').toLowerCase();
  if (name === '') return false;
  const fewest = Math.min(FEWEST_MENTIONED_LETTERS, name.length);
  return Array.from(text.matchAll(/(?<![\p{L}\p{N}_.])@([\p{L}\p{N}_.'-]+)/gu), ([, called = '']) =>
    called.toLowerCase().replace(/[.'-]+$/u, ''),
  ).some((called) => called.length >= fewest && name.startsWith(called));
}

/** The reason of an inbox item; a comment that names the person is a mention, as the network has no type for those. */
export function inboxReason(
  { itemType, excerpt }: { itemType: string; excerpt: string },
  displayName?: string,
): InboxReason {
  const reason = ownValue(REASON_OF_ITEM_TYPE, itemType) ?? 'otherItem';
  return reason === 'comment' && displayName !== undefined && mentions(excerpt, displayName) ? 'mention' : reason;
}

/** The reason of a change of reputation; one that only a total told of is among the others. */
export const reputationReason = (voteType: string | undefined): ReputationReason =>
  (voteType === undefined ? undefined : ownValue(REASON_OF_VOTE_TYPE, voteType)) ?? 'otherChange';
