/** States in which inbox entries have a view of their own, in display order. */
export const INBOX_STATES = ['saved', 'snoozed', 'done'] as const;
export type InboxState = (typeof INBOX_STATES)[number];
