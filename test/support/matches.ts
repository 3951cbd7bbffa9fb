import type { ProfileHistory } from '../../electron/store/profile-history.ts';
import type { SeenQuestion } from '../../electron/store/questions.ts';

/** Returns the questions of a site that match a watch, the latest asked first. */
export const matchesOf = ({ questions }: ProfileHistory, siteId = 'loops'): SeenQuestion[] =>
  questions.seenSince(siteId, 0).filter(({ watchIds }) => watchIds.length > 0);
