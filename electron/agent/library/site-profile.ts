import { z } from 'zod';
import type { Page } from '../../api/network.ts';
import type { Badge, Privilege } from '../../../common/resources.ts';
import type { RequestTrouble, SiteProfile } from '../../../common/contract/contract.ts';
import { DAY_MS } from '../../../common/durations.ts';
import type { Clock } from '../../base/clock.ts';
import { readMark } from '../../store/profile-history.ts';
import type { StoredAccount } from '../../store/reputation.ts';
import type { Account } from '../accounts/account.ts';
import { requestForClick, blocksEveryRequest, type ClickContext } from '../user-facing-error.ts';

const PARTS = ['privileges', 'badges'] as const;
const Rank = z.enum(['gold', 'silver', 'bronze']);
const Counts = z.object({ gold: z.number(), silver: z.number(), bronze: z.number() });
const StoredBadge = z.object({
  id: z.number(),
  name: z.string(),
  rank: Rank,
  link: z.string().optional(),
  times: z.number(),
});

/** Stored privileges and badges of a site; either may be missing. */
const StoredSiteProfile = z.object({
  at: z.number(),
  privileges: z
    .array(z.object({ reputation: z.number(), what: z.string(), earned: z.boolean().optional() }))
    .optional(),
  badges: z.object({ counts: Counts, latest: z.array(StoredBadge) }).optional(),
  /** Operations that the network does not offer: requesting them again is of no use. */
  notOffered: z.array(z.enum(PARTS)),
});
type StoredSiteProfile = z.output<typeof StoredSiteProfile>;

const FRESH_MS = DAY_MS;
const MAX_BADGES = 12;

/**
 * Returns privileges and badges of an account on a site. Requests the parts that are not stored or are a day old;
 * `again` requests them in any case. `trouble` is returned beside the stored parts.
 */
export async function readSiteProfile(
  account: Account,
  { site: { id: site }, userId, reputation }: StoredAccount,
  clock: Clock,
  again: boolean,
): Promise<Omit<SiteProfile, 'site'>> {
  const { profile } = account;
  const mark = `site-profile:${site}`;
  const before = readMark(profile, mark, StoredSiteProfile);
  if (before && !again && isFresh(before, clock.now())) return shown(before, reputation);
  const { trouble, ...parts } = await requestBoth(account.clickContext(), site, userId);
  if (!parts.privileges && !parts.badges && parts.notOffered.length === 0)
    return { ...(before ? shown(before, reputation) : { reputation }), ...(trouble && { trouble }) };
  const stored = {
    // Only a complete answer counts as fresh for a day.
    at: trouble ? (before?.at ?? 0) : clock.now(),
    privileges: parts.privileges ?? before?.privileges,
    badges: parts.badges ?? before?.badges,
    notOffered: parts.notOffered,
  };
  profile.setMark(mark, stored);
  return { ...shown(stored, reputation), ...(trouble && { trouble }) };
}

/** Whether a profile has all that the network offers, and is less than a day old. */
function isFresh(stored: StoredSiteProfile, now: number): boolean {
  const isWhole = PARTS.every((part) => stored[part] !== undefined || stored.notOffered.includes(part));
  return isWhole && stored.at <= now && now < stored.at + FRESH_MS;
}

/** Requests privileges, then badges. */
async function requestBoth(click: ClickContext, site: string, userId: number) {
  const privileges = await requestPrivileges(click, site);
  const badges =
    privileges.trouble && blocksEveryRequest(privileges.trouble)
      ? { trouble: privileges.trouble }
      : await requestBadges(click, site, userId);
  const troubles = { privileges: privileges.trouble, badges: badges.trouble };
  return {
    ...privileges,
    ...badges,
    notOffered: PARTS.filter((part) => troubles[part]?.kind === 'not-offered'),
    trouble: Object.values(troubles).find((each) => each !== undefined && each.kind !== 'not-offered'),
  };
}

interface Part {
  trouble?: RequestTrouble;
  privileges?: StoredSiteProfile['privileges'];
  badges?: StoredSiteProfile['badges'];
}

async function requestPrivileges(click: ClickContext, site: string): Promise<Part> {
  const all = await requestForClick(click, (network) => network.privileges({ site, pagesize: 100 }));
  if ('trouble' in all) return all;
  const mine = await requestForClick(click, (network) => network.myPrivileges({ site, pagesize: 100 }));
  if ('trouble' in mine && mine.trouble.kind !== 'not-offered') return mine;
  const earned = 'page' in mine ? new Set(mine.page.items.map(nameOf)) : undefined;
  const privileges = all.page.items.map((privilege) => {
    const what = nameOf(privilege);
    return { reputation: privilege.reputation, what, earned: earned?.has(what) };
  });
  return { privileges: privileges.toSorted((a, b) => a.reputation - b.reputation) };
}

const nameOf = ({ short_description: short, description, reputation }: Privilege): string =>
  short ?? description ?? String(reputation);

async function requestBadges(click: ClickContext, site: string, userId: number): Promise<Part> {
  const badges = await requestForClick(click, (network) => network.badgesOf({ site, userId, pagesize: 100 }));
  if ('trouble' in badges) return badges;
  const counts = await countedBadges(click, site, badges.page);
  if ('trouble' in counts) return counts;
  const latest = badges.page.items
    .slice(0, MAX_BADGES)
    .flatMap(({ badge_id: id, name, rank, link, award_count: times = 1 }) => {
      const badge = StoredBadge.safeParse({ id, name, rank, link, times });
      return badge.success ? [badge.data] : [];
    });
  return { badges: { ...counts, latest } };
}

/** Counts the badges if one page has them all; otherwise requests the network's counts. */
async function countedBadges(click: ClickContext, site: string, page: Page<Badge>) {
  const counted = { gold: 0, silver: 0, bronze: 0 };
  for (const { rank, award_count: times = 1 } of page.items) {
    const known = Rank.safeParse(rank);
    if (known.success) counted[known.data] += times;
  }
  if (!page.hasMore) return { counts: counted };
  const me = await requestForClick(click, (network) => network.me({ site }));
  if ('trouble' in me) return me;
  return { counts: Counts.safeParse(me.page.items[0]?.badge_counts).data ?? counted };
}

/** Converts the stored profile for display. The next privilege is recomputed, because reputation may have changed. */
function shown({ at, privileges, badges }: StoredSiteProfile, reputation: number): Omit<SiteProfile, 'site'> {
  const lines = privileges?.map((line) => ({ ...line, earned: line.earned ?? line.reputation <= reputation }));
  const next = lines?.find((line) => !line.earned && line.reputation > reputation);
  const reached = (lines ?? []).map((line) => line.reputation).filter((needed) => needed <= reputation);
  const from = Math.max(0, ...reached);
  return {
    reputation,
    ...(at > 0 && { at: new Date(at) }),
    ...(lines && { privileges: lines }),
    ...(next && { next: { what: next.what, reputation: next.reputation, from } }),
    ...(badges && { badges }),
  };
}
