import { HOUR_MS } from '../../../common/durations.ts';
import type { Badge } from '../../../common/resources.ts';
import { BADGE_RANKS, type BadgeEvent } from '../../store/events.ts';
import type { PollContext, PollResult } from './poll-context.ts';
import { areAchievementsRead, badgesWereAsked, newBadgeTitles } from './record/achievements.ts';
import { recordBadges } from './record/badges.ts';

/** Minimum interval between polls of badges, in ms: they are rare. */
export const BADGES_INTERVAL_MS = HOUR_MS;

/** Polls the badges of one account in one request, latest first. */
export async function pollBadges(context: PollContext, siteId: string): Promise<PollResult> {
  const { network, profile, rules, sending } = context;
  const account = profile.reputation.accounts().find(({ site }) => site.id === siteId);
  if (!account) return { broken: 0, more: false };
  const page = await network.badgesOf({ site: siteId, userId: account.userId, pagesize: 100 }, sending);
  context.onPage(page);
  const titles = newBadgeTitles(profile, siteId);
  const events = badgeEvents(page.items, account.site);
  recordBadges({ history: profile, rules, now: context.now() }, siteId, events, titles);
  badgesWereAsked(profile, siteId);
  // If achievements name new badges, badges are polled only then.
  const isTold = areAchievementsRead(profile, context.now());
  return { broken: page.broken, more: false, ...(!isTold && { retryInMs: BADGES_INTERVAL_MS }) };
}

/** Converts badges to events. Those without a name or of an unknown rank are omitted. */
export const badgeEvents = (items: Badge[], site: BadgeEvent['site']): BadgeEvent[] =>
  items.flatMap(({ badge_id: badgeId, name, rank: given, award_count: times = 1, link, user }) => {
    const rank = BADGE_RANKS.find((known) => known === given);
    return name === undefined || rank === undefined
      ? []
      : [{ site, badgeId, name, rank, times, link, profileLink: user?.link }];
  });
