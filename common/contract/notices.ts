import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, done } from './procedure.ts';

/** Actions on a notification; `snooze` snoozes its items, or all notifications if it has none. */
export const NotificationAction = z.enum(['open', 'mark-read', 'mute-question', 'snooze']);

/** Notification shown by the page where the system shows none, or the withdrawal of one. */
export const PageNotice = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('show'),
    /** Id for `act` and for the withdrawal; 0 for a notification that is not stored. */
    id: z.number(),
    title: z.string(),
    body: z.string(),
    silent: z.boolean(),
    actions: z.array(z.object({ id: NotificationAction, label: z.string() })),
  }),
  z.object({ type: z.literal('withdraw'), id: z.number() }),
]);

/** Maximum number of visible rows that a page reports, including reputation changes within them. */
export const MAX_VISIBLE_KEYS = 1000;

/** Page of the window or of the panel. */
export const PageName = z.enum(['window', 'panel']);

/** Visible rows of a page: painted, not scrolled away, not covered. */
export const VisibleRows = z.object({
  page: PageName,
  /** Keys of inbox items, matches and reputation changes; empty while the page lists none or has no focus. */
  keys: z.array(z.string()).max(MAX_VISIBLE_KEYS),
});

export const notices = {
  /** Emits notifications from now on. */
  watch: procedure.output(eventIterator(PageNotice)),
  /** Performs the action that the user chose on a notification. */
  act: procedure.input(z.object({ id: z.number(), action: NotificationAction })).output(done),
  /** Shows all held notifications now. */
  showWaiting: procedure.output(done),
  /**
   * Reports visible rows until the subscription ends: while the desktop says that their window is focused, they are not
   * announced. Yields once when they are registered.
   */
  visible: procedure.input(VisibleRows).output(eventIterator(z.object({}))),
};

export type NotificationAction = z.output<typeof NotificationAction>;
export type PageNotice = z.output<typeof PageNotice>;
export type PageName = z.output<typeof PageName>;
export type VisibleRows = z.output<typeof VisibleRows>;
