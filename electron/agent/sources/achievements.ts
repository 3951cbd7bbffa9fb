import { NetworkError } from '../../api/errors.ts';
import type { Achievement } from '../../../common/resources.ts';
import type { AchievementEvent } from '../../store/events.ts';
import type { StoredAccount } from '../../store/reputation/reputation-events.ts';
import type { KnownSite } from '../../store/history.ts';
import { plausibleDate } from './plausible-date.ts';
import { hostOf } from './inbox.ts';
import { undated, type PollContext, type PollResult } from './poll-context.ts';
import { giveUpAchievements, recordAchievements } from './record/achievements.ts';

/** Errors that mean that the network lacks the operation, or that the sign-in does not permit it. */
const NOT_TO_BE_HAD = ['not-found', 'scope-missing'];

/**
 * Polls the user's recent achievements on every site in one request (docs/api.md, "Inbox and achievements"). They show
 * where reputation and badges have changed; polls of those read the changes. If a network lacks the operation or
 * refuses it, polling continues without it.
 */
export async function pollAchievements(context: PollContext): Promise<PollResult> {
  const { network, networkId, history, profile, rules, sending, networkNow } = context;
  try {
    const page = await network.achievements({ pagesize: 100 }, sending);
    // Rates are learned from the lists of reputation, which contain each change.
    context.onPage(undated(page));
    const events = achievementEvents(page.items, profile.reputation.accounts(), history.sites(networkId), networkNow());
    recordAchievements({ history: profile, rules, now: context.now() }, events, page.hasMore);
    return { broken: page.broken, more: false };
  } catch (error) {
    if (!(error instanceof NetworkError) || !NOT_TO_BE_HAD.includes(error.kind)) throw error;
    giveUpAchievements(profile, context.now());
    return { broken: 0, more: false };
  }
}

/**
 * Converts achievements to events. Those of an unknown kind are omitted, as are those with an implausible date, which
 * is part of their key. `now` in server time.
 */
export function achievementEvents(
  items: Achievement[],
  accounts: Pick<StoredAccount, 'site'>[],
  sites: KnownSite[],
  now = Infinity,
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
    const name = named?.name ?? known?.name ?? id;
    return [
      {
        kind,
        site: account?.site ?? { id, name },
        isOwnSite: account !== undefined,
        title,
        link,
        createdAt,
        change: item.reputation_change ?? 0,
      },
    ];
  });
}
