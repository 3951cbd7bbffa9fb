import type { AnswerFacts } from '../../../electron/agent/polling/poller.ts';
import { NetworkError } from '../../../electron/api/errors.ts';
import type { Network, Page, Paging } from '../../../electron/api/network.ts';
import type { InboxItem, Question, Reputation } from '../../../common/resources.ts';
import { tagOf, type Trace } from './trace.ts';

/** What a request is answered with before it is looked at. */
export interface Interference {
  /** Seconds of silence for its method, told with the answer. */
  backoff?: number;
  /** Refused: too many requests, so many seconds of silence for everything. */
  throttledFor?: number;
}

export interface TraceNetworkParts {
  trace: Trace;
  /** Ms since the epoch at which the trace begins. */
  start: number;
  /** True time, and what the poller's machine believes. */
  truth: () => number;
  machine: () => number;
  requestsPerDay: number;
  /** Seconds of the day at which the quota is counted anew. */
  resetAt: number;
  sent: () => void;
  answered: (facts: AnswerFacts) => void;
  interfere?: (method: string) => Interference;
}

/** How often the rules were broken. */
export interface Violations {
  /** Requests sent although the day's were used up, and this could be known. */
  quota: number;
  /** Requests sent while the network had asked for silence. */
  backoff: number;
  /** Equal requests within a minute. */
  minute: number;
}

/** The network asked for silence: from and to in seconds of the trace, of a method or of all. */
export interface Silence {
  from: number;
  to: number;
  method?: string;
}

const dayMs = 86_400_000;
const page100 = 100;

/**
 * A network on which exactly what a trace says happens; it keeps the rules of docs/api.md, "Quota", and counts who
 * breaks them.
 */
