import { z } from 'zod';

/** Tag; `*` matches any run of characters (`python-*`, `*-api`). */
export const TagPattern = z.string().trim().min(1).max(100);

/** Conditions of a watch. All given conditions must hold. */
export const WatchRule = z.object({
  /** The question has at least one of these tags. */
  anyTags: z.array(TagPattern).max(100).default([]),
  /** The question has all of these tags. */
  allTags: z.array(TagPattern).max(20).default([]),
  /** The question has none of these tags. */
  noTags: z.array(TagPattern).max(100).default([]),
  /** The title contains each of these words or phrases, ignoring case. */
  titleWords: z.array(z.string().trim().min(1).max(100)).max(20).default([]),
  /** Minimum score, reached within three days after the question was asked. */
  minScore: z.int().min(-100).max(10_000).optional(),
  /** The question has no answers when it is found. */
  unanswered: z.boolean().default(false),
  /** The question has a bounty. */
  bounty: z.boolean().default(false),
});

/** Effect of a match: a notification with sound, one without, or only a list entry. */
export const WatchAlert = z.enum(['sound', 'silent', 'list']);

export type WatchRule = z.output<typeof WatchRule>;
export type WatchAlert = z.output<typeof WatchAlert>;
