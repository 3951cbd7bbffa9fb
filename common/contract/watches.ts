import { z } from 'zod';
import { TagPattern, WatchAlert, WatchRule } from '../schemas/watch-rule.ts';
import { procedure, done } from './procedure.ts';
import { RequestTrouble } from './request-trouble.ts';

export * from '../schemas/watch-rule.ts';

/** What a watch costs beside the others. */
export const WatchCost = z.object({
  /**
   * Requests a day that are spent for it alone, by the present plan; 0 where others of the site need the same requests.
   */
  requestsPerDay: z.number(),
  /** Other watches that are served by the same requests. */
  sharedWith: z.number(),
  /** The rules of the first of these, so that they can be named. */
  sharedRules: z.array(WatchRule).default([]),
});

/** What several watches that are added at once would cost together. */
export const WatchesCost = z.object({
  /** How many there would be; those that are there already are left as they are. */
  watches: z.number(),
  already: z.number(),
  cost: WatchCost,
});

export const Watch = z.object({
  id: z.string(),
  site: z.object({ id: z.string(), name: z.string() }),
  /** The rule in a few words. */
  name: z.string(),
  rule: WatchRule,
  alert: WatchAlert,
  /** It notifies nobody for now; matches are listed. */
  muted: z.boolean(),
  /** The network refused to answer for its site when it was asked last. */
  refused: z.boolean().optional(),
  /** Matches a day, as far as is known. */
  perDay: z.number().optional(),
  /** Matches that are listed of the last seven days. */
  thisWeek: z.number(),
  /** The whole week was looked at; otherwise only a part of it. */
  wholeWeek: z.boolean(),
  /** The last few it found, however long ago, the latest first. */
  latest: z.array(
    z.object({
      questionId: z.number(),
      title: z.string(),
      link: z.string().optional(),
      matchedAt: z.date(),
      unread: z.boolean(),
    }),
  ),
  cost: WatchCost,
  /**
   * Within how many hours after it was asked a question has to reach its score; absent where it is the usual three
   * days.
   */
  reachedWithin: z.number().optional(),
});

/** What a watch would find and cost, before it is kept. */
export const WatchPreview = z.object({
  name: z.string(),
  /** Matches a day; absent where too little is known. */
  perDay: z.number().optional(),
  /** The latest matches of the last seven days (with a bounty: whenever they were asked), newest first. */
  matches: z.array(
    z.object({
      questionId: z.number(),
      title: z.string(),
      tags: z.array(z.string()),
      link: z.string().optional(),
      createdAt: z.date(),
    }),
  ),
  /** How many questions were looked at, and since when they were asked. */
  lookedAt: z.object({ questions: z.number(), since: z.date().optional() }),
  cost: WatchCost,
  /** How many of the matches are from the last seven days, as far as was looked. */
  thisWeek: z.number(),
  /** There may be more in the week than was looked at, so this is the least. */
  atLeast: z.boolean(),
  /** The rule leaves out what it asks for, so nothing can match; such a watch is not kept. */
  never: z.boolean(),
  /** Why the network could not be asked; what is shown then is what Askbell has seen so far. */
  trouble: RequestTrouble.optional(),
});

/**
 * The tags of a pasted text. `pattern`: with a `*`; `unknown`: the site has no such tag; `unchecked`: it could not be
 * asked.
 */
export const ReadTags = z.object({
  tags: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['known', 'unknown', 'pattern', 'unchecked']),
      count: z.number().optional(),
    }),
  ),
  /** How many tags were left out because a watch cannot hold more. */
  leftOut: z.number(),
  trouble: RequestTrouble.optional(),
});

/** The tags that a person writes about on a site, the most used first. */
export const MyTags = z.object({
  /** False where the person has no account there. */
  account: z.boolean(),
  tags: z.array(z.object({ name: z.string(), count: z.number().optional() })),
  /** `posts`: counted from the person's latest posts, because the network does not give their tags. */
  from: z.enum(['tags', 'posts']),
  trouble: RequestTrouble.optional(),
});

