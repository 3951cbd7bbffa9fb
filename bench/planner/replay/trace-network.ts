import { ENDPOINTS } from '../../../electron/api/endpoints.ts';
import type { Network, Paging } from '../../../electron/api/network.ts';
import type { InboxItem, ReputationChange } from '../../../common/resources.ts';
import { RequestRules, type RequestRulesParts } from './request-rules.ts';
import { DAY_S, type Trace } from './trace.ts';
import { TraceEvents } from './trace-events.ts';

const HOME = { site: 'home', url: 'https://home.example' };

type Answer = RequestRules['answer'];

/** Operations that find nothing: all of the network's. */
const emptyOperations = (answer: Answer) =>
  Object.fromEntries(
    Object.entries(ENDPOINTS).map(([name, { path }]) => [
      name,
      (query = {}) => answer(path, query, () => ({ items: [], hasMore: false })),
    ]),
  ) as unknown as Network;

/** Time until which the person has read the inbox, in seconds of the trace: the last midnight. */
const readUntil = (now: number): number => Math.floor(now / DAY_S) * DAY_S;

const upvote = (index: number, date: Date): ReputationChange => ({
  creation_date: date,
  reputation_change: 10,
  post_id: index + 1,
  reputation_history_type: 'post_upvoted',
});

/** Operations that return the events of the trace. */
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
  const item = (index: number, date: Date): InboxItem => ({
    item_type: 'new_answer',
    creation_date: date,
    title: `Item ${index}`,
    answer_id: index + 1,
    is_unread: trace.at[index]! > readUntil(seconds()),
  });
  const unreadItems = (query: Paging) => {
    const { items, hasMore } = events.newest('inbox', query, item);
    const unread = items.filter(({ is_unread: isUnread }) => isUnread);
    return { items: unread, hasMore: hasMore && unread.length === items.length };
  };
  const { inbox, unreadInbox, associated, reputationHistory, questions, search } = ENDPOINTS;
  return {
    inbox: (query = {}) => answer(inbox.path, query, () => events.newest('inbox', query, item)),
    unreadInbox: (query = {}) => answer(unreadInbox.path, query, () => unreadItems(query)),
    associated: (query = {}) => answer(associated.path, query, accounts),
    sites: (query = {}) => answer(ENDPOINTS.sites.path, query, () => ({ items: sites, hasMore: false })),
    reputationHistory: (query) =>
      answer(reputationHistory.path, query, () => events.newest('reputation', query, upvote)),
    questions: (query) => answer(questions.path, query, () => events.questions(query)),
    search: (query) => answer(search.path, query, () => events.questions(query)),
  } satisfies Partial<Network>;
}

/** Creates a network on which exactly the events of a trace happen, under the rules of docs/api.md, "Quota". */
export function createTraceNetwork(trace: Trace, parts: RequestRulesParts) {
  const rules = new RequestRules(parts);
  const events = new TraceEvents(trace, parts.start, () => rules.seconds());
  const answer: Answer = (method, query, read) => rules.answer(method, query, read);
  const network: Network = {
    ...emptyOperations(answer),
    ...traceOperations(answer, trace, events, () => rules.seconds()),
  };
  return { network, found: events.found, rules };
}
