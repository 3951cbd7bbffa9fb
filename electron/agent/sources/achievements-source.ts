import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '../../../common/durations.ts';
import type { Achievement, Badge } from '../../../common/resources.ts';
import { NetworkError } from '../../api/network.ts';
import { type AchievementEvent, BADGE_RANKS, type BadgeEvent } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import type { StoredAccount } from '../../store/reputation.ts';
import { queueNotifications } from '../notifications/queue.ts';
import {
  hostOf,
  NOTHING_TO_POLL,
  plausibleDate,
  setMissing,
  undated,
  type Poll,
  type PollResult,
  type Recording,
} from './poll.ts';
import type { StreamId } from '../ids.ts';

/** Errors that mean that the network lacks the operation, or that the sign-in does not permit it. */
const NOT_TO_BE_HAD = ['not-found', 'scope-missing'];

/**
 * Polls the user's recent achievements on every site in one request (docs/api.md, "Inbox and achievements"). They show
 * where reputation and badges have changed; polls of those read the changes. If a network lacks the operation or
 * refuses it, polling continues without it.
 */
export async function pollAchievements(poll: Poll): Promise<PollResult> {
  const { network, profile } = poll;
  try {
    const page = await network.achievements({ pagesize: 100 }, poll.sending);
    // Rates are learned from the lists of reputation, which contain each change.
    poll.sawPage(undated(page));
    const [accounts, sites] = [profile.reputation.accounts(), poll.history.sites(poll.networkId)];
    recordAchievements(poll, achievementEvents(page.items, accounts, sites, poll.networkNow()), page.hasMore);
    return { broken: page.broken, more: false };
  } catch (error) {
    if (!(error instanceof NetworkError) || !NOT_TO_BE_HAD.includes(error.kind)) throw error;
    setMissing(profile, 'achievements-missing', poll.now());
    profile.deleteMark(READ_AT_MARK);
    return NOTHING_TO_POLL;
  }
}

/**
 * Converts achievements to events. Those of an unknown kind are omitted, as are those with an implausible date, which
 * is part of their key. `now` in server time.
 */
function achievementEvents(
  items: Achievement[],
  accounts: Pick<StoredAccount, 'site'>[],
  sites: KnownSite[],
  now: number,
): AchievementEvent[] {
  return items.flatMap((item) => {
    const { achievement_type: kind, on_site: named, title, link } = item;
    if (kind !== 'reputation' && kind !== 'badge' && kind !== 'privilege') return [];
    const createdAt = item.creation_date.getTime();
    if (plausibleDate(createdAt, now) !== createdAt) return [];
    const host = hostOf(named?.site_url ?? link);
    const known = sites.find(({ siteUrl }) => hostOf(siteUrl) === host);
    const id = named?.api_site_parameter ?? known?.id ?? host ?? '';
    const account = accounts.find(({ site }) => site.id === id || site.id === host);
    const site = account?.site ?? { id, name: named?.name ?? known?.name ?? id };
    const isOwnSite = account !== undefined;
    return [{ kind, site, isOwnSite, title, link, createdAt, change: item.reputation_change ?? 0 }];
  });
}

/** The last list of achievements. */
const Listed = z.object({
  /** By the achievement's key: its date in ms since the epoch, and its points. */
  entries: z.record(z.string(), z.tuple([z.number(), z.number()])),
  /** The date since which the list is complete; older entries may be missing. */
  completeSince: z.number(),
  /** Keys of privileges listed or announced before. */
  privileges: z.array(z.string()),
});
type Listed = z.output<typeof Listed>;

const LISTED_MARK = 'achievements';
const READ_AT_MARK = 'achievements-at';

/** How long achievements replace totals and badges after they were read, in ms. */
const RELIED_ON_FOR_MS = 6 * HOUR_MS;

const movedMark = (siteId: string) => `achievements-moved:${siteId}`;
const badgesMark = (siteId: string) => `achievements-badges:${siteId}`;

/** More than any user gains; malformed responses may name others each time. The newest are kept. */
const MAX_REMEMBERED = 2000;

/** Returns the key of an achievement: the points of one day on one post are one achievement, which grows. */
function keyOf({ kind, site, title, link, createdAt }: AchievementEvent): string {
  if (kind === 'privilege') return [kind, site.id, title].join('|');
  return [kind, site.id, link ?? title, kind === 'badge' ? createdAt : Math.floor(createdAt / DAY_MS)].join('|');
}

/**
 * Records a list of achievements: marks the sites whose reputation or badges have changed since the last one, so that
 * those are polled, and announces new privileges. The first list announces none, and requests the totals once, as they
 * are no longer polled from then on.
 * @param hasMore whether older achievements are missing from the list
 */
