import { readMark } from '../../store/profile-history.ts';
import { z } from 'zod';
import { HOUR_MS } from '../../../common/durations.ts';
import type { Badge } from '../../../common/resources.ts';
import { BADGE_RANKS, type BadgeEvent } from '../../store/events.ts';
import { notificationsFor } from '../notifications/rules.ts';
import type { StreamId } from '../ids.ts';
import { areAchievementsRead, badgesWereAsked, newBadgeTitles } from './achievements-source.ts';
import { NOTHING_TO_POLL, type Poll, type PollResult, type Recording } from './poll.ts';

/** Minimum interval between polls of badges, in ms: they are rare. */
export const BADGES_INTERVAL_MS = HOUR_MS;

/** Polls the badges of one account in one request, latest first. */
export async function pollBadges(poll: Poll, siteId: string): Promise<PollResult> {
  const { profile } = poll;
  const account = profile.reputation.account(siteId);
  if (!account) return NOTHING_TO_POLL;
  const query = { site: siteId, userId: account.userId, pagesize: 100 };
  const page = await poll.network.badgesOf(query, poll.sending);
  poll.sawPage(page);
  recordBadges(poll, siteId, badgeEvents(page.items, account.site), newBadgeTitles(profile, siteId));
  badgesWereAsked(profile, siteId);
  // If achievements name new badges, badges are polled only then.
  const isTold = areAchievementsRead(profile, poll.now());
  return { broken: page.broken, more: false, ...(!isTold && { retryInMs: BADGES_INTERVAL_MS }) };
}

/** Converts badges to events. Those without a name or of an unknown rank are omitted. */
const badgeEvents = (items: Badge[], site: BadgeEvent['site']): BadgeEvent[] =>
  items.flatMap(({ badge_id: badgeId, name, rank: given, award_count: times = 1, link, user }) => {
    const rank = BADGE_RANKS.find((known) => known === given);
    if (name === undefined || rank === undefined) return [];
    return [{ site, badgeId, name, rank, times, link, profileLink: user?.link }];
  });

/** How often each badge of a site was awarded, by the badge's id. */
const Awarded = z.record(z.string(), z.number());
type Awarded = z.output<typeof Awarded>;

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
  recording: Recording,
  siteId: string,
  events: BadgeEvent[],
  newTitles: readonly string[] = [],
): void {
  const { profile, rules } = recording;
  profile.record(() => {
    const known = readMark(profile, markOf(siteId), Awarded);
    const kept = Object.entries(known ?? {}).slice(0, MAX_REMEMBERED);
    profile.setMark(markOf(siteId), { ...Object.fromEntries(kept), ...timesAwarded(events) });
    const news = known ? newBadges(events, known) : events.filter(({ name }) => newTitles.includes(name));
    for (const notification of notificationsFor({ badges: news }, rules))
      profile.notifications.add(notification, recording.now());
  });
}

/**
 * Returns how often each badge was awarded: the highest count if a page names one twice, or it would be announced on
 * each poll.
 */
function timesAwarded(events: BadgeEvent[]): Awarded {
  const awarded: Awarded = {};
  for (const { badgeId, times } of events) awarded[badgeId] = Math.max(times, awarded[badgeId] ?? 0);
  return awarded;
}

/**
 * Returns the badges awarded since the last poll. Only badges before the last known one on the page can be new. Those
 * behind it are old: they moved onto the page because another badge was removed.
 */
function newBadges(events: BadgeEvent[], known: Awarded): BadgeEvent[] {
  const lastKnown = events.findLastIndex(({ badgeId }) => known[badgeId] !== undefined);
  const before = lastKnown === -1 ? events : events.slice(0, lastKnown + 1);
  return before.filter(({ badgeId, times }) => times > (known[badgeId] ?? 0));
}
