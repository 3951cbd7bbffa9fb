import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { NetworkError } from '../errors.ts';
import type { Credentials, NetworkAddress, Page, Sending } from '../network.ts';
import { classify, type RawResponse } from '../response/classify.ts';
import { fetchText, FetchFailed } from '../response/fetch-text.ts';
import { formOf, urlOf, type ApiRequest } from './api-request.ts';
import { MethodBackoffs } from './method-backoffs.ts';
import { cancelled, repeatedError, toError, toPage, type Outcome, type Received } from './outcome.ts';
import { RateLimiter } from './rate-limiter.ts';
import { RecentOutcomes, SAME_REQUEST_FLOOR_MS } from './recent-outcomes.ts';
import { requestIdentity } from './request-identity.ts';
import { SharedRequest } from './shared-request.ts';

/** What the network told with an answer that really came over the wire. */
export interface ResponseReport {
  /** The route, without parameters. */
  method: string;
  /** Milliseconds since the epoch, by this machine's clock, when it was asked for: at the last try. */
  sentAt: number;
  /** Likewise, when the answer was there. */
  at: number;
  /** Milliseconds from one to the other, by the clock that nobody can set; a sleep may not be counted. */
  took: number;
  status: number;
  quota?: { max: number; remaining: number };
  networkTime?: number;
  /** Milliseconds since the epoch, by this machine's clock, until which the method must not be asked again. */
  backoffUntil?: number;
  fromNetwork: true;
}

export interface RequestOptions {
  address: NetworkAddress;
  /** Asked anew for each request, so that a new sign-in counts at once. */
  credentials: () => Credentials;
  fetch: typeof globalThis.fetch;
  clock: Clock;
  /** From 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  log: Log;
  /** For one whole exchange, body included; in real time. Default 20 s. */
  timeoutMs?: number;
  /** Told of every answer that came from the network, good or bad; never of one that was given again. */
  onAnswer?: (report: ResponseReport) => void;
  /** Told just before a request is sent; once, even if it takes several tries to reach the network. */
  onRequest?: (method: string) => void;
  /**
   * Until when a method must not be asked, by this machine's clock, as far as the caller knows: from before the start,
   * say.
   */
  blockedUntil?: (method: string) => number | undefined;
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** Two more tries with full jitter, only where the network certainly never saw the request. */
const MAX_RETRIES = 2;
const FIRST_RETRY_WAIT_MS = 500;
const OFFLINE_RETRY_MS = 10_000;

/**
 * The one door to the network. It adds key, site and token to the query (docs/api.md, "Authentication": nowhere else),
 * keeps to `backoff`, sends no identical request twice within a minute, and reads quota, clock and items.
 */
export class Requester {
  readonly #options: RequestOptions;
  readonly #backoffs = new MethodBackoffs();
  readonly #rateLimiter: RateLimiter;
  readonly #recent = new RecentOutcomes<Outcome>();
  readonly #underWay = new Map<string, SharedRequest<Received>>();

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#rateLimiter = new RateLimiter(options.clock);
  }

