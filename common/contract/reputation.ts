import { z } from 'zod';
import { procedure, done, RequestTrouble } from './procedure.ts';

const ReputationSite = z.object({ id: z.string(), name: z.string(), iconUrl: z.string().optional() });

export const ReputationEntry = z.object({
  id: z.number(),
  key: z.string(),
  site: ReputationSite,
  change: z.number(),
  /** The network's name for it (`accepts`, `up_votes`, …); absent if only the sum is known. */
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

/** Today's reputation change of one post; without `postId`, changes that belong to no post. */
export const PostToday = z.object({
  site: ReputationSite,
  postId: z.number().optional(),
  title: z.string().optional(),
  link: z.string().optional(),
  change: z.number(),
  /** Keys of the changes that it sums up. */
  keys: z.array(z.string()),
  /** By vote type, most important first. */
  kinds: z.array(z.object({ voteType: z.string().optional(), times: z.number(), change: z.number() })),
  /** Time of the latest change. */
  latest: z.date(),
});

/** Progress of reading the history from before Askbell was installed: once per site, a few pages at a time. */
export const HistoryReading = z.object({
  /**
   * `unasked`: the view has not been opened yet. `waiting`: continues when the daily quota allows or the network is
   * reachable.
   */
  state: z.enum(['unasked', 'reading', 'waiting', 'done']),
  sites: z.object({ done: z.number(), of: z.number() }),
  /** Requests spent so far, and the estimated number still needed. */
  requests: z.object({ spent: z.number(), left: z.number().optional() }),
  /** Sites whose network does not provide this history: the chart begins with Askbell's own records. */
  withheld: z.array(z.string()),
});

export const ReputationRange = z.enum(['7-days', '30-days', 'year', 'all']);

const CurvePoints = z.object({
  /** Start of each step. */
  begins: z.array(z.date()),
  /** Value at the end of each step. */
  values: z.array(z.number()),
  changes: z.array(z.number()),
});

/**
 * Reputation curve: one point per day (local time), or per week if there would be too many. Each value is the previous
 * one plus its change; the last value is the current reputation.
 */
export const ReputationSeries = CurvePoints.extend({
  step: z.enum(['day', 'week']),
  /** The same data by calendar month, if there are too many points for a table. */
  months: CurvePoints.optional(),
  /** Date before which nothing is known (yet); absent if the whole history is known. */
  knownSince: z.date().optional(),
});

export const PrivilegeLine = z.object({ reputation: z.number(), what: z.string(), earned: z.boolean() });

/** Reputation, privileges and badges of a user on a site, as of `at`. */
export const SiteProfile = z.object({
  site: ReputationSite,
  reputation: z.number(),
  at: z.date().optional(),
  /** Cheapest first; absent if they could not be fetched. */
  privileges: z.array(PrivilegeLine).optional(),
  /**
   * Next privilege; absent if all are earned. `from`: reputation of the privilege earned last, where the progress bar
   * begins.
   */
  next: z.object({ what: z.string(), reputation: z.number(), from: z.number() }).optional(),
  badges: z
    .object({
      counts: z.object({ gold: z.number(), silver: z.number(), bronze: z.number() }),
      /** Latest first. */
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
  /** Why the data is missing or outdated. */
  trouble: RequestTrouble.optional(),
});

export const reputation = {
  list: procedure.output(z.object({ accounts: z.array(Account), today: z.array(PostToday), reading: HistoryReading })),
  /** Reputation changes, newest first, of one site or of all. `before`: last entry of the previous page. */
  changes: procedure
    .input(
      z.object({
        site: z.string().optional(),
        limit: z.int().min(1).max(500).default(100),
        before: z.object({ onDate: z.date(), id: z.number() }).optional(),
      }),
    )
    .output(z.object({ entries: z.array(ReputationEntry), hasMore: z.boolean() })),
  /** Curve of one site, or of all together. Costs no request. */
  series: procedure.input(z.object({ site: z.string().optional(), range: ReputationRange })).output(ReputationSeries),
  /**
   * Notifies the agent that the view was opened: it reads older history in the background, unless that is done, and
   * fetches missing post titles (once: one request, and one per site). `only`: titles without history, for a glance at
   * today.
   */
  opened: procedure.input(z.object({ only: z.literal('titles').optional() }).optional()).output(done),
  /** Privileges and badges; at most four requests, cached for a day. `again`: fetches them even if cached. */
  siteProfile: procedure.input(z.object({ site: z.string(), again: z.boolean().default(false) })).output(SiteProfile),
};

export type ReputationEntry = z.output<typeof ReputationEntry>;
export type Account = z.output<typeof Account>;
export type PostToday = z.output<typeof PostToday>;
export type HistoryReading = z.output<typeof HistoryReading>;
export type ReputationRange = z.output<typeof ReputationRange>;
export type ReputationSeries = z.output<typeof ReputationSeries>;
export type SiteProfile = z.output<typeof SiteProfile>;
