import { z } from 'zod';
import { HOUR_MS, DAY_MS } from '../../../../common/durations.ts';
import type { AchievementEvent } from '../../../store/events.ts';
import { type ProfileHistory, readMark } from '../../../store/profile-history.ts';
import { notices } from '../../notifications/notices.ts';
import type { Recording } from './recording.ts';

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
const MISSING_MARK = 'achievements-missing';

/** How long until a missing operation is tried again, in ms: a later version of the network may have it. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

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
export function recordAchievements(
  { history, rules, now }: Recording,
  events: AchievementEvent[],
  hasMore: boolean,
): void {
  history.record(() => {
    const before = readMark(history, LISTED_MARK, Listed);
    const entries = new Map<string, [number, number]>();
    for (const event of events) {
      const [date, change] = entries.get(keyOf(event)) ?? [0, 0];
      entries.set(keyOf(event), [Math.max(date, event.createdAt), change + event.change]);
    }
    const oldest = events.reduce((earliest, { createdAt }) => Math.min(earliest, createdAt), Infinity);
    const privileges = events.filter(({ kind }) => kind === 'privilege');
    history.setMark(LISTED_MARK, {
      entries: Object.fromEntries(entries),
      completeSince: hasMore ? oldest : 0,
      privileges: [...new Set([...(before?.privileges ?? []), ...privileges.map(keyOf)])].slice(-MAX_REMEMBERED),
    });
    history.setMarkLater(READ_AT_MARK, now);
    if (!before) return history.setMark('accounts-at', 0);
    const isNews = (event: AchievementEvent) => isNew(event, entries, before);
    for (const event of events.filter(isNews)) mark(history, event, now, rules.notify.badges);
    for (const key of gone(before, entries, oldest)) history.setMark(movedMark(siteOfKey(key)), now);
    const gained = privileges.filter((event) => isNews(event) && !before.privileges.includes(keyOf(event)));
    for (const notice of notices({ privileges: gained }, rules)) history.notices.add(notice, now);
  });
}

/** Whether the last list did not have it, or had it with another date or other points. */
function isNew(event: AchievementEvent, entries: ReadonlyMap<string, [number, number]>, before: Listed): boolean {
  const [date, change] = entries.get(keyOf(event))!;
  const known = before.entries[keyOf(event)];
  return known === undefined ? event.createdAt > before.completeSince : known[0] !== date || known[1] !== change;
}

/** Marks a site's list of reputation or badges to be polled, or the accounts if the site is unknown. */
function mark(
  history: ProfileHistory,
  { kind, site, isOwnSite, title }: AchievementEvent,
  now: number,
  badges: boolean,
) {
  if (!isOwnSite) history.setMark('accounts-at', 0);
  else if (kind === 'reputation') history.setMark(movedMark(site.id), now);
  else if (kind === 'badge' && badges)
    history.setMark(badgesMark(site.id), [...newBadgeTitles(history, site.id), title].slice(-MAX_REMEMBERED));
}

/** Returns the keys of reputation that was listed and no longer is, although older entries are: votes were undone. */
const gone = (before: Listed, entries: ReadonlyMap<string, unknown>, oldest: number): string[] =>
  Object.entries(before.entries).flatMap(([key, [date]]) =>
    key.startsWith('reputation|') && date > oldest && !entries.has(key) ? [key] : [],
  );

const siteOfKey = (key: string): string => key.split('|', 2)[1]!;

/** Whether achievements currently show when totals and badges are worth polling; `now` in local time. */
export function areAchievementsRead(history: ProfileHistory, now: number): boolean {
  const age = now - Number(history.mark(READ_AT_MARK) ?? -Infinity);
  return age >= 0 && age < RELIED_ON_FOR_MS;
}

/** Whether an achievement showed that a site's reputation has changed, and its list was not polled since. */
export const isReputationToBeAsked = (history: ProfileHistory, siteId: string): boolean =>
  history.mark(movedMark(siteId)) !== undefined;

/** Records that the site's list of reputation was polled. */
export const reputationWasAsked = (history: ProfileHistory, siteId: string): void =>
  history.deleteMark(movedMark(siteId));

/** Returns the titles of a site's new badges whose list was not polled since. */
export const newBadgeTitles = (history: ProfileHistory, siteId: string): string[] =>
  readMark(history, badgesMark(siteId), z.array(z.string())) ?? [];

/** Records that the site's list of badges was polled. */
export const badgesWereAsked = (history: ProfileHistory, siteId: string): void =>
  history.deleteMark(badgesMark(siteId));

/** Records that the network has no achievements, or does not permit reading them. */
export const giveUpAchievements = (history: ProfileHistory, now: number): void => {
  history.setMark(MISSING_MARK, now);
  history.deleteMark(READ_AT_MARK);
};

/** Whether the network had no readable achievements when last polled; `now` in local time. */
export const areAchievementsMissing = (history: ProfileHistory, now: number): boolean =>
  Math.abs(now - Number(history.mark(MISSING_MARK) ?? -Infinity)) < LOOK_AGAIN_MS;

/** Forgets all achievements, so that those gained while they are not read are not announced later. */
export function forgetAchievements(history: ProfileHistory): void {
  for (const name of [LISTED_MARK, READ_AT_MARK, MISSING_MARK]) history.deleteMark(name);
  for (const prefix of [movedMark(''), badgesMark('')]) history.deleteMarks(prefix);
}
