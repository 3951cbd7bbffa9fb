import type { DatabaseSync } from 'node:sqlite';
import type { SandboxClock } from '../clock.ts';
import { createBounty, createFlag, createAccept, createFavorite, createVote } from './vote.ts';
import { createComment, createCommentVote } from './comment.ts';
import { createActionContext } from './context.ts';
import { createEdit, createClose, createRemove } from './edit.ts';
import { createEffects } from './effects.ts';
import { createAnswer, createAsk, createTagging } from './post.ts';
import { createAward, createMessage, createRead } from './read.ts';

/**
 * The room `world/actions` holds the actions of people on the network, such as asking, voting and accepting.
 * `arguments.ts` says what each takes, `context.ts` has what all of them begin with, and `effects.ts` and `post.ts`
 * what follows from them: reputation, inbox items, counts of tags.
 */

export type Actions = ReturnType<typeof createActions>;

/**
 * Creates the actions of people on the network. Each is one transaction and does everything that follows from it:
 * counts, activity, inbox items, reputation. An action that cannot be done throws an `ActionError` and leaves no trace.
 * @param clock gives the present for actions that do not say when
 * @param booksCapped whether up-votes beyond the day's cap are booked, with the change 0
 */
export function createActions(db: DatabaseSync, clock: SandboxClock, booksCapped: boolean) {
  const context = createActionContext(db, clock);
  const effects = createEffects(context, booksCapped);
  const tagging = createTagging(context);
  return {
    ask: createAsk(context, effects, tagging),
    answer: createAnswer(context, effects, tagging),
    ...createComment(context, effects),
    ...createCommentVote(context),
    ...createVote(context, effects),
    ...createFavorite(context, effects),
    flag: createFlag(context),
    ...createAccept(context, effects),
    ...createClose(context),
    remove: createRemove(context, effects, tagging),
    ...createBounty(context, effects),
    award: createAward(context),
    message: createMessage(context, effects),
    ...createEdit(context, tagging),
    ...createRead(context),
  };
}
