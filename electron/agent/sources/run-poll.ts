import { MINUTE_MS, HOUR_MS } from '../../../common/durations.ts';
import type { Page } from '../../api/network.ts';
import type { NetworkUser } from '../../../common/resources.ts';
import type { AccountFact } from '../../store/events.ts';
import type { KnownSite } from '../../store/history.ts';
import { recordAccounts } from './reputation/record-changes.ts';
import { answeredAt } from './plausible-date.ts';
import { streamKind, streamSite, type StreamId, type StreamKind } from '../stream-id.ts';
import { accountFacts, pollAccounts } from './accounts.ts';
import { pollAchievements } from './achievements.ts';
import { pollBadges } from './badges.ts';
import { hostOf } from './inbox.ts';
import { pollInbox } from './inbox-poll.ts';
import { pollByBounty } from './questions/by-bounty.ts';
import { pollNewQuestions } from './questions/new-questions.ts';
import { pollReputation } from './reputation/reputation.ts';
import { reputationRoute } from './reputation-route.ts';
import { pollReputationHistory } from './reputation/reputation-history.ts';
import { pollByScore } from './questions/by-score.ts';
import { knownSites, pollSites, SITES_MARK, sitesRead } from './sites.ts';
import type { PollContext, PollResult } from './poll-context.ts';

/**
 * The folder `polls` requests new events from the network. Each kind of stream has a file, which sends the requests and
 * converts the responses to events; `record/` stores those in the history, together with their notifications. The
 * folders `planning` and `polling` decide when a poll is due.
 */

/** The poll of each kind of stream. Streams without a site ignore `siteId`. */
const POLLS: Record<StreamKind, (context: PollContext, siteId: string) => Promise<PollResult>> = {
  inbox: pollInbox,
  accounts,
  achievements: pollAchievements,
  sites,
  reputation: pollReputation,
  history: reputationHistory,
  badges: pollBadges,
  questions: pollNewQuestions,
  scored: pollByScore,
  featured: pollByBounty,
};

/**
 * Polls one stream: sends requests, converts items to events and records them.
 * @throws NetworkError if a request fails
 */
export const pollStream = (id: StreamId, context: PollContext): Promise<PollResult> =>
  POLLS[streamKind(id)](context, streamSite(id));

/** Maximum number of pages per poll of the sites or of the accounts. */
const MAX_PAGES = 10;

async function accounts({
  network,
  history,
  networkId,
  profile,
  sending,
  onPage: seen,
  now,
  networkNow,
}: PollContext): Promise<PollResult> {
  const facts: AccountFact[] = [];
  let broken = 0;
  const first = Number(profile.mark(ACCOUNTS_LEFT_MARK) ?? 1);
  let left: number | undefined = first;
  for (let asked = 0; left !== undefined && asked < MAX_PAGES; asked++) {
    const page: Page<NetworkUser> = await pollAccounts(network, sending, left);
    seen(page);
    const saidAt = page.networkTime === undefined ? undefined : answeredAt(page.networkTime, networkNow());
    facts.push(...accountFacts(page.items, history.sites(networkId), saidAt));
    broken += page.broken;
    left = page.hasMore ? left + 1 : undefined;
    if (page.backoffUntil !== undefined) break;
  }
  profile.record(() => {
    recordAccounts(profile, facts, left === undefined && first === 1 && broken === 0);
    if (left === undefined) profile.deleteMark(ACCOUNTS_LEFT_MARK);
    else profile.setMark(ACCOUNTS_LEFT_MARK, left);
  });
  profile.setMarkLater('accounts-at', now());
  return { broken, more: left !== undefined };
}

/** Mark of the first page that the last poll of the accounts did not reach. */
const ACCOUNTS_LEFT_MARK = 'accounts-left';

/** Retry interval for a list of sites without a readable item, in ms. */
const UNREADABLE_SITES_RETRY_MS = HOUR_MS;

async function sites({
  network,
  history,
  networkId,
  profile,
  sending,
  onPage: seen,
  now,
}: PollContext): Promise<PollResult> {
  const before = sitesRead(profile, now());
  let read: KnownSite[] = before.sites;
  let broken = 0;
  for (let number = before.pages + 1; number <= MAX_PAGES; number++) {
    const page = await pollSites(network, number, sending);
    seen(page);
    const onPage = knownSites(page.items);
    broken += page.broken;
    // Known sites are not dropped for a page without readable items; the next poll starts again.
    if (onPage.length === 0 && page.broken > 0) {
      profile.deleteMark(SITES_MARK);
      return { broken, more: false, retryInMs: UNREADABLE_SITES_RETRY_MS };
    }
    read = [...read, ...onPage];
    if (!page.hasMore) break;
    // Stored at once, so that after a pause or a failure the next poll continues here.
    profile.setMark(SITES_MARK, { pages: number, sites: read, at: before.at });
    if (page.backoffUntil !== undefined && number < MAX_PAGES) return { broken, more: true };
  }
  history.setSites(networkId, read);
  profile.deleteMark(SITES_MARK);
  profile.setMarkLater('sites-at', now());
  // An account read before its site was known has an address as its name, so accounts are polled again.
  const unnamed = profile.reputation
    .accounts()
    .some(({ site }) => read.some(({ siteUrl }) => hostOf(siteUrl) === site.id));
  if (before.pages > 0 && unnamed) profile.deleteMark('accounts-at');
  return { broken, more: false };
}

/** Retry interval for reading history when no request was left for it, in ms. */
const BACKFILL_RETRY_MS = 30 * MINUTE_MS;

async function reputationHistory(
  { profile, network, history, networkId, sending, onPage: seen, backfillQuota: spare, now }: PollContext,
  siteId: string,
): Promise<PollResult> {
  const account = profile.reputation.accounts().find((candidate) => candidate.site.id === siteId);
  if (!account) return { broken: 0, more: false };
  let broken = 0;
  const came = await pollReputationHistory({
    network,
    profile,
    account,
    listed: history.sites(networkId).some(({ id }) => id === siteId),
    route: reputationRoute(profile, now()),
    sending,
    seen(page) {
      broken += page.broken;
      seen(page);
    },
    mayAsk: () => spare === undefined || spare.left() >= 1,
    asked: () => spare?.spend(),
  });
  return { broken, more: came !== 'done', ...(came === 'short' && { retryInMs: BACKFILL_RETRY_MS }) };
}