export function createTraceNetwork(parts: TraceNetworkParts) {
  const { trace, start, truth, requestsPerDay } = parts;
  /** For each group, its events in order: their numbers in the trace. */
  const eventsOf = trace.groups.map((): number[] => []);
  for (const [index, which] of trace.stream.entries()) eventsOf[trace.groupOf[which]!]!.push(index);
  /** When each event was told, in seconds of the trace; NaN while it was not. */
  const found = new Float64Array(trace.at.length).fill(Number.NaN);
  const violations: Violations = { quota: 0, backoff: 0, minute: 0 };
  const sentAt = new Map<string, number>();
  const silentUntil = new Map<string, number>();
  let everythingSilentUntil = -Infinity;
  let windowOf = -1;
  let remaining = requestsPerDay;
  /** What the poller was told last: it cannot know more. */
  let told = requestsPerDay;
  const requests: number[] = [];
  const silences: Silence[] = [];

  const newDay = () => {
    const of = Math.floor((truth() - start - parts.resetAt * 1000) / dayMs);
    if (of === windowOf) return;
    windowOf = of;
    remaining = requestsPerDay;
    told = requestsPerDay;
  };

  function answer<T>(method: string, query: object, make: () => { items: T[]; hasMore: boolean }): Promise<Page<T>> {
    newDay();
    parts.sent();
    const now = truth();
    const identity = `${method} ${JSON.stringify(query)}`;
    if (now - (sentAt.get(identity) ?? -Infinity) < 60_000) violations.minute++;
    if (now < (silentUntil.get(method) ?? -Infinity) - 0.01 || now < everythingSilentUntil - 0.01) violations.backoff++;
    sentAt.set(identity, now);
    requests.push((now - start) / 1000);
    const facts = () => ({
      quota: { max: requestsPerDay, remaining: Math.max(0, remaining) },
      networkTime: Math.floor(now / 1000) * 1000,
      at: parts.machine(),
    });
    if (remaining <= 0) {
      if (told <= 0) violations.quota++;
      told = 0;
      parts.answered(facts());
      const wait = start + parts.resetAt * 1000 + (windowOf + 1) * dayMs - now;
      return Promise.reject(
        new NetworkError('quota-exhausted', 'The quota is used up.', {
          method,
          retryAt: parts.machine() + wait,
          retryNamed: true,
        }),
      );
    }
    remaining--;
    told = remaining;
    const { backoff, throttledFor } = parts.interfere?.(method) ?? {};
    const backoffUntil =
      backoff === undefined || throttledFor !== undefined ? undefined : parts.machine() + backoff * 1000;
    parts.answered({ ...facts(), method, backoffUntil });
    if (throttledFor !== undefined) {
      everythingSilentUntil = now + throttledFor * 1000;
      silences.push({ from: secondsNow(), to: secondsNow() + throttledFor });
      return Promise.reject(
        new NetworkError('throttled', 'Too many requests.', {
          method,
          status: 403,
          retryAt: parts.machine() + throttledFor * 1000,
        }),
      );
    }
    if (backoff !== undefined) {
      silentUntil.set(method, now + backoff * 1000);
      silences.push({ from: secondsNow(), to: secondsNow() + backoff, method });
    }
    const { items, hasMore } = make();
    return Promise.resolve({
      items,
      hasMore,
      broken: 0,
      repeated: false,
      quota: facts().quota,
      networkTime: facts().networkTime,
      ...(backoffUntil !== undefined && { backoffUntil }),
    });
  }

  const secondsNow = () => (truth() - start) / 1000;

  /** How many of a list's events have happened by a moment. */
  function countUntil(events: number[], seconds: number): number {
    let [low, high] = [0, events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (trace.at[events[middle]!]! <= seconds) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  const tell = (index: number): Date => {
    if (Number.isNaN(found[index]!)) found[index] = secondsNow();
    // Dates are whole seconds on the wire.
    return new Date(Math.floor((start + trace.at[index]! * 1000) / 1000) * 1000);
  };

  function newest<T>(
    group: string,
    { page = 1, pagesize = 30 }: Paging,
    make: (index: number, date: Date) => T,
  ): { items: T[]; hasMore: boolean } {
    const events = eventsOf[trace.groups.indexOf(group)] ?? [];
    const end = countUntil(events, secondsNow()) - (page - 1) * pagesize;
    const items: T[] = [];
    for (let at = end - 1; at >= Math.max(0, end - pagesize); at--) items.push(make(events[at]!, tell(events[at]!)));
    return { items, hasMore: end > pagesize };
  }

  function questions({
    site,
    order,
    fromdate,
    page = 1,
    pagesize = page100,
  }: { site: string; order: 'asc' | 'desc'; fromdate?: number | undefined } & Paging): {
    items: Question[];
    hasMore: boolean;
  } {
    const events = eventsOf[trace.groups.indexOf(`site ${site}`)] ?? [];
    const end = countUntil(events, secondsNow());
    const make = (index: number): Question => ({
      question_id: index + 1,
      title: `Question ${index + 1}`,
      tags: [tagOf(trace.streams[trace.stream[index]!]!)],
      creation_date: tell(index),
      score: 0,
      answer_count: 0,
    });
    if (order === 'desc')
      return {
        items: events
          .slice(Math.max(0, end - page * pagesize), end - (page - 1) * pagesize)
          .toReversed()
          .map(make),
        hasMore: end > page * pagesize,
      };
    // From the beginning of that second on.
    const from = fromdate === undefined ? 0 : countUntil(events, fromdate - start / 1000 - 1e-6);
    const first = from + (page - 1) * pagesize;
    return { items: events.slice(first, Math.min(end, first + pagesize)).map(make), hasMore: end > first + pagesize };
  }

  const home = { site: 'home', url: 'https://home.example' };
  const siteIds = [...new Set(trace.streams.flatMap(({ site }) => (site === undefined ? [] : [site])))];
  const none = () => ({ items: [], hasMore: false });
  const network: Network = {
    me: (query) => answer('/me', query, none),
    // What only a person's clicks ask for.
    createFilter: (query) => answer('/filters/create', query, none),
    reputationHistory: (query) => answer('/users/{ids}/reputation-history', query, none),
    privileges: (query) => answer('/privileges', query, none),
    myPrivileges: (query) => answer('/me/privileges', query, none),
    myBadges: (query) => answer('/me/badges', query, none),
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
    inbox: (query) =>
      answer('/me/inbox', query, () =>
        newest('inbox', query, (index, date): InboxItem => ({
          item_type: 'new_answer',
          creation_date: date,
          title: `Item ${index}`,
          answer_id: index + 1,
          is_unread: true,
        })),
      ),
    associated: (query = {}) =>
      answer('/me/associated', query, () => {
        const reputation = 1 + 10 * countUntil(eventsOf[trace.groups.indexOf('reputation')] ?? [], secondsNow());
        return {
          items: [{ account_id: 1, user_id: 1, site_name: 'Home', site_url: home.url, reputation }],
          hasMore: false,
        };
      }),
    sites: (query = {}) =>
      answer('/sites', query, () => ({
        items: [
          { api_site_parameter: home.site, name: 'Home', site_url: home.url },
          ...siteIds.map((id) => ({ api_site_parameter: id, name: id, site_url: `https://${id}.example` })),
        ],
        hasMore: false,
      })),
    reputation: (query) =>
      answer('/users/{id}/reputation', query, () =>
        newest('reputation', query, (index, date): Reputation => ({
          on_date: date,
          reputation_change: 10,
          post_id: index + 1,
          vote_type: 'up_votes',
        })),
      ),
    questions: (query) => answer('/questions', query, () => questions(query)),
    search: (query) => answer('/search', query, () => questions(query)),
    scored: (query) => answer('/search/advanced', query, none),
    featured: (query) => answer('/questions/featured', query, none),
    tags: (query) => answer('/tags', query, none),
  };
  return {
    network,
    home,
    found,
    violations,
    /** When requests were sent, in seconds of the trace. */
    requests,
    /** What was asked for; one of all methods followed a refusal, which took a request and told nothing. */
    silences,
    /** Another app with the same address takes a request; false where nothing is left. */
    steal(): boolean {
      newDay();
      if (remaining <= 0) return false;
      remaining--;
      return true;
    },
  };
}
