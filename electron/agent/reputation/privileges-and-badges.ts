import { z } from 'zod';
import type { Network, Page } from '../../api/network.ts';
import type { Badge, Privilege } from '../../../common/resources.ts';
import type { AskingTrouble, Standing } from '../../../common/contract/contract.ts';
import type { ProfileHistory } from '../../store/history.ts';
import { requestForClick, blocksEveryRequest, type ClickContext } from '../domain/click-request.ts';

const RANKS = ['gold', 'silver', 'bronze'] as const;
const Counts = z.object({ gold: z.number(), silver: z.number(), bronze: z.number() });

/** What was last heard of privileges and badges; either may be missing. */
const Kept = z.object({
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
  /** The network has no such operation: asking again is of no use. */
  notOffered: z.array(z.enum(['privileges', 'badges'])).default([]),
});
type Kept = z.output<typeof Kept>;

const FRESH_MS = 24 * 3600_000;
const MAX_BADGES = 12;

/** Where somebody stands, asked of the network at most once a day, or when a click wants it anew. */
export interface StandingParts extends ClickContext {
  profile: ProfileHistory;
  now: () => number;
}

const markName = (siteId: string) => `standing:${siteId}`;

/**
 * Privileges and badges of one account. Asks for what is not kept, or is a day old; `again` asks in any case. What
 * could not be had is told in `trouble`, with what is kept beside it. Gives `undefined` where the person has no
 * account.
 */
export async function standing(
  parts: StandingParts,
  siteId: string,
  again: boolean,
): Promise<Omit<Standing, 'site'> | undefined> {
  const { profile } = parts;
  const account = profile.reputation.accounts().find(({ site }) => site.id === siteId);
  if (!account) return undefined;
  const read = Kept.safeParse(profile.mark(markName(siteId)));
  const before = read.success ? read.data : undefined;
  const whole = (kept: Kept) =>
    (['privileges', 'badges'] as const).every((part) => kept[part] !== undefined || kept.notOffered.includes(part));
  const age = parts.now() - (before?.at ?? -Infinity);
  if (before && !again && age >= 0 && age < FRESH_MS && whole(before)) return shown(before, account.reputation);
  const { kept, trouble } = await asked(parts, siteId, before);
  if (kept) profile.setMark(markName(siteId), kept);
  return {
    ...(kept || before ? shown((kept ?? before)!, account.reputation) : { reputation: account.reputation }),
    ...(trouble && { trouble }),
  };
}

/** Asks for both, one request after the other; what could not be had stays as it was. */
async function asked(
  parts: StandingParts,
  site: string,
  before: Kept | undefined,
): Promise<{ kept: Kept | undefined; trouble: AskingTrouble | undefined }> {
  const privileges = await part(() => askedPrivileges(parts, site));
  const badges =
    privileges.trouble && blocksEveryRequest(privileges.trouble)
      ? privileges
      : await part(() => askedBadges(parts, site));
  const troubles = [privileges.trouble, badges.trouble].filter((trouble) => trouble !== undefined);
  const notOffered = (
    [
      ['privileges', privileges.trouble],
      ['badges', badges.trouble],
    ] as const
  )
    .filter(([, trouble]) => trouble?.kind === 'not-offered')
    .map(([name]) => name);
  const trouble = troubles.find(({ kind }) => kind !== 'not-offered');
  const came = {
    privileges: 'privileges' in privileges ? privileges.privileges : undefined,
    badges: 'badges' in badges ? badges.badges : undefined,
  };
  if (!came.privileges && !came.badges && notOffered.length === 0) return { kept: undefined, trouble };
  const kept = {
    // Only what is whole is new for a day.
    at: trouble ? (before?.at ?? 0) : parts.now(),
    privileges: came.privileges ?? before?.privileges,
    badges: came.badges ?? before?.badges,
    notOffered,
  };
  return { kept, trouble };
}

type Part = { trouble?: AskingTrouble; privileges?: Kept['privileges']; badges?: Kept['badges'] };
const part = (ask: () => Promise<Part>): Promise<Part> => ask();

async function askedPrivileges(asking: StandingParts, site: string): Promise<Part> {
  const all = await requestForClick(asking, (network) => network.privileges({ site, pagesize: 100 }));
  if ('trouble' in all) return all;
  const mine = await requestForClick(asking, (network) => network.myPrivileges({ site, pagesize: 100 }));
  if ('trouble' in mine && mine.trouble.kind !== 'not-offered') return mine;
  const held = 'page' in mine ? new Set(mine.page.items.map(nameOf)) : undefined;
  return {
    privileges: all.page.items
      .map((privilege) => ({
        reputation: privilege.reputation,
        what: nameOf(privilege),
        ...(held && { held: held.has(nameOf(privilege)) }),
      }))
      .toSorted((a, b) => a.reputation - b.reputation),
  };
}

const nameOf = ({ short_description: short, description, reputation }: Privilege): string =>
  short ?? description ?? String(reputation);

async function askedBadges(asking: StandingParts, site: string): Promise<Part> {
  const badges = await requestForClick(asking, (network) => network.myBadges({ site, pagesize: 100 }));
  if ('trouble' in badges) return badges;
  const counts = await countedBadges(asking, site, badges.page);
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

/** All of them on one page can be counted; otherwise the network has counted them. */
async function countedBadges(
  asking: StandingParts,
  site: string,
  page: Page<Badge>,
): Promise<{ counts: z.output<typeof Counts> } | { trouble: AskingTrouble }> {
  const counted = { gold: 0, silver: 0, bronze: 0 };
  for (const { rank, award_count: times = 1 } of page.items)
    if (rank === 'gold' || rank === 'silver' || rank === 'bronze') counted[rank] += times;
  if (!page.hasMore) return { counts: counted };
  const me = await requestForClick(asking, (network: Network) => network.me({ site }));
  if ('trouble' in me) return me;
  const told = Counts.safeParse(me.page.items[0]?.badge_counts);
  return { counts: told.success ? told.data : counted };
}

/** What is kept, as it is shown: reputation has moved since, so what comes next is found anew. */
function shown({ at, privileges, badges }: Kept, reputation: number): Omit<Standing, 'site'> {
  const lines = privileges?.map((line) => ({
    ...line,
    held: line.held === true || (line.held === undefined && line.reputation <= reputation),
  }));
  const next = lines?.find((line) => !line.held && line.reputation > reputation);
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
