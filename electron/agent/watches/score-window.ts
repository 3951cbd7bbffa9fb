import { z } from 'zod';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { readMark } from '../domain/read-mark.ts';

/** How long after it was asked a question may reach the score of a watch; the window is shorter on a busy site. */
export const MAX_SCORE_WINDOW_S = 3 * 24 * 3600;

/** What is kept of a site's looks by score. */
const StoredScoreLook = z.object({
  baseline: z.unknown(),
  /** The window of the next look, in seconds. */
  window: z.number(),
  /** When the last look was, in ms by the network's clock. */
  lookedAt: z.number().optional(),
});

/** The name of the mark that keeps a site's looks by score. */
export const scoreLookMark = (siteId: string): string => `scored:${siteId}`;

/** What is kept of a site's looks by score; undefined before the first. */
export const lastScoreLook = (profile: ProfileHistory, siteId: string): z.output<typeof StoredScoreLook> | undefined =>
  readMark(profile, scoreLookMark(siteId), StoredScoreLook);

/** Within how many hours a question has to reach its score, where a site has too many such questions for three days. */
export function shortenedScoreWindow(profile: ProfileHistory, siteId: string): number | undefined {
  const window = lastScoreLook(profile, siteId)?.window ?? MAX_SCORE_WINDOW_S;
  return window < MAX_SCORE_WINDOW_S ? window / 3600 : undefined;
}
