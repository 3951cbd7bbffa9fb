import type { ProfileHistory } from '../../../store/profile-history.ts';
import type { StoredAccount } from '../../../store/reputation/reputation-events.ts';
import { isLater, sumOf } from './explained-total.ts';
import { readingProgress, type ReadingProgress } from './history-backfill.ts';
import type { SiteChanges } from '../../library/series.ts';

/**
 * Returns the known changes on a site since a time: the history that was read, then events. Times in ms since the
 * epoch.
 */
export function siteChanges(profile: ProfileHistory, account: StoredAccount, since: number, now: number): SiteChanges {
  const { site, reputation, saidAt = since } = account;
  const progress = readingProgress(profile, site.id);
  const changes = profile.reputationHistory.changes(site.id, Math.min(since, saidAt), progress?.upTo ?? 0);
  return {
    reputation: reputation + sumOf(changes.filter(isLater(account))),
    changes,
    knownSince: knownSince(progress, reputation) ?? profile.reputationHistory.firstEvent(site.id) ?? now,
  };
}

/** Returns the time since which the history is complete, or undefined if none was read. */
function knownSince(progress: ReadingProgress | undefined, reputation: number): number | undefined {
  if (progress?.done === true && !progress.withheld) return -Infinity;
  if (progress && progress.pages > 0) return progress.back;
  // Everyone starts with one point: an account with no more has no past changes.
  return reputation <= 1 ? -Infinity : undefined;
}
