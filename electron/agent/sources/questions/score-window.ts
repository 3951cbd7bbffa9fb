import { z } from 'zod';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';

/** Maximum age at which a question may reach the score of a watch, in seconds; the window is shorter on a busy site. */
export const MAX_SCORE_WINDOW_S = 3 * 24 * 3600;

/** Stored state of a site's polls by score. */
const StoredScoreLook = z.object({
  baseline: z.unknown(),
  /** Window of the next poll, in seconds. */
  window: z.number(),
  /** Time of the last poll, in ms since the epoch, server time. */
  lookedAt: z.number().optional(),
});

/** Returns the name of the mark that stores a site's polls by score. */
export const scoreLookMark = (siteId: string): string => `scored:${siteId}`;

/** Returns the stored state of a site's polls by score, or undefined before the first. */
export const lastScoreLook = (profile: ProfileHistory, siteId: string): z.output<typeof StoredScoreLook> | undefined =>
  readMark(profile, scoreLookMark(siteId), StoredScoreLook);

/**
 * Returns the hours within which a question must reach its score if a busy site has shortened them, or undefined for
 * the full three days.
 */
export function shortenedScoreWindow(profile: ProfileHistory, siteId: string): number | undefined {
  const window = lastScoreLook(profile, siteId)?.window ?? MAX_SCORE_WINDOW_S;
  return window < MAX_SCORE_WINDOW_S ? window / 3600 : undefined;
}
