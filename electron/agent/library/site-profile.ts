import { z } from 'zod';
import type { Network, Page } from '../../api/network.ts';
import type { Badge, Privilege } from '../../../common/resources.ts';
import type { RequestTrouble, SiteProfile } from '../../../common/contract/contract.ts';
import { DAY_MS } from '../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';
import type { StoredAccount } from '../../store/reputation.ts';
import { requestForClick, blocksEveryRequest, type ClickContext } from '../sources/click-request.ts';

const PARTS = ['privileges', 'badges'] as const;
const RANKS = ['gold', 'silver', 'bronze'] as const;
const Counts = z.object({ gold: z.number(), silver: z.number(), bronze: z.number() });

/**
 * Stored privileges and badges of a site; either may be missing. `held` means earned, as earlier versions stored it.
 */
const StoredSiteProfile = z.object({
  at: z.number(),
  privileges: z.array(z.object({ reputation: z.number(), what: z.string(), held: z.boolean().optional() })).optional(),
  badges: z
    .object({
      counts: Counts,
      latest: z.array(
        z.object({
          id: z.number(),
          name: z.string(),
          rank: z.enum(RANKS),
          link: z.string().optional(),
          times: z.number(),
        }),
      ),
    })
    .optional(),
  /** Operations that the network does not offer: requesting them again is of no use. */
  notOffered: z.array(z.enum(PARTS)).default([]),
});
type StoredSiteProfile = z.output<typeof StoredSiteProfile>;

const FRESH_MS = DAY_MS;
const MAX_BADGES = 12;

/** Dependencies of {@link readSiteProfile}. */
export interface SiteProfileContext extends ClickContext {
  profile: ProfileHistory;
  now: () => number;
}

/** Name of the stored mark, spelt as earlier versions stored it. */
const markName = (siteId: string) => `standing:${siteId}`;

/**
 * Returns privileges and badges of an account. Requests the parts that are not stored or are a day old; `again`
 * requests them in any case. `trouble` is returned beside the stored parts.
 */
export async function readSiteProfile(
  context: SiteProfileContext,
  account: StoredAccount,
  again: boolean,
): Promise<Omit<SiteProfile, 'site'>> {
  const { profile, now } = context;
  const name = markName(account.site.id);
  const before = readMark(profile, name, StoredSiteProfile);
  const age = now() - (before?.at ?? -Infinity);
  if (before && !again && age >= 0 && age < FRESH_MS && isWhole(before)) return shown(before, account.reputation);
  const { stored, trouble } = await requestBoth(context, account, before);
  if (stored) profile.setMark(name, stored);
  const known = stored ?? before;
  return {
    ...(known ? shown(known, account.reputation) : { reputation: account.reputation }),
    ...(trouble && { trouble }),
  };
}

const isWhole = (stored: StoredSiteProfile): boolean =>
  PARTS.every((part) => stored[part] !== undefined || stored.notOffered.includes(part));

/** Requests privileges, then badges; a part that fails keeps its stored value. */
async function requestBoth(
  context: SiteProfileContext,
  { site: { id: site }, userId }: StoredAccount,
  before: StoredSiteProfile | undefined,
): Promise<{ stored: StoredSiteProfile | undefined; trouble: RequestTrouble | undefined }> {
  const privileges = await requestPrivileges(context, site);
  const badges =
    privileges.trouble && blocksEveryRequest(privileges.trouble)
      ? { trouble: privileges.trouble }
      : await requestBadges(context, site, userId);
  const came = { ...privileges, ...badges };
  const troubles = { privileges: privileges.trouble, badges: badges.trouble };
  const notOffered = PARTS.filter((part) => troubles[part]?.kind === 'not-offered');
  const trouble = Object.values(troubles).find((each) => each !== undefined && each.kind !== 'not-offered');
  if (!came.privileges && !came.badges && notOffered.length === 0) return { stored: undefined, trouble };
  const stored = {
    // Only a complete answer counts as fresh for a day.
    at: trouble ? (before?.at ?? 0) : context.now(),
    privileges: came.privileges ?? before?.privileges,
    badges: came.badges ?? before?.badges,
    notOffered,
  };
  return { stored, trouble };
}

interface Part {
  trouble?: RequestTrouble;
  privileges?: StoredSiteProfile['privileges'];
  badges?: StoredSiteProfile['badges'];
}

async function requestPrivileges(context: SiteProfileContext, site: string): Promise<Part> {
  const all = await requestForClick(context, (network) => network.privileges({ site, pagesize: 100 }));
  if ('trouble' in all) return all;
  const mine = await requestForClick(context, (network) => network.myPrivileges({ site, pagesize: 100 }));
  if ('trouble' in mine && mine.trouble.kind !== 'not-offered') return mine;
  const earned = 'page' in mine ? new Set(mine.page.items.map(nameOf)) : undefined;
  return {
    privileges: all.page.items
      .map((privilege) => ({
        reputation: privilege.reputation,
        what: nameOf(privilege),
        ...(earned && { held: earned.has(nameOf(privilege)) }),
      }))
      .toSorted((a, b) => a.reputation - b.reputation),
  };
}

const nameOf = ({ short_description: short, description, reputation }: Privilege): string =>
  short ?? description ?? String(reputation);

async function requestBadges(context: SiteProfileContext, site: string, userId: number): Promise<Part> {
  const badges = await requestForClick(context, (network) => network.badgesOf({ site, userId, pagesize: 100 }));
  if ('trouble' in badges) return badges;
  const counts = await countedBadges(context, site, badges.page);
  if ('trouble' in counts) return counts;
  const latest = badges.page.items.slice(0, MAX_BADGES).flatMap((badge) => {
    const rank = RANKS.find((known) => known === badge.rank);
    return rank === undefined || badge.name === undefined
      ? []
      : [
          {
            id: badge.badge_id,
            name: badge.name,
            rank,
            times: badge.award_count ?? 1,
            ...(badge.link !== undefined && { link: badge.link }),
          },
        ];
  });
  return { badges: { counts: counts.counts, latest } };
}

/** Counts the badges if one page has them all; otherwise requests the network's counts. */
async function countedBadges(
  context: SiteProfileContext,
  site: string,
  page: Page<Badge>,
): Promise<{ counts: z.output<typeof Counts> } | { trouble: RequestTrouble }> {
  const counted = { gold: 0, silver: 0, bronze: 0 };
  for (const { rank, award_count: times = 1 } of page.items)
    if (rank === 'gold' || rank === 'silver' || rank === 'bronze') counted[rank] += times;
  if (!page.hasMore) return { counts: counted };
  const me = await requestForClick(context, (network: Network) => network.me({ site }));
  if ('trouble' in me) return me;
  const counts = Counts.safeParse(me.page.items[0]?.badge_counts);
  return { counts: counts.success ? counts.data : counted };
}

/** Converts the stored profile for display. The next privilege is recomputed, because reputation may have changed. */
function shown({ at, privileges, badges }: StoredSiteProfile, reputation: number): Omit<SiteProfile, 'site'> {
  const lines = privileges?.map(({ held, ...line }) => ({
    ...line,
    earned: held ?? line.reputation <= reputation,
  }));
  const next = lines?.find((line) => !line.earned && line.reputation > reputation);
  const from = Math.max(
    0,
    ...(lines ?? []).filter((line) => line.reputation <= reputation).map((line) => line.reputation),
  );
  return {
    reputation,
    ...(at > 0 && { at: new Date(at) }),
    ...(lines && { privileges: lines }),
    ...(next && { next: { what: next.what, reputation: next.reputation, from } }),
    ...(badges && { badges }),
  };
}
