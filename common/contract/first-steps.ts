import { z } from 'zod';
import { procedure, done, RequestTrouble } from './procedure.ts';
import { SiteChoice } from './watches.ts';

/** The user's most used tags on one of their sites, with the expected number of questions. */
export const FirstTags = z.object({
  site: SiteChoice,
  /** Most used first; `perDay`: questions a day, if known. */
  tags: z.array(z.object({ name: z.string(), perDay: z.number().optional() })),
  /** Questions a day with any of these tags. */
  perDay: z.number().optional(),
  trouble: RequestTrouble.optional(),
});

/** Onboarding after the first sign-in. */
export const firstSteps = {
  /** Whether onboarding is shown: not to users who have watches or have completed or skipped it. */
  get: procedure.output(z.object({ wanted: z.boolean() })),
  /**
   * Costs up to two reserved requests for each of the user's three sites with the most reputation. `ready` is false
   * until the user's sites have been fetched.
   */
  tags: procedure.output(z.object({ ready: z.boolean(), sites: z.array(FirstTags) })),
  /** Marks onboarding as completed or skipped; it is never shown again. */
  finish: procedure.output(done),
};

export type FirstTags = z.output<typeof FirstTags>;
