import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../clock.ts';
import { createAccept, type Accept } from './accept.ts';
import { createAnswer, type Answer } from './answer.ts';
import { createAsk, type Ask } from './ask.ts';
import { createAward, type Award } from './award.ts';
import { createBounty, type AwardBounty, type Bounty } from './bounty.ts';
import { createClose, type Close, type Reopen } from './close.ts';
import { createComment, type Comment } from './comment.ts';
import { createDesk } from './effects/context.ts';
import { createEdit, type Edit, type Retag } from './edit.ts';
import { createMessage, type Message } from './message.ts';
import { createRead, type Read } from './read.ts';
import { createRemove, type Remove } from './remove.ts';
import { createVote, type Vote } from './vote.ts';

/**
 * What people do on the network. Each deed is one transaction and does everything that follows from it: counts,
 * activity, inbox items, reputation. A deed that cannot be done throws a `DeedError` and leaves no trace.
 */
export interface Deeds {
  /** @returns the question's id */
  ask(deed: Ask): number;
  /** @returns the answer's id */
  answer(deed: Answer): number;
  /** @returns the comment's id */
  comment(deed: Comment): number;
  vote(deed: Vote): void;
  accept(deed: Accept): void;
  unaccept(deed: Accept): void;
  close(deed: Close): void;
  reopen(deed: Reopen): void;
  remove(deed: Remove): void;
  bounty(deed: Bounty): void;
  awardBounty(deed: AwardBounty): void;
  award(deed: Award): void;
  /** @returns the inbox item's id */
  message(deed: Message): number;
  edit(deed: Edit): void;
  retag(deed: Retag): void;
  /** @returns how many items were unread until then */
  read(deed: Read): number;
}

/** @param clock gives the present for deeds that do not say when */
export function createDeeds(db: DatabaseSync, clock: SandboxClock): Deeds {
  const desk = createDesk(db, clock);
  return {
    ask: createAsk(desk),
    answer: createAnswer(desk),
    comment: createComment(desk),
    vote: createVote(desk),
    ...createAccept(desk),
    ...createClose(desk),
    remove: createRemove(desk),
    ...createBounty(desk),
    award: createAward(desk),
    message: createMessage(desk),
    ...createEdit(desk),
    read: createRead(desk),
  };
}
