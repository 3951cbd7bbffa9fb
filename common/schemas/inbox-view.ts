import { z } from 'zod';

/** Inbox filter; all given conditions must hold. */
export const InboxFilter = z.object({
  /** Search words; the last one may be a prefix. Quotes and operators have no meaning. */
  text: z.string().max(200).optional(),
  site: z.string().optional(),
  kind: z.string().optional(),
  tag: z.string().optional(),
  /** Only unread entries, without those of muted questions and watches. */
  unread: z.boolean().optional(),
  /** Only snoozed items, which are otherwise hidden from the list (but not from a search). */
  snoozed: z.boolean().optional(),
  /** `inbox`: only inbox items; `watches`: only matches. */
  source: z.enum(['inbox', 'watches']).optional(),
  /** Only matches of this watch, by its id. */
  watch: z.string().optional(),
});

/** Grouping of the list: by time, by site within each day, or by question. */
export const Grouping = z.enum(['time', 'site', 'question']);

/** Last used filter and grouping (by default, time). */
export const InboxView = InboxFilter.extend({ grouping: Grouping.optional() });

export type InboxFilter = z.output<typeof InboxFilter>;
export type Grouping = z.output<typeof Grouping>;
export type InboxView = z.output<typeof InboxView>;
