import { z } from 'zod';

/** A tag; `*` stands for any run of characters (`python-*`, `*-api`). */
export const TagPattern = z.string().trim().min(1).max(100);

/** Which questions a watch is for. All that is said must hold; what is left out does not matter. */
export const WatchRule = z.object({
  /** The question carries at least one of these. */
  anyTags: z.array(TagPattern).max(100).default([]),
  /** It carries every one of these. */
  allTags: z.array(TagPattern).max(20).default([]),
  /** It carries none of these. */
  noTags: z.array(TagPattern).max(100).default([]),
  /** Each of these words or phrases is in the title, in whatever case. */
  titleWords: z.array(z.string().trim().min(1).max(100)).max(20).default([]),
  /** Found once its score is this or more, up to three days after it was asked. */
  minScore: z.int().min(-100).max(10_000).optional(),
  /** Nobody has answered it when it is found. */
  unanswered: z.boolean().default(false),
  /** Found once it has a bounty. */
  bounty: z.boolean().default(false),
});

/** What a match does: a notification with a sound, one without, or only a line in the list. */
export const WatchAlert = z.enum(['sound', 'silent', 'list']);

export type WatchRule = z.output<typeof WatchRule>;
export type WatchAlert = z.output<typeof WatchAlert>;
