import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../clock.ts';
import { createAccept, type Accept } from './accept.ts';
import { createAnswer, type Answer } from './answer.ts';
import { createAsk, type Ask } from './ask.ts';
import { createAward, type Award } from './award.ts';
import { createBounty, type AwardBounty, type Bounty } from './bounty.ts';
import { createClose, type Close, type Reopen } from './close.ts';
import { createComment, type Comment } from './comment.ts';
import { createActionContext } from './effects/context.ts';
import { createEdit, type Edit, type Retag } from './edit.ts';
import { createMessage, type Message } from './message.ts';
import { createRead, createReadOnWebsite, type Read, type ReadOnWebsite } from './read.ts';
import { createRemove, type Remove } from './remove.ts';
import { createVote, type Vote } from './vote.ts';

/**
 * The room `world/actions` holds what people do on the network, one file for each action, such as asking, voting and
 * accepting. What an action brings about for others, such as reputation and inbox items, is in `effects/`.
 */

/**
 * What people do on the network. Each action is one transaction and does everything that follows from it: counts,
 * activity, inbox items, reputation. An action that cannot be done throws an `ActionError` and leaves no trace.
 */
export interface Actions {
  /** @returns the question's id */
  ask(action: Ask): number;
  /** @returns the answer's id */
  answer(action: Answer): number;
  /** @returns the comment's id */
  comment(action: Comment): number;
  vote(action: Vote): void;
  accept(action: Accept): void;
  unaccept(action: Accept): void;
  close(action: Close): void;
  reopen(action: Reopen): void;
  remove(action: Remove): void;
  bounty(action: Bounty): void;
  awardBounty(action: AwardBounty): void;
  award(action: Award): void;
  /** @returns the inbox item's id */
  message(action: Message): number;
  edit(action: Edit): void;
  retag(action: Retag): void;
  /** @returns how many items were unread until then */
  read(action: Read): number;
  /** @returns how many inbox items were unread until then */
  readOnWebsite(action: ReadOnWebsite): number;
}

/**
 * @param clock gives the present for actions that do not say when
 * @param booksCapped whether up-votes beyond the day's cap are booked, with the change 0
 */
export function createActions(db: DatabaseSync, clock: SandboxClock, booksCapped: boolean): Actions {
  const context = createActionContext(db, clock, booksCapped);
  return {
    ask: createAsk(context),
    answer: createAnswer(context),
    comment: createComment(context),
    vote: createVote(context),
    ...createAccept(context),
    ...createClose(context),
    remove: createRemove(context),
    ...createBounty(context),
    award: createAward(context),
    message: createMessage(context),
    ...createEdit(context),
    read: createRead(context),
    readOnWebsite: createReadOnWebsite(context),
  };
}
