import { z } from 'zod';
import { procedure, done } from './procedure.ts';
import { RequestTrouble } from './request-trouble.ts';
import { SiteChoice } from './watches.ts';

/** The tags that the person writes about most on one of their sites, and what watching them would bring. */
export const FirstTags = z.object({
  site: SiteChoice,
  /** The most used first; `perDay`: questions a day, as far as is known. */
  tags: z.array(z.object({ name: z.string(), perDay: z.number().optional() })),
  /** Questions a day with any of these tags. */
  perDay: z.number().optional(),
  trouble: RequestTrouble.optional(),
});

/** What there is to do in the first minute after signing in. */
export const firstSteps = {
  /** Whether they are to be shown: not to people who have watches, nor to those who were through them once. */
  get: procedure.output(z.object({ wanted: z.boolean() })),
  /**
   * Costs up to two requests for each of the person's three sites with the most reputation, from what is kept back for
   * clicks. `ready` is false until the network has told the person's sites.
   */
  tags: procedure.output(z.object({ ready: z.boolean(), sites: z.array(FirstTags) })),
  /** Done with, or skipped: they are never shown again. */
  finish: procedure.output(done),
};

export type FirstTags = z.output<typeof FirstTags>;
