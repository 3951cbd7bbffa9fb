import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, done } from './procedure.ts';

/** What a person can do on a notification; `snooze` the items it tells of, or else all notifications for a while. */
export const NotificationAction = z.enum(['open', 'mark-read', 'mute-question', 'snooze']);

/** A notification that the page itself shows, where the system shows none, or one that is to go from there. */
export const PageNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('show'),
    /** Names it in `act`, and when it is withdrawn; 0 for one that is not kept. */
    id: z.number(),
    title: z.string(),
    body: z.string(),
    silent: z.boolean(),
    actions: z.array(z.object({ id: NotificationAction, label: z.string() })),
  }),
  z.object({ type: z.literal('withdraw'), id: z.number() }),
]);

/** A list that people look at. */
export const SightedList = z.enum(['inbox', 'watches', 'reputation']);

export const notices = {
  /** From now on. */
  watch: procedure.output(eventIterator(PageNotice)),
  /** What the person did with one. */
  act: procedure.input(z.object({ id: z.number(), action: NotificationAction })).output(done),
  /**
   * The person looks at these lists until the subscription ends, so nothing that they show is announced meanwhile.
   * Tells once that it is known.
   */
  look: procedure.input(z.object({ lists: z.array(SightedList) })).output(eventIterator(z.object({}))),
};

export type NotificationAction = z.output<typeof NotificationAction>;
export type PageNotice = z.output<typeof PageNotice>;
export type SightedList = z.output<typeof SightedList>;
