import type { Network, Paging } from '../../../electron/api/network.ts';
import type { InboxItem, ReputationChange } from '../../../common/resources.ts';
import { RequestRules, type RequestRulesParts } from './request-rules.ts';
import { DAY_S, type Trace } from './trace.ts';
import { TraceEvents } from './trace-events.ts';

export type { Interference, Backoff, Violations } from './request-rules.ts';

/** What a network is made of: a trace, and what its rules need to know. */
export interface TraceNetworkParts extends RequestRulesParts {
  trace: Trace;
}

const HOME = { site: 'home', url: 'https://home.example' };

type Answer = RequestRules['answer'];

const none = () => ({ items: [], hasMore: false });

/** The operations that only a person's clicks ask for: they find nothing. */
const clickOperations = (answer: Answer) =>
  ({
    achievements: (query = {}) => answer('/me/achievements', query, none),
    me: (query) => answer('/me', query, none),
    myInbox: (query) => answer('/me/inbox', query, none),
    createFilter: (query) => answer('/filters/create', query, none),
    reputation: (query) => answer('/users/{id}/reputation', query, none),
    privileges: (query) => answer('/privileges', query, none),
    myPrivileges: (query) => answer('/me/privileges', query, none),
    badgesOf: (query) => answer('/users/{ids}/badges', query, none),
    myTags: (query) => answer('/me/tags', query, none),
    questionsOf: (query) => answer('/users/{ids}/questions', query, none),
    answersOf: (query) => answer('/users/{ids}/answers', query, none),
    question: (query) => answer('/questions/{ids}', query, none),
    answer: (query) => answer('/answers/{ids}', query, none),
    comment: (query) => answer('/comments/{ids}', query, none),
    questionsById: (query) => answer('/questions/{ids}', query, none),
    accept: (query) => answer('/answers/{id}/accept', query, none),
    undoAccept: (query) => answer('/answers/{id}/accept/undo', query, none),
    tagInfo: (query) => answer('/tags/{tags}/info', query, none),
    topAnswerers: (query) => answer('/tags/{tag}/top-answerers/{period}', query, none),
    scored: (query) => answer('/search/advanced', query, none),
    featured: (query) => answer('/questions/featured', query, none),
    tags: (query) => answer('/tags', query, none),
  }) satisfies Partial<Network>;

const inboxItem = (index: number, date: Date, isUnread: boolean): InboxItem => ({
  item_type: 'new_answer',
  creation_date: date,
  title: `Item ${index}`,
  answer_id: index + 1,
  is_unread: isUnread,
});

/**
 * Until when the person has read their inbox, in seconds of the trace: until the end of the last time that they were
 * there. Where a trace does not say when that is, until the last midnight.
 */
function readUntil({ present }: Trace, now: number): number {
  const midnight = Math.floor(now / DAY_S) * DAY_S;
  const ends = present.flatMap(([, to]) => [midnight - DAY_S + to, midnight + to]);
  return Math.max(present.length === 0 ? midnight : -Infinity, ...ends.filter((end) => end <= now));
}

const upvote = (index: number, date: Date): ReputationChange => ({
  creation_date: date,
  reputation_change: 10,
  post_id: index + 1,
  reputation_history_type: 'post_upvoted',
});

/** The operations that tell the events of the trace. */
function traceOperations(answer: Answer, trace: Trace, events: TraceEvents, seconds: () => number) {
  const siteIds = [...new Set(trace.streams.flatMap(({ site }) => (site === undefined ? [] : [site])))];
  const sites = [
    { api_site_parameter: HOME.site, name: 'Home', site_url: HOME.url },
    ...siteIds.map((id) => ({ api_site_parameter: id, name: id, site_url: `https://${id}.example` })),
  ];
  const accounts = () => {
    const reputation = 1 + 10 * events.count('reputation');
    const account = { account_id: 1, user_id: 1, site_name: 'Home', site_url: HOME.url, reputation };
    return { items: [account], hasMore: false };
  };
  const item = (index: number, date: Date): InboxItem =>
    inboxItem(index, date, trace.at[index]! > readUntil(trace, seconds()));
  const unreadItems = (query: Paging) => {
    const { items, hasMore } = events.newest('inbox', query, item);
    const unread = items.filter(({ is_unread: isUnread }) => isUnread);
    return { items: unread, hasMore: hasMore && unread.length === items.length };
  };
  return {
    inbox: (query = {}) => answer('/inbox', query, () => events.newest('inbox', query, item)),
    unreadInbox: (query = {}) => answer('/inbox/unread', query, () => unreadItems(query)),
    associated: (query = {}) => answer('/me/associated', query, accounts),
    sites: (query = {}) => answer('/sites', query, () => ({ items: sites, hasMore: false })),
    reputationHistory: (query) =>
      answer('/users/{ids}/reputation-history', query, () => events.newest('reputation', query, upvote)),
    questions: (query) => answer('/questions', query, () => events.questions(query)),
    search: (query) => answer('/search', query, () => events.questions(query)),
  } satisfies Partial<Network>;
}

/**
 * A network on which exactly what a trace says happens. It keeps the rules of docs/api.md, "Quota", and counts who
 * breaks them.
 */
export function createTraceNetwork(parts: TraceNetworkParts) {
  const { trace, start } = parts;
  const rules = new RequestRules(parts);
  const events = new TraceEvents(trace, start, () => rules.seconds());
  const answer: Answer = (method, query, read) => rules.answer(method, query, read);
  const network: Network = {
    ...clickOperations(answer),
    ...traceOperations(answer, trace, events, () => rules.seconds()),
  };
  return {
    network,
    home: HOME,
    found: events.found,
    violations: rules.violations,
    /** When requests were sent, in seconds of the trace. */
    requests: rules.requests,
    /** The pauses that were asked for. One of all methods followed a refusal, which took a request and told nothing. */
    backoffs: rules.backoffs,
    /** Another app with the same address takes a request; gives false where nothing is left. */
    steal: (): boolean => rules.steal(),
  };
}
