import { z } from 'zod';
import type { BadgeEvent } from '../../../store/events.ts';
import { readMark } from '../../../store/profile-history.ts';
import type { StreamId } from '../../stream-id.ts';
import { notices } from '../../notifications/notices.ts';
import type { Recording } from './recording.ts';

/** How often each badge of a site was awarded, by the badge's id. */
const Awarded = z.record(z.string(), z.number());

/** More than any site has; malformed responses may name others each time. */
const MAX_REMEMBERED = 5000;

const markOf = (siteId: string): StreamId => `badges:${siteId}`;

/**
 * Records the badges of a site and announces those new since the last poll. The first poll announces none. A badge
 * awarded again counts as new.
 * @param events the badges, latest first
 * @param newTitles names of badges from achievements, which are announced on a first poll as well
 */
export function recordBadges(
  { history, rules, now }: Recording,
  siteId: string,
  events: BadgeEvent[],
  newTitles: readonly string[] = [],
): void {
  history.record(() => {
    const known = readMark(history, markOf(siteId), Awarded);
    const kept = Object.entries(known ?? {}).slice(0, MAX_REMEMBERED);
    history.setMark(markOf(siteId), { ...Object.fromEntries(kept), ...timesAwarded(events) });
    const news = known ? newBadges(events, known) : events.filter(({ name }) => newTitles.includes(name));
    for (const notice of notices({ badges: news }, rules)) history.notices.add(notice, now);
  });
}

/**
 * Returns how often each badge was awarded: the highest count if a page names one twice, or it would be announced on
 * each poll.
 */
function timesAwarded(events: BadgeEvent[]): z.output<typeof Awarded> {
  const awarded: z.output<typeof Awarded> = {};
  for (const { badgeId, times } of events) awarded[badgeId] = Math.max(times, awarded[badgeId] ?? 0);
  return awarded;
}

/**
 * Returns the badges awarded since the last poll. Only badges before the last known one on the page can be new. Those
 * behind it are old: they moved onto the page because another badge was removed.
 */
function newBadges(events: BadgeEvent[], known: z.output<typeof Awarded>): BadgeEvent[] {
  const lastKnown = events.findLastIndex(({ badgeId }) => known[badgeId] !== undefined);
  const before = lastKnown === -1 ? events : events.slice(0, lastKnown + 1);
  return before.filter(({ badgeId, times }) => times > (known[badgeId] ?? 0));
}
