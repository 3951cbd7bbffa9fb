import { z } from 'zod';

/** Epoch seconds, until the end of the year 9999 (docs/api.md, "Dates"). */
export const LAST_MOMENT = 253_402_300_799;

const Id = z.int();
const OptionalId = z.exactOptional(Id);
/** Plain text. */
const Text = z.string();
const Html = z.string();
/** Source of an HTML text, where it was written in Markdown. */
const Markdown = z.exactOptional(z.string());
/** Tag names, one to five; a new one is made. */
const Tags = z.array(z.string());
const at = z.exactOptional(z.int().min(0).max(LAST_MOMENT));
/** Site by its api_site_parameter, and moment: the world's present unless given. */
const place = { site: z.string(), at };

/** Arguments of each action. Whether it can be done the action says itself. */
export const ACTION_ARGUMENTS = {
  ask: z.strictObject({ ...place, userId: Id, title: Text, body: Html, markdown: Markdown, tags: Tags }),
  answer: z.strictObject({ ...place, userId: Id, questionId: Id, body: Html, markdown: Markdown }),
  /** Comment under a question or answer; "@name" replies to somebody who takes part under the same post. */
  comment: z.strictObject({ ...place, userId: Id, postId: Id, body: Html, markdown: Markdown }),
  editComment: z.strictObject({ ...place, userId: Id, commentId: Id, body: Html, markdown: Markdown }),
  removeComment: z.strictObject({ ...place, userId: OptionalId, commentId: Id }),
  /** Comments are only voted up. */
  voteComment: z.strictObject({ ...place, userId: Id, commentId: Id }),
  unvoteComment: z.strictObject({ ...place, userId: Id, commentId: Id }),
  vote: z.strictObject({ ...place, userId: Id, postId: Id, direction: z.enum(['up', 'down']) }),
  unvote: z.strictObject({ ...place, userId: Id, postId: Id }),
  favorite: z.strictObject({ ...place, userId: Id, questionId: Id }),
  unfavorite: z.strictObject({ ...place, userId: Id, questionId: Id }),
  /** Flag on a post or a comment; nobody acts on it. */
  flag: z.strictObject({
    ...place,
    userId: Id,
    postId: OptionalId,
    commentId: OptionalId,
    optionId: Id,
    comment: z.exactOptional(Text),
  }),
  accept: z.strictObject({ ...place, answerId: Id }),
  unaccept: z.strictObject({ ...place, answerId: Id }),
  /** Closing for a reason shown beside the question, by a user if known; `originalId` is the question it repeats. */
  close: z.strictObject({ ...place, questionId: Id, reason: Text, userId: OptionalId, originalId: OptionalId }),
  reopen: z.strictObject({ ...place, questionId: Id, userId: OptionalId }),
  remove: z.strictObject({ ...place, postId: Id, userId: OptionalId }),
  /** Bounty of 50 to 500 reputation that the user pays. */
  bounty: z.strictObject({ ...place, questionId: Id, userId: Id, amount: z.int() }),
  awardBounty: z.strictObject({ ...place, answerId: Id }),
  /** Badge by its name; where several ranks share it, the lowest id wins. */
  award: z.strictObject({ ...place, userId: Id, badge: z.string() }),
  /** Inbox item of any type, known to clients or not, e.g. `moderator_message`. */
  message: z.strictObject({
    ...place,
    userId: Id,
    itemType: z.string().min(1),
    title: Text,
    body: Html,
    questionId: OptionalId,
  }),
  /** New title (of questions only) or new body of a post. */
  edit: z.strictObject({
    ...place,
    userId: Id,
    postId: Id,
    title: z.exactOptional(Text),
    body: z.exactOptional(Html),
    markdown: Markdown,
    comment: z.exactOptional(Text),
  }),
  retag: z.strictObject({ ...place, userId: Id, questionId: Id, tags: Tags, comment: z.exactOptional(Text) }),
  /** One inbox item of the user, whichever site it is from, or the items about a question; without either, all. */
  read: z.strictObject({ ...place, userId: Id, itemId: OptionalId, questionId: OptionalId }),
  /** One inbox item of the account, or all of `what`: the inbox, achievements, or both if left out. */
  readOnWebsite: z.strictObject({
    accountId: Id,
    itemId: OptionalId,
    what: z.exactOptional(z.enum(['inbox', 'achievements'])),
    at,
  }),
};

export type Argument<Name extends keyof typeof ACTION_ARGUMENTS> = z.infer<(typeof ACTION_ARGUMENTS)[Name]>;
