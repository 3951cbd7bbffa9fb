/**
 * Notification reasons, finer than the kind: the type of an inbox item, or the source of reputation. Each can be turned
 * off separately. The network's identifiers are an open set (docs/api.md, "Objects"), so they are grouped; unknown ones
 * belong to the "other" group of their kind.
 */

/** Reasons of inbox items, in display order. */
export const INBOX_REASONS = ['answer', 'comment', 'mention', 'followed', 'moderator', 'chat', 'otherItem'] as const;

/** Reasons of reputation changes, in display order. */
export const REPUTATION_REASONS = ['upvote', 'downvote', 'accept', 'bounty', 'edit', 'otherChange'] as const;

/** All reasons. */
export const NOTIFICATION_REASONS = [...INBOX_REASONS, ...REPUTATION_REASONS] as const;

export type InboxReason = (typeof INBOX_REASONS)[number];
export type ReputationReason = (typeof REPUTATION_REASONS)[number];
export type NotificationReason = (typeof NOTIFICATION_REASONS)[number];

/** The public service's item types of 2025 (docs/api.md, "Objects"); all others are `otherItem`. */
const REASON_OF_ITEM_TYPE: Record<string, InboxReason> = {
  new_answer: 'answer',
  comment: 'comment',
  question_update: 'followed',
  followed_post_activity: 'followed',
  moderator_message: 'moderator',
  post_notice: 'moderator',
  chat_message: 'chat',
};

/** Item types sent to many users: changes of followed posts, and broadcasts of communities and moderators. */
const TOLD_TO_MANY = new Set([
  'question_update',
  'followed_post_activity',
  'meta_question',
  'subcommunity_endorsement',
  'subcommunity_leaderboard',
]);

/** Whether an inbox item is addressed to the user, as all types are that are not known to be sent to many users. */
export const isForMe = ({ itemType }: { itemType: string }): boolean => !TOLD_TO_MANY.has(itemType);

/** Vote types and reputation history types, by the cause of the change; all others are `otherChange`. */
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

/** Minimum number of letters for a mention; names are written without spaces (docs/api.md, "Objects"). */
const FEWEST_MENTIONED_LETTERS = 3;

/** Whether a text mentions a user by `@name`. */
export function mentions(text: string, displayName: string): boolean {
  const name = displayName.replaceAll(/\s+/g, '').toLowerCase();
  if (name === '') return false;
  const fewest = Math.min(FEWEST_MENTIONED_LETTERS, name.length);
  return Array.from(text.matchAll(/(?<![\p{L}\p{N}_.])@([\p{L}\p{N}_.'-]+)/gu), ([, called = '']) =>
    called.toLowerCase().replace(/[.'-]+$/u, ''),
  ).some((called) => called.length >= fewest && name.startsWith(called));
}

/**
 * Returns the reason of an inbox item; a comment that mentions the user is a mention, as the network has no type for
 * it.
 */
export function inboxReason(
  { itemType, excerpt }: { itemType: string; excerpt: string },
  displayName?: string,
): InboxReason {
  const reason = ownValue(REASON_OF_ITEM_TYPE, itemType) ?? 'otherItem';
  return reason === 'comment' && displayName !== undefined && mentions(excerpt, displayName) ? 'mention' : reason;
}

/** Returns the reason of a reputation change; `otherChange` for one known only from a total. */
export const reputationReason = (voteType: string | undefined): ReputationReason =>
  (voteType === undefined ? undefined : ownValue(REASON_OF_VOTE_TYPE, voteType)) ?? 'otherChange';
