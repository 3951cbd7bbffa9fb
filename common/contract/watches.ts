import { z } from 'zod';
import { TagPattern, WatchAlert, WatchRule } from '../schemas/settings.ts';
import { procedure, done, RequestTrouble } from './procedure.ts';

/** Requests that a watch costs, given the other watches. */
export const WatchCost = z.object({
  /**
   * Requests a day spent for this watch alone under the current plan; 0 if other watches of the site need the same
   * requests.
   */
  requestsPerDay: z.number(),
  /** Number of other watches served by the same requests. */
  sharedWith: z.number(),
  /** Rules of the first of these watches, for display. */
  sharedRules: z.array(WatchRule).default([]),
});

/** Combined cost of several watches that are added at once. */
export const WatchesCost = z.object({
  /** Number of watches to add; existing ones are left unchanged. */
  watches: z.number(),
  already: z.number(),
  cost: WatchCost,
});

export const Watch = z.object({
  id: z.string(),
  site: z.object({ id: z.string(), name: z.string() }),
  /** Short description of the rule. */
  name: z.string(),
  rule: WatchRule,
  alert: WatchAlert,
  /** Whether notifications are muted; matches are still listed. */
  muted: z.boolean(),
  /** Whether the network refused the last request for its site. */
  refused: z.boolean().optional(),
  /** Matches a day, if known. */
  perDay: z.number().optional(),
  /** Number of listed matches of the last seven days. */
  thisWeek: z.number(),
  /** Whether the whole week was searched; otherwise only part of it. */
  wholeWeek: z.boolean(),
  /** Latest matches regardless of age, latest first. */
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
  /** Hours after its creation within which a question must reach the score; absent for the default of three days. */
  reachedWithin: z.number().optional(),
});

/** Preview of a watch: matches, frequency and cost. */
export const WatchPreview = z.object({
  name: z.string(),
  /** Matches a day; absent if too little is known. */
  perDay: z.number().optional(),
  /** Latest matches of the last seven days (with a bounty: of any age), newest first. */
  matches: z.array(
    z.object({
      questionId: z.number(),
      title: z.string(),
      tags: z.array(z.string()),
      link: z.string().optional(),
      createdAt: z.date(),
    }),
  ),
  /** Number of questions searched, and the creation date of the oldest. */
  lookedAt: z.object({ questions: z.number(), since: z.date().optional() }),
  cost: WatchCost,
  /** Number of matches found from the last seven days. */
  thisWeek: z.number(),
  /** Whether `thisWeek` is a lower bound because not all questions of the week were searched. */
  atLeast: z.boolean(),
  /** Whether the rule excludes its own required tags, so that nothing can match; such a watch is not saved. */
  never: z.boolean(),
  /** Why the request failed; the preview then uses questions that Askbell has already seen. */
  trouble: RequestTrouble.optional(),
});

/**
 * Tags of a pasted text. `pattern`: contains a `*`; `unknown`: the site has no such tag; `unchecked`: the request
 * failed.
 */
export const ReadTags = z.object({
  tags: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['known', 'unknown', 'pattern', 'unchecked']),
      count: z.number().optional(),
    }),
  ),
  /** Number of tags omitted because a watch cannot hold more. */
  leftOut: z.number(),
  trouble: RequestTrouble.optional(),
});

/** Tags that the user writes about on a site, most used first. */
export const MyTags = z.object({
  /** Whether the user has an account on the site. */
  account: z.boolean(),
  tags: z.array(z.object({ name: z.string(), count: z.number().optional() })),
  /** `posts`: counted from the user's latest posts, because the network does not provide their tags. */
  from: z.enum(['tags', 'posts']),
  trouble: RequestTrouble.optional(),
});

/** Top answerers of a tag, best first. */
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
  /** Their matches are listed among the inbox items (`inbox.list`). */
  list: procedure.output(z.object({ watches: z.array(Watch) })),
  add: procedure
    .input(z.object({ site: z.string().min(1), rule: WatchRule, alert: WatchAlert.default('sound') }))
    .output(Watch),
  /** Applies a partial change. */
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
  /** Previews a watch: matches and cost. Costs at most one reserved request. `id`: of the watch being edited. */
  preview: procedure
    .input(z.object({ site: z.string().min(1), rule: WatchRule, id: z.string().optional() }))
    .output(WatchPreview),
  /** Returns a token for `watches.undo`; absent if there was no such watch. */
  remove: procedure.input(z.object({ id: z.string() })).output(z.object({ undo: z.string().optional() })),
  /** Restores a removed watch with its matches. Refuses one that was restored already or is too old. */
  undo: procedure.input(z.object({ undo: z.string() })).output(done),
  /**
   * Opens the match in the browser and marks it read; `opened`: the page (itself in a browser) has opened it already,
   * so it is only marked.
   */
  openMatch: procedure
    .input(z.object({ site: z.string(), questionId: z.number(), opened: z.boolean().default(false) }))
    .output(done),
  /** Tags of a site whose name contains the text, most used first. */
  completeTag: procedure
    .input(z.object({ site: z.string(), text: z.string().max(100) }))
    .output(z.array(z.object({ name: z.string(), count: z.number().optional() }))),
  /** Parses pasted tags with any separators, and checks which of them the site has: one request per twenty tags. */
  readTags: procedure.input(z.object({ site: z.string().min(1), text: z.string().max(20_000) })).output(ReadTags),
  /** The user's own tags. One request; two more if the network does not provide them. */
  myTags: procedure.input(z.object({ site: z.string().min(1) })).output(MyTags),
  /** Watches several tags at once: one watch for any of them, or one each. Existing watches are left unchanged. */
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
  /** Cost of an import, from known data: needs no request. */
  importCost: procedure
    .input(
      z.object({
        site: z.string().min(1),
        tags: z.array(TagPattern).min(1).max(100),
        as: z.enum(['one', 'each']),
      }),
    )
    .output(WatchesCost),
  /** Costs one request. */
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
