import { z } from 'zod';
import { procedure, done } from './procedure.ts';
import { RequestTrouble } from './request-trouble.ts';

const ReputationSite = z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() });

export const ReputationEntry = z.object({
  id: z.number(),
  key: z.string(),
  site: ReputationSite,
  change: z.number(),
  /** `accepts`, `up_votes`, … as the network names it; absent where only the sum is known. */
  voteType: z.string().optional(),
  title: z.string().optional(),
  link: z.string().optional(),
  onDate: z.date(),
});

export const Account = z.object({
  site: ReputationSite,
  reputation: z.number(),
  today: z.number(),
});

/** What one post brought today; without `postId` what belongs to no post. */
export const PostToday = z.object({
  site: ReputationSite,
  postId: z.number().optional(),
  title: z.string().optional(),
  link: z.string().optional(),
  change: z.number(),
  /** Of the changes that it sums up. */
  keys: z.array(z.string()),
  /** By kind of vote, the most important first. */
  kinds: z.array(z.object({ voteType: z.string().optional(), times: z.number(), change: z.number() })),
  /** When the last of them came. */
  latest: z.date(),
});

/** Reading the history from before Askbell: once for each site, a few pages at a time. */
export const HistoryReading = z.object({
  /**
   * `unasked`: nobody opened the view yet. `waiting`: it goes on when the day's requests allow, or the network can be
   * reached.
   */
  state: z.enum(['unasked', 'reading', 'waiting', 'done']),
  sites: z.object({ done: z.number(), of: z.number() }),
  /** Requests it has cost, and may still cost as far as can be told. */
  requests: z.object({ spent: z.number(), left: z.number().optional() }),
  /** Sites whose network does not tell this history: the chart begins with what Askbell saw. */
  withheld: z.array(z.string()),
});

export const ReputationRange = z.enum(['7-days', '30-days', 'year', 'all']);

const CurvePoints = z.object({
  /** When each step begins. */
  begins: z.array(z.date()),
  /** The value at the end of each step. */
  values: z.array(z.number()),
  changes: z.array(z.number()),
});

/**
 * A curve of reputation: one point for each day (by the local clock), or for each week where there would be too many.
 * The changes add up: each value is the one before plus its change, and the last value is what the network says now.
 */
export const ReputationSeries = CurvePoints.extend({
  step: z.enum(['day', 'week']),
  /** The same by calendar month, where the points are too many to be read as a table. */
  months: CurvePoints.optional(),
  /** The date before which nothing is known (yet); absent where everything is. */
  knownSince: z.date().optional(),
});

export const PrivilegeLine = z.object({ reputation: z.number(), what: z.string(), earned: z.boolean() });

/** What one person has earned on a site, as of `at`: reputation, privileges and badges. */
export const SiteProfile = z.object({
  site: ReputationSite,
  reputation: z.number(),
  at: z.date().optional(),
  /** The cheapest first; absent where they could not be had. */
  privileges: z.array(PrivilegeLine).optional(),
  /** The privilege that comes next; absent when all are earned. `from`: the one earned last, where the bar begins. */
  next: z.object({ what: z.string(), reputation: z.number(), from: z.number() }).optional(),
  badges: z
    .object({
      counts: z.object({ gold: z.number(), silver: z.number(), bronze: z.number() }),
      /** The latest first. */
      latest: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          rank: z.enum(['gold', 'silver', 'bronze']),
          link: z.string().optional(),
          times: z.number(),
        }),
      ),
    })
    .optional(),
  /** Why what is shown is missing or old. */
  trouble: RequestTrouble.optional(),
});

export const reputation = {
  list: procedure.output(z.object({ accounts: z.array(Account), today: z.array(PostToday), reading: HistoryReading })),
  /** What changed it, the newest first: on one site, or on all. `before`: the last entry of the page before. */
  changes: procedure
    .input(
      z.object({
        site: z.string().optional(),
        limit: z.int().min(1).max(500).default(100),
        before: z.object({ onDate: z.date(), id: z.number() }).optional(),
      }),
    )
    .output(z.object({ entries: z.array(ReputationEntry), hasMore: z.boolean() })),
  /** The curve of one site, or of all together. Costs no request. */
  series: procedure.input(z.object({ site: z.string().optional(), range: ReputationRange })).output(ReputationSeries),
  /**
   * The view was opened: older history is read in the background from now on, unless that was done, and missing titles
   * of posts are asked for (once: a request, and one for each site). `only`: titles but no history, as for a glance at
   * today.
   */
  opened: procedure.input(z.object({ only: z.literal('titles').optional() }).optional()).output(done),
  /** Privileges and badges; four requests at most, stored for a day. `again`: a click requests them although stored. */
  siteProfile: procedure.input(z.object({ site: z.string(), again: z.boolean().default(false) })).output(SiteProfile),
};

export type ReputationEntry = z.output<typeof ReputationEntry>;
export type Account = z.output<typeof Account>;
export type PostToday = z.output<typeof PostToday>;
export type HistoryReading = z.output<typeof HistoryReading>;
export type ReputationRange = z.output<typeof ReputationRange>;
export type ReputationSeries = z.output<typeof ReputationSeries>;
export type SiteProfile = z.output<typeof SiteProfile>;
