import { NetworkError } from '../../api/errors.ts';
import type { Network, Page, Sending } from '../../api/network.ts';
import type { InboxItem, Reputation } from '../../../common/resources.ts';
import type { History, KnownSite, ProfileHistory } from '../../store/history.ts';
import type { KeptAccount } from '../../store/reputation/reputation-events.ts';
import type { NoticeRules } from '../notifications/notices.ts';
import { clearedMarks } from '../../store/deletion.ts';
import { inboxHasBaseline, recordAccounts, recordInbox, recordReputation, unknownInbox } from './record/record.ts';
import { giveUpTitles, titleFilter } from '../reputation/post-titles.ts';
import type { StreamId } from '../domain/stream-id.ts';
import { accountFacts, pollAccounts } from './accounts.ts';
import { hostOf, inboxEvents, inboxPage, pollInbox } from './inbox.ts';
import { pollFeatured } from './questions/by-bounty.ts';
import { pollNewQuestions } from './questions/new-questions.ts';
import { pollReputation, reputationEvents } from './reputation.ts';
import { pollReputationHistory } from './reputation-history.ts';
import { pollScored } from './questions/by-score.ts';
import { knownSites, pollSites, sitesMark, sitesRead } from './sites.ts';

/** What every poll is given. */
export interface PollContext {
  network: Network;
  networkId: string;
  history: History;
  profile: ProfileHistory;
  rules: NoticeRules;
  now: () => number;
  /** What is older is not listed: the person does not want it kept. */
  keptSince?: number;
  /** The time by the network's clock. */
  networkNow: () => number;
  /** Milliseconds since this stream was last polled. */
  idleFor: number;
  sending: Sending;
  /** Whether a site is still watched: a watch may be removed while its poll is under way. */
  stillWatched: (siteId: string) => boolean;
  /** Milliseconds between two polls of the stream, if only the worth of its news counted and no page ever were full. */
  pace?: number | undefined;
  /** How far a poll of questions looks back behind where reading stands, in seconds; the usual where it is left out. */
  lookBack?: number | undefined;
  /** Called with each page as it comes in. */
  seen: (page: Page<unknown>) => void;
  /** Asked before a poll takes a further page that it had not planned for; absent: it may. */
  mayGoOn?: () => boolean;
  /** What was before Askbell is read with requests that nothing else needs: whether there is one, and that one was sent. */
  spare?: { left: () => number; spend: () => void };
}

export interface PollResult {
  /** Items that could not be read. */
  broken: number;
  /** More is waiting: poll again as soon as the rules allow. */
  more: boolean;
  /** Not before this many ms, although it is wanted. */
  lookAgainIn?: number;
  /** Only questions of some tags were asked for: the answers do not tell how many there are in all. */
  searched?: boolean;
}

/** Polls one stream: asks, turns items into events, records them. Rejects with a `NetworkError`. */
export function pollStream(id: StreamId, context: PollContext): Promise<PollResult> {
  const siteId = id.slice(id.indexOf(':') + 1);
  if (id === 'inbox') return inbox(context);
  if (id === 'accounts') return accounts(context);
  if (id === 'sites') return sites(context);
  if (id.startsWith('reputation:')) return reputation(context, siteId);
  if (id.startsWith('history:')) return reputationHistory(context, siteId);
  if (id.startsWith('scored:')) return pollScored(context, siteId);
  if (id.startsWith('featured:')) return pollFeatured(context, siteId);
  return pollNewQuestions(context, siteId);
}

/** No more pages than this in one poll of the inbox or the sites. */
const mostPages = 10;

async function inbox(context: PollContext): Promise<PollResult> {
  const { profile, network } = context;
  const known = context.history.sites(context.networkId);
  // An account may be on a site the API does not know (closed, or in private beta); the inbox is the same through any.
  const site =
    profile.reputation.accounts().find((account) => known.some(({ id }) => id === account.site.id))?.site.id ??
    known[0]?.id;
  if (site === undefined) return { broken: 0, more: false };
  const items: InboxItem[] = [];
  let broken = 0;
  const wanted = (from: InboxItem[]) =>
    inboxEvents(from, known).filter(({ createdAt }) => createdAt >= (context.keptSince ?? -Infinity));
  let left = Number(profile.mark(inboxLeftMark) ?? 0);
  /** Among what the last poll had to leave, which lies behind what it took. */
  let isThere = false;
  let fresh = 0;
  for (let number = 1, asked = 1; ; asked++) {
    const page = await pollInbox(network, site, number, context.sending);
    context.seen(page);
    items.push(...page.items);
    broken += page.broken;
    const unknown = unknownInbox(profile, wanted(page.items)).length;
    fresh += unknown;
    // A page on which everything is new hides more news behind it; on the first look, one page of history will do.
    const goesOn: boolean = isThere ? unknown > 0 : unknown === page.items.length;
    const isDone = !goesOn && (isThere || left === 0);
    if (!page.hasMore || isDone || !inboxHasBaseline(profile)) {
      left = 0;
      break;
    }
    // What came since has pushed on what was left.
    number = goesOn ? number + 1 : Math.max(number + 1, left + Math.floor(fresh / inboxPage));
    isThere ||= !goesOn;
    if (page.backoffUntil !== undefined || asked >= mostPages) {
      left = number;
      break;
    }
  }
  profile.transaction(() => {
    recordInbox({ history: profile, rules: context.rules, now: context.now() }, wanted(items));
    if (left === 0) profile.deleteMark(inboxLeftMark);
    else profile.setMark(inboxLeftMark, left);
  });
  return { broken, more: left > 0 };
}

