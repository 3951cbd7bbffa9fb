import type { Network, Page, Sending } from '../../api/network.ts';
import type { InboxItem, Reputation } from '../../api/resources.ts';
import type { History, KnownSite, ProfileHistory } from '../../store/history.ts';
import type { NoticeRules } from '../notices.ts';
import { inboxHasBaseline, recordAccounts, recordInbox, recordQuestions, recordReputation, unknownInbox } from '../record.ts';
import type { StreamId } from '../streams.ts';
import { accountFacts, pollAccounts } from './accounts.ts';
import { inboxEvents, pollInbox } from './inbox.ts';
import { freshened, nextCursor, pollQuestions, QuestionCursor, questionEvents } from './questions.ts';
import { pollReputation, reputationEvents } from './reputation.ts';
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
  /** Called with each page as it comes in. */
  seen: (page: Pick<Page<unknown>, 'backoffUntil'>) => void;
}

export interface PollResult {
  /** Items that could not be read. */
  broken: number;
  /** More is waiting: poll again as soon as the rules allow. */
  more: boolean;
  /** Not before this many ms, although it is wanted. */
  lookAgainIn?: number;
}

/** Polls one stream: asks, turns items into events, records them. Rejects with a `NetworkError`. */
export function pollStream(id: StreamId, context: PollContext): Promise<PollResult> {
  const siteId = id.slice(id.indexOf(':') + 1);
  if (id === 'inbox') return inbox(context);
  if (id === 'accounts') return accounts(context);
  if (id === 'sites') return sites(context);
  return id.startsWith('reputation:') ? reputation(context, siteId) : questions(context, siteId);
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
  const page: Pick<Page<Reputation>, 'items' | 'broken' | 'backoffUntil'> = listed ? await pollReputation(context.network, account, context.sending) : { items: [], broken: 0 };
  context.seen(page);
  const events = reputationEvents(page.items, account.site);
  const unsettled = recordReputation({ history: context.profile, rules: context.rules, now: context.now() }, siteId, events, context.networkNow());
  return { broken: page.broken, more: unsettled, ...(unsettled ? { lookAgainIn } : {}) };
}

async function questions(context: PollContext, siteId: string): Promise<PollResult> {
  const { profile, rules } = context;
  const kept = QuestionCursor.safeParse(profile.mark(`cursor:questions:${siteId}`));
  const cursor = freshened(kept.success ? kept.data : undefined, context.idleFor);
  const page = await pollQuestions(context.network, siteId, cursor, context.sending);
  context.seen(page);
  if (!context.stillWatched(siteId)) return { broken: page.broken, more: false };
  const site = { id: siteId, name: rules.watches.find((watch) => watch.siteId === siteId)?.siteName ?? siteId };
  const next = nextCursor(cursor, page);
  recordQuestions({ history: profile, rules, now: context.now() }, siteId, questionEvents(page.items, site, rules.watches), next, cursor?.newest === undefined);
  return { broken: page.broken, more: next.behind };
}
