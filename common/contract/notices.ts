import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
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

/** The most rows of which a page reports that they are in sight, and changes of reputation within them. */
export const MAX_VISIBLE_KEYS = 1000;

/** Page of the window, or of the panel. */
export const PageName = z.enum(['window', 'panel']);

/** Rows in sight on a page that is shown: painted, not scrolled away, nothing over them. */
export const VisibleRows = z.object({
  page: PageName,
  /** Of inbox items, matches and changes of reputation; none while the page lists none or has no focus. */
  keys: z.array(z.string()).max(MAX_VISIBLE_KEYS),
});

export const notices = {
  /** From now on. */
  watch: procedure.output(eventIterator(PageNotice)),
  /** What the person did with a notification. */
  act: procedure.input(z.object({ id: z.number(), action: NotificationAction })).output(done),
  /** Shows everything that waits, now. */
  showWaiting: procedure.output(done),
  /**
   * Reports the rows in sight until the subscription ends: while the desktop says that their window has the focus, they
   * are not announced. Yields once when they are known.
   */
  visible: procedure.input(VisibleRows).output(eventIterator(z.object({}))),
};

export type NotificationAction = z.output<typeof NotificationAction>;
export type PageNotice = z.output<typeof PageNotice>;
export type PageName = z.output<typeof PageName>;
export type VisibleRows = z.output<typeof VisibleRows>;