/** Whose answers under a tag are liked best, the best first. */
export const TopAnswerers = z.object({
  tag: z.string(),
  period: z.enum(['month', 'all_time']),
  people: z.array(
    z.object({
      name: z.string(),
      link: z.string().optional(),
      reputation: z.number().optional(),
      score: z.number().optional(),
      answers: z.number().optional(),
    }),
  ),
  trouble: RequestTrouble.optional(),
});

export const SiteChoice = z.object({
  id: z.string(),
  name: z.string(),
  iconUrl: z.string().optional(),
  mine: z.boolean(),
});

export const watches = {
  /** What they found is listed among the inbox items (`inbox.list`). */
  list: procedure.output(z.object({ watches: z.array(Watch) })),
  add: procedure
    .input(z.object({ site: z.string().min(1), rule: WatchRule, alert: WatchAlert.default('sound') }))
    .output(Watch),
  /** Takes the part that changes. */
  change: procedure
    .input(
      z.object({
        id: z.string(),
        rule: WatchRule.optional(),
        alert: WatchAlert.optional(),
        muted: z.boolean().optional(),
      }),
    )
    .output(Watch),
  /**
   * What a watch would find and cost. Costs one request at most, from what is kept back for clicks. `id`: of the watch
   * that is edited.
   */
  preview: procedure
    .input(z.object({ site: z.string().min(1), rule: WatchRule, id: z.string().optional() }))
    .output(WatchPreview),
  /** Gives what takes it back (`watches.undo`); nothing where there was no such watch. */
  remove: procedure.input(z.object({ id: z.string() })).output(z.object({ undo: z.string().optional() })),
  /** Brings a watch back as it was, with what it had found. Refuses what was taken back already or is too long ago. */
  undo: procedure.input(z.object({ undo: z.string() })).output(done),
  /**
   * Opens it in the browser and marks it read; `opened`: the page (itself in a browser) has opened it, so only mark it.
   */
  openMatch: procedure
    .input(z.object({ site: z.string(), questionId: z.number(), opened: z.boolean().default(false) }))
    .output(done),
  /** Tags of a site whose name contains the text, the most used first. */
  completeTag: procedure
    .input(z.object({ site: z.string(), text: z.string().max(100) }))
    .output(z.array(z.object({ name: z.string(), count: z.number().optional() }))),
  /** Reads pasted tags, whatever stands between them, and looks which of them the site has: one request for twenty. */
  readTags: procedure.input(z.object({ site: z.string().min(1), text: z.string().max(20_000) })).output(ReadTags),
  /** The person's own tags. One request; two more where the network does not tell them. */
  myTags: procedure.input(z.object({ site: z.string().min(1) })).output(MyTags),
  /**
   * Watches several tags at once: one watch for any of them, or one for each. What is watched already is left as it is.
   */
  import: procedure
    .input(
      z.object({
        site: z.string().min(1),
        tags: z.array(TagPattern).min(1).max(100),
        as: z.enum(['one', 'each']),
        alert: WatchAlert.default('sound'),
      }),
    )
    .output(z.object({ added: z.number(), already: z.number() })),
  /** What an import would add, from what is known: it costs no request. */
  importCost: procedure
    .input(
      z.object({
        site: z.string().min(1),
        tags: z.array(TagPattern).min(1).max(100),
        as: z.enum(['one', 'each']),
      }),
    )
    .output(WatchesCost),
  /** One request. */
  topAnswerers: procedure
    .input(z.object({ site: z.string().min(1), tag: TagPattern, period: z.enum(['month', 'all_time']) }))
    .output(TopAnswerers),
  sites: procedure.output(z.array(SiteChoice)),
};

export type WatchCost = z.output<typeof WatchCost>;
export type WatchesCost = z.output<typeof WatchesCost>;
export type Watch = z.output<typeof Watch>;
export type WatchPreview = z.output<typeof WatchPreview>;
export type ReadTags = z.output<typeof ReadTags>;
export type MyTags = z.output<typeof MyTags>;
export type TopAnswerers = z.output<typeof TopAnswerers>;
export type SiteChoice = z.output<typeof SiteChoice>;
