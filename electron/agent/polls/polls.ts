import type { Network, Page, Sending } from '../../api/network.ts';
import type { InboxItem } from '../../api/resources.ts';
import type { History, KnownSite, ProfileHistory } from '../../store/history.ts';
import type { NoticeRules } from '../notices.ts';
import { inboxHasBaseline, recordAccounts, recordInbox, recordReputation, unknownInbox } from '../record.ts';
import type { StreamId } from '../streams.ts';
import { accountFacts, pollAccounts } from './accounts.ts';
import { inboxEvents, pollInbox } from './inbox.ts';
import { pollFeatured } from './featured.ts';
import { pollNewQuestions } from './questions.ts';
import { pollReputation, reputationEvents } from './reputation.ts';
import { pollScored } from './scored.ts';
import { knownSites, pollSites } from './sites.ts';

/** What every poll is given. */
export interface PollContext {
  network: Network;
  networkId: string;
  history: History;
  profile: ProfileHistory;
  rules: NoticeRules;
  now: () => number;
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
  const site = profile.reputation.accounts().find((account) => known.some(({ id }) => id === account.site.id))?.site.id ?? known[0]?.id;
  if (site === undefined) return { broken: 0, more: false };
  const items: InboxItem[] = [];
  let broken = 0;
  for (let number = 1; number <= mostPages; number++) {
    const page = await pollInbox(network, site, number, context.sending);
    context.seen(page);
    items.push(...page.items);
    broken += page.broken;
    // A page on which everything is new hides more news behind it; on the first look, one page of history will do.
    const allNew = unknownInbox(profile, inboxEvents(page.items, known)).length === page.items.length;
    if (!page.hasMore || !allNew || !inboxHasBaseline(profile)) break;
  }
  recordInbox({ history: profile, rules: context.rules, now: context.now() }, inboxEvents(items, known));
  return { broken, more: false };
}

async function accounts({ network, history, networkId, profile, sending, seen, now }: PollContext): Promise<PollResult> {
  const page = await pollAccounts(network, sending);
  seen(page);
  recordAccounts(profile, accountFacts(page.items, history.sites(networkId)));
  profile.setMark('accounts-at', now());
  return { broken: page.broken, more: false };
}

async function sites({ network, history, networkId, profile, sending, seen, now }: PollContext): Promise<PollResult> {
  const all: KnownSite[] = [];
  let broken = 0;
  for (let number = 1; number <= mostPages; number++) {
    const page = await pollSites(network, number, sending);
    seen(page);
    all.push(...knownSites(page.items));
    broken += page.broken;
    if (!page.hasMore) break;
  }
  history.setSites(networkId, all);
  profile.setMark('sites-at', now());
  return { broken, more: false };
}

/** Between two looks into a total that does not add up. */
const lookAgainIn = 5 * 60_000;

async function reputation(context: PollContext, siteId: string): Promise<PollResult> {
  const account = context.profile.reputation.accounts().find((candidate) => candidate.site.id === siteId);
  if (!account) return { broken: 0, more: false };
  // The API has nothing to say of a site it does not list; that the total moved is known all the same.
  const listed = context.history.sites(context.networkId).some(({ id }) => id === siteId);
  const page = listed ? await pollReputation(context.network, account, context.sending) : undefined;
  if (page) context.seen(page);
  const events = reputationEvents(page?.items ?? [], account.site);
  const unsettled = recordReputation({ history: context.profile, rules: context.rules, now: context.now() }, siteId, events, context.networkNow());
  return { broken: page?.broken ?? 0, more: unsettled, ...(unsettled ? { lookAgainIn } : {}) };
}