export function recordAchievements(recording: Recording, events: AchievementEvent[], hasMore: boolean): void {
  const { profile, rules } = recording;
  const now = recording.now();
  profile.record(() => {
    const before = readMark(profile, LISTED_MARK, Listed);
    const entries = new Map<string, [number, number]>();
    for (const event of events) {
      const [date, change] = entries.get(keyOf(event)) ?? [0, 0];
      entries.set(keyOf(event), [Math.max(date, event.createdAt), change + event.change]);
    }
    const oldest = Math.min(...events.map(({ createdAt }) => createdAt));
    const privileges = events.filter(({ kind }) => kind === 'privilege');
    profile.setMark(LISTED_MARK, {
      entries: Object.fromEntries(entries),
      completeSince: hasMore ? oldest : 0,
      privileges: [...new Set([...(before?.privileges ?? []), ...privileges.map(keyOf)])].slice(-MAX_REMEMBERED),
    });
    profile.setMarkLater(READ_AT_MARK, now);
    if (!before) return profile.setMark('accounts-at', 0);
    const isNews = (event: AchievementEvent) => isNew(event, entries, before);
    for (const event of events.filter(isNews)) mark(profile, event, now, rules.notify.badges);
    // Reputation that is no longer listed although older entries are: votes were undone.
    for (const [key, [date]] of Object.entries(before.entries))
      if (key.startsWith('reputation|') && date > oldest && !entries.has(key))
        profile.setMark(movedMark(key.split('|', 2)[1]!), now);
    const gained = privileges.filter((event) => isNews(event) && !before.privileges.includes(keyOf(event)));
    queueNotifications(profile, { privileges: gained }, rules, now);
  });
}

/** Whether the last list did not have it, or had it with another date or other points. */
function isNew(event: AchievementEvent, entries: ReadonlyMap<string, [number, number]>, before: Listed): boolean {
  const [date, change] = entries.get(keyOf(event))!;
  const known = before.entries[keyOf(event)];
  return known === undefined ? event.createdAt > before.completeSince : known[0] !== date || known[1] !== change;
}

/** Marks a site's list of reputation or badges to be polled, or the accounts if the site is unknown. */
function mark(profile: ProfileHistory, event: AchievementEvent, now: number, badges: boolean) {
  const { kind, site, isOwnSite, title } = event;
  if (!isOwnSite) profile.setMark('accounts-at', 0);
  else if (kind === 'reputation') profile.setMark(movedMark(site.id), now);
  else if (kind === 'badge' && badges)
    profile.setMark(badgesMark(site.id), [...newBadgeTitles(profile, site.id), title].slice(-MAX_REMEMBERED));
}

/** Whether achievements currently show when totals and badges are worth polling; `now` in local time. */
export function areAchievementsRead(profile: ProfileHistory, now: number): boolean {
  const age = now - Number(profile.mark(READ_AT_MARK) ?? -Infinity);
  return age >= 0 && age < RELIED_ON_FOR_MS;
}

/** Whether an achievement showed that a site's reputation has changed, and its list was not polled since. */
export const isReputationToBeAsked = (profile: ProfileHistory, siteId: string): boolean =>
  profile.mark(movedMark(siteId)) !== undefined;

/** Records that the site's list of reputation was polled. */
export const reputationWasAsked = (profile: ProfileHistory, siteId: string): void =>
  profile.deleteMark(movedMark(siteId));

/** Returns the titles of a site's new badges whose list was not polled since. */
export const newBadgeTitles = (profile: ProfileHistory, siteId: string): string[] =>
  readMark(profile, badgesMark(siteId), z.array(z.string())) ?? [];

/** Forgets all achievements, so that those gained while they are not read are not announced later. */
export function forgetAchievements(profile: ProfileHistory): void {
  for (const name of [LISTED_MARK, READ_AT_MARK, 'achievements-missing']) profile.deleteMark(name);
  for (const prefix of [movedMark(''), badgesMark('')]) profile.deleteMarks(prefix);
}

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
  profile.deleteMark(badgesMark(siteId));
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
const MAX_BADGES = 5000;

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
    const kept = Object.entries(known ?? {}).slice(0, MAX_BADGES);
    profile.setMark(markOf(siteId), { ...Object.fromEntries(kept), ...timesAwarded(events) });
    const news = known ? newBadges(events, known) : events.filter(({ name }) => newTitles.includes(name));
    queueNotifications(profile, { badges: news }, rules, recording.now());
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
