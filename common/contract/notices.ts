import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { InboxFilter } from './inbox.ts';
import { procedure, done } from './procedure.ts';

/** What a person can do on a notification; `snooze` the items it tells of, or else all notifications for a while. */
export const NotificationAction = z.enum(['open', 'mark-read', 'mute-question', 'snooze']);

/** A notification that the page itself shows, where the system shows none; or one that the page is to take away. */
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

/** What a page shows the person, painted: nothing lies over it, and new items appear where they look. */
export const Look = z.object({
  /** The inbox items and matches that this filter leaves, words to find included. */
  items: InboxFilter.optional(),
  /** The changes of reputation, of every site. */
  reputation: z.boolean().optional(),
});

export const notices = {
  /** From now on. */
  watch: procedure.output(eventIterator(PageNotice)),
  /** What the person did with a notification. */
  act: procedure.input(z.object({ id: z.number(), action: NotificationAction })).output(done),
  /**
   * The person looks at this until the subscription ends, so nothing that it shows is announced meanwhile. Tells once
   * that it is known.
   */
  look: procedure.input(Look).output(eventIterator(z.object({}))),
};

export type NotificationAction = z.output<typeof NotificationAction>;
export type PageNotice = z.output<typeof PageNotice>;
export type Look = z.output<typeof Look>;