  /** Sends one request by all the rules, or gives the answer of the last minute. Rejects with `NetworkError` only. */
  async request<T>(request: ApiRequest<T>, { signal }: Sending = {}): Promise<Page<T>> {
    const { method, path, query, isWrite } = request;
    if (signal?.aborted) throw cancelled(method);
    const { address, clock } = this.#options;
    const caller = this.#options.credentials();
    const identity = requestIdentity(`${address.apiBaseUrl} ${address.version}`, path, query, caller);

    const recent = isWrite ? undefined : this.#recent.find(identity, clock.now());
    if (recent && 'received' in recent.outcome) return toPage(request, recent.outcome.received, true);
    if (recent && 'error' in recent.outcome) throw repeatedError(recent.outcome.error, recent.until);

    let underWay = this.#underWay.get(identity);
    if (!underWay) {
      this.#refuseWhileBlocked(method);
      underWay = new SharedRequest(method, (given) =>
        this.#send(request, caller, identity, given).finally(() => this.#underWay.delete(identity)),
      );
      this.#underWay.set(identity, underWay);
    }
    const received = await underWay.join(signal);
    const page = toPage(request, received, false);
    if (page.broken > 0)
      this.#options.log.warn(
        `${method}: left out ${page.broken} of ${received.items.length} items that cannot be read`,
      );
    return page;
  }

  /** Forgets the answers of the last minute, as after signing out. */
  forget(): void {
    this.#recent.clear();
  }

  #refuseWhileBlocked(method: string): void {
    const until = this.#options.blockedUntil?.(method) ?? this.#backoffs.until(method, this.#options.clock.now());
    if (until === undefined) return;
    throw new NetworkError('backoff', 'The network asked for a pause of this request.', { method, retryAt: until });
  }

  async #send<T>(
    request: ApiRequest<T>,
    caller: Credentials,
    identity: string,
    signal: AbortSignal,
  ): Promise<Received> {
    const { address, clock } = this.#options;
    const { method, isWrite } = request;
    const url = urlOf(address, request, caller);
    if (!url) {
      throw new NetworkError('offline', "The address of the network's API cannot be used: check it.", {
        method,
        retryAt: clock.now() + SAME_REQUEST_FLOOR_MS,
      });
    }
    await this.#rateLimiter.wait(signal);
    if (signal.aborted) throw cancelled(method);
    this.#notify(() => this.#options.onRequest?.(method));
    const { outcome, sentAt } = await this.#trySending(request, url, caller, signal);
    if (!isWrite) this.#recent.add(identity, outcome, sentAt);
    if ('error' in outcome) throw outcome.error;
    return outcome.received;
  }

  /** Tries until there is an answer, or the network may have seen the request. Throws where it certainly has not. */
  async #trySending<T>(
    request: ApiRequest<T>,
    url: URL,
    caller: Credentials,
    signal: AbortSignal,
  ): Promise<{ outcome: Outcome; sentAt: number }> {
    const { clock, log, random, fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const { method } = request;
    const form = formOf(request, caller);
    for (let retries = 0; ; retries++) {
      const sentAt = clock.now();
      const began = this.#elapsed();
      try {
        const response = await fetchText(fetch, url, { timeoutMs, signal, form });
        return { outcome: this.#read(method, response, caller, sentAt, this.#elapsed() - began), sentAt };
      } catch (caught) {
        if (!(caught instanceof FetchFailed)) throw caught;
        const { kind, message, mayHaveReached, passing } = caught.failure;
        if (mayHaveReached) {
          if (kind !== 'cancelled') log.warn(`${method}: ${message}`);
          const retryAt = sentAt + SAME_REQUEST_FLOOR_MS;
          return { outcome: { error: new NetworkError(kind, message, { method, retryAt }) }, sentAt };
        }
        if (!passing || retries === MAX_RETRIES) {
          log.warn(`${method}: ${message}`);
          const retryAt = clock.now() + (passing ? OFFLINE_RETRY_MS : SAME_REQUEST_FLOOR_MS);
          throw new NetworkError(kind, message, { method, retryAt });
        }
      }
      await clock.sleep(random() * FIRST_RETRY_WAIT_MS * 2 ** retries, signal);
      if (signal.aborted) throw cancelled(method);
    }
  }

  /** Reads an answer: tells what it says of quota, clock and backoff, and whether it is good. */
  #read(method: string, response: RawResponse, caller: Credentials, sentAt: number, took: number): Outcome {
    const { clock, log } = this.#options;
    const { status } = response;
    const at = clock.now();
    const secrets = [caller.accessToken, caller.key].filter((secret) => secret !== undefined);
    const verdict = classify(response, { secrets, tokenSent: caller.accessToken !== undefined });
    const { facts } = verdict;
    const { quota, networkTime, backoffSeconds } = facts;
    const backoffUntil = backoffSeconds === undefined ? undefined : this.#backoffs.add(method, backoffSeconds, at);
    const backoff = backoffUntil === undefined ? {} : { backoffUntil };
    this.#notify(() =>
      this.#options.onAnswer?.({
        method,
        sentAt,
        at,
        took,
        status,
        fromNetwork: true,
        ...(quota && { quota }),
        ...(networkTime !== undefined && { networkTime }),
        ...backoff,
      }),
    );
    const quotaLeft = quota ? `, ${quota.remaining} of ${quota.max} requests left` : '';
    if ('items' in verdict) {
      log.info(`${method}: ${verdict.items.length} items${quotaLeft}`);
      return { received: { items: verdict.items, hasMore: verdict.hasMore, facts, ...backoff } };
    }
    const { fault } = verdict;
    log.warn(`${method}: ${fault.kind}, HTTP ${status}. ${fault.message}${quotaLeft}`);
    return { error: toError(fault, { method, status, sentAt, receivedAt: at, ...(quota && { quota }) }) };
  }

  /** A listener's fault is not the request's. */
  #notify(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#options.log.error(`A listener to requests failed: ${errorMessage(error)}`);
    }
  }

  #elapsed(): number {
    const { clock } = this.#options;
    return clock.elapsed?.() ?? clock.now();
  }
}
