import { z } from 'zod';

/** What is to be listed; everything said must hold. */
export const InboxFilter = z.object({
  /** Words to find; the last one may be unfinished. Quotes and operators mean nothing. */
  text: z.string().max(200).optional(),
  site: z.string().optional(),
  kind: z.string().optional(),
  tag: z.string().optional(),
  /** Only what counts as unread: what muted questions and watches bring does not. */
  unread: z.boolean().optional(),
  /** Only what is snoozed, which is otherwise left out of the list (but not out of a search). */
  snoozed: z.boolean().optional(),
  /** `inbox`: only what the network sent; `watches`: only what watches found. */
  source: z.enum(['inbox', 'watches']).optional(),
  /** Only what this watch found, by its id. */
  watch: z.string().optional(),
});

/** What the list is put in order by: in time, by site within each day, or by question. */
export const Grouping = z.enum(['time', 'site', 'question']);

/** How the list was left: the filter, and what it is grouped by (time, where nothing is said). */
export const InboxView = InboxFilter.extend({ grouping: Grouping.optional() });

export type InboxFilter = z.output<typeof InboxFilter>;
export type Grouping = z.output<typeof Grouping>;
export type InboxView = z.output<typeof InboxView>;