/** From which page on there is news that the last poll of the inbox could not take. */
const inboxLeftMark = 'inbox-left';

async function accounts({
  network,
  history,
  networkId,
  profile,
  sending,
  seen,
  now,
}: PollContext): Promise<PollResult> {
  const page = await pollAccounts(network, sending);
  seen(page);
  recordAccounts(
    profile,
    accountFacts(page.items, history.sites(networkId), page.networkTime),
    !page.hasMore && page.broken === 0,
  );
  profile.setMark('accounts-at', now());
  return { broken: page.broken, more: false };
}

async function sites({ network, history, networkId, profile, sending, seen, now }: PollContext): Promise<PollResult> {
  const before = sitesRead(profile, now());
  let read: KnownSite[] = before.sites;
  let broken = 0;
  for (let number = before.pages + 1; number <= mostPages; number++) {
    const page = await pollSites(network, number, sending);
    seen(page);
    read = [...read, ...knownSites(page.items)];
    broken += page.broken;
    if (!page.hasMore) break;
    // Kept at once: after a pause or a failure the next poll goes on from here, rather than begin again.
    profile.setMark(sitesMark, { pages: number, sites: read, at: before.at });
    if (page.backoffUntil !== undefined && number < mostPages) return { broken, more: true };
  }
  history.setSites(networkId, read);
  profile.deleteMark(sitesMark);
  profile.setMark('sites-at', now());
  // An account that came before its site was known goes by its address: it is asked for again.
  const unnamed = profile.reputation
    .accounts()
    .some(({ site }) => read.some(({ siteUrl }) => hostOf(siteUrl) === site.id));
  if (before.pages > 0 && unnamed) profile.deleteMark('accounts-at');
  return { broken, more: false };
}

/** Between two looks into a total that does not add up. */
const lookAgainIn = 5 * 60_000;

async function reputation(context: PollContext, siteId: string): Promise<PollResult> {
  const account = context.profile.reputation.accounts().find((candidate) => candidate.site.id === siteId);
  if (!account) return { broken: 0, more: false };
  // The API has nothing to say of a site it does not list; that the total moved is known all the same.
  const listed = context.history.sites(context.networkId).some(({ id }) => id === siteId);
  const page = listed ? await withTitles(context, account) : undefined;
  if (page) context.seen(page);
  const cleared = Number(context.profile.mark(clearedMarks.reputation(siteId)) ?? -Infinity);
  const events = reputationEvents(page?.items ?? [], account.site).filter(({ onDate }) => onDate > cleared);
  const unsettled = recordReputation(
    { history: context.profile, rules: context.rules, now: context.now() },
    siteId,
    events,
    context.networkNow(),
  );
  return { broken: page?.broken ?? 0, more: unsettled, ...(unsettled ? { lookAgainIn } : {}) };
}

/** The newest changes of an account, with titles where the network takes the filter that adds them. */
async function withTitles({ network, profile, sending }: PollContext, account: KeptAccount): Promise<Page<Reputation>> {
  const filter = titleFilter(profile);
  try {
    return await pollReputation(network, account, sending, filter);
  } catch (error) {
    if (filter === undefined || !(error instanceof NetworkError) || error.kind !== 'bad-request') throw error;
    giveUpTitles(profile);
    return pollReputation(network, account, sending);
  }
}

/** Reading history goes on then, once there was no request for it. */
const spareAgainIn = 30 * 60_000;

async function reputationHistory(
  { profile, network, history, networkId, sending, seen, spare }: PollContext,
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
    sending,
    seen(page) {
      broken += page.broken;
      seen(page);
    },
    mayAsk: () => spare === undefined || spare.left() >= 1,
    asked: () => spare?.spend(),
  });
  return { broken, more: came !== 'done', ...(came === 'short' && { lookAgainIn: spareAgainIn }) };
}
