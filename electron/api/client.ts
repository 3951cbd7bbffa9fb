import { errorMessage } from '../../common/error-message.ts';
import { elapsed, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import {
  cancelled,
  NetworkError,
  repeatedError,
  type CredentialPlace,
  type PlacedCredentials,
  type Fetch,
  type NetworkAddress,
  type Page,
  type RequestObserver,
  type Sending,
  type Network,
  type Operations,
} from './network.ts';
import { classify } from './http/classify.ts';
import { isLikelyCallers, isNotUnderstood, needsToken, saysNoMore, showsCallerSeen } from './http/credentials.ts';
import { MethodBackoffs, RateLimiter, RecentOutcomes, SAME_REQUEST_FLOOR_MS, SharedRequest } from './http/pacing.ts';
import { toError } from './http/facts.ts';
import {
  isOnThisMachine,
  requestIdentity,
  toHttp,
  type ApiRequest,
  type HttpRequest,
  toRequest,
  boundedItems,
  toPage,
  type Outcome,
  type Received,
  type Sent,
} from './http/request.ts';
import { send, SendFailed, type RawResponse } from './http/send.ts';
import { DEAUTHENTICATE_APP, ENDPOINTS, INVALIDATE_TOKEN, type Endpoint } from './endpoints.ts';

/**
 * The room `api` is the client of a network. What can be asked stands in one table (endpoints.ts), from which the
 * methods and types of a client derive (network.ts). Signing in is pure functions for the dialog's address and redirect
 * (oauth.ts), and the exchange of a code (code-grant.ts). A socket tells that something is new (socket.ts).
 *
 * A request (http/request.ts) is answered from the last minute, shared with one under way, or sent as soon as limits
 * allow (pacing.ts). It carries the credentials where the network reads them (credentials.ts). One exchange (send.ts)
 * follows redirects and is bounded in time and size (body.ts). The response is classified (classify.ts), and ends as a
 * page or as an error that says what to do.
 */

/** Things that a client works with. */
export interface ClientContext {
  fetch: Fetch;
  clock: Clock;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  log: Log;
  /** Time limit of one whole exchange, including the body; in real time. Default: 20 s. */
  timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** Number of retries with full jitter, made only if the network certainly never saw the request. */
const MAX_RETRIES = 2;
const FIRST_RETRY_WAIT_MS = 500;
const OFFLINE_RETRY_MS = 10_000;

/** A response, or the error of a request that may have reached the network. */
type Tried = { sentAt: number; took: number; response: RawResponse } | { sentAt: number; error: NetworkError };

/** Sender of all requests to one network. */
class HttpClient {
  readonly #address: NetworkAddress;
  readonly #credentials: PlacedCredentials;
  readonly #context: ClientContext;
  readonly #observer: RequestObserver | undefined;
  readonly #backoffs = new MethodBackoffs();
  readonly #rateLimiter: RateLimiter;
  readonly #recent = new RecentOutcomes<Outcome>();
  readonly #underWay = new Map<string, SharedRequest<Received>>();
  /** Place where the network was seen to read credentials. */
  #foundPlace: CredentialPlace | undefined;

  constructor(
    address: NetworkAddress,
    credentials: PlacedCredentials,
    context: ClientContext,
    observer?: RequestObserver,
  ) {
    this.#address = address;
    this.#credentials = credentials;
    this.#context = context;
    this.#observer = observer;
    this.#rateLimiter = new RateLimiter(context.clock);
    this.#foundPlace = credentials.foundIn;
  }

  /** Sends a request by all the rules, or returns the response of the last minute. Rejects with `NetworkError` only. */
  async request<T>(request: ApiRequest<T>, { signal }: Sending = {}): Promise<Page<T>> {
    const { method } = request;
    if (signal?.aborted) throw cancelled(method);
    const { clock, log } = this.#context;
    const identity = requestIdentity(this.#address, request, this.#credentials);

    const recent = request.isWrite ? undefined : this.#recent.find(identity, clock.now());
    if (recent && 'received' in recent.outcome) return toPage(request, recent.outcome.received, true);
    if (recent && 'error' in recent.outcome) throw repeatedError(recent.outcome.error, recent.until);

    let underWay = this.#underWay.get(identity);
    if (!underWay) {
      this.#refuseWhileBlocked(method);
      underWay = new SharedRequest(method, (given) =>
        this.#send(request, identity, given).finally(() => this.#underWay.delete(identity)),
      );
      this.#underWay.set(identity, underWay);
    }
    const page = toPage(request, await underWay.join(signal), false);
    if (page.broken > 0)
      log.warn(`${method}: skipped ${page.broken} of ${page.items.length + page.broken} items that cannot be read`);
    return page;
  }

  /** Forgets the responses of the last minute, as after signing out. */
  forget(): void {
    this.#recent.clear();
  }

  /** Returns where the network was seen to read credentials, or undefined if the person set the place. */
  credentialPlace(): CredentialPlace | undefined {
    return this.#credentials.setIn === undefined ? this.#foundPlace : undefined;
  }

  #refuseWhileBlocked(method: string): void {
    const now = this.#context.clock.now();
    const until = this.#observer?.blockedUntil(method) ?? this.#backoffs.until(method, now);
    if (until === undefined) return;
    throw new NetworkError('backoff', 'The network asked for a pause of this request.', { method, retryAt: until });
  }

  async #send<T>(request: ApiRequest<T>, identity: string, signal: AbortSignal): Promise<Received> {
    const { outcome, sentAt } = await this.#sendWhereRead(request, signal);
    if (!request.isWrite) this.#recent.add(identity, outcome, sentAt);
    if ('error' in outcome) throw outcome.error;
    return outcome.received;
  }

  /**
   * Sends a request with the credentials in the place where the network reads them. After a refusal that may mean that
   * the network looked elsewhere, it is sent once with the other place. Only a response that proves the place decides:
   * no account is signed out by a guess.
   */
  async #sendWhereRead<T>(request: ApiRequest<T>, signal: AbortSignal): Promise<Sent> {
    const place = this.#credentials.setIn ?? this.#foundPlace ?? 'header';
    const sent = await this.#exchange(request, place, signal);
    const other = 'error' in sent.outcome ? this.#otherPlace(place, sent.outcome.error) : undefined;
    if (other === undefined) return sent;
    this.#refuseWhileBlocked(request.method);
    this.#context.log.info(`${request.method}: retried with the credentials in the ${other}`);
    const again = await this.#exchange(request, other, signal);
    if (this.#foundPlace === other || isLikelyCallers(again)) return again;
    // Items without such a proof may be anonymous ones, and a refusal may say the same of the other place.
    const tellsNothing = 'received' in again.outcome || saysNoMore(other, again.outcome.error, this.#credentials);
    return tellsNothing ? sent : again;
  }

  /**
   * Returns the place for the second try of a refused request. Once the header was read, the query is tried again on
   * this machine only, where it is private, so that the token does not get into an address needlessly.
   */
  #otherPlace(place: CredentialPlace, error: NetworkError): CredentialPlace | undefined {
    const mayBeElsewhere = this.#credentials.setIn === undefined && isNotUnderstood(place, error, this.#credentials);
    if (!mayBeElsewhere) return undefined;
    if (place === 'query') return 'header';
    return this.#foundPlace === 'header' && !isOnThisMachine(this.#address.apiBaseUrl) ? undefined : 'query';
  }

  /**
   * Sends a request with the credentials in one place, once the rate limit allows. Rejects with a `NetworkError` if the
   * network certainly never saw it.
   */
  async #exchange<T>(request: ApiRequest<T>, place: CredentialPlace, signal: AbortSignal): Promise<Sent> {
    const { setIn, accessToken } = this.#credentials;
    const { method } = request;
    const http = toHttp(this.#address, request, this.#credentials, place);
    if (!http) {
      throw new NetworkError('offline', "The address of the network's API cannot be used: check it.", {
        method,
        retryAt: this.#context.clock.now() + SAME_REQUEST_FLOOR_MS,
      });
    }
    await this.#rateLimiter.wait(signal);
    if (signal.aborted) throw cancelled(method);
    this.#notify(() => this.#observer?.sent(method));
    const tried = await this.#try(method, http, signal);
    if ('error' in tried) return { outcome: { error: tried.error }, sentAt: tried.sentAt };
    const isKnown = place === setIn || place === this.#foundPlace || accessToken === undefined;
    const sent = this.#read(request, tried, isKnown);
    if (setIn === undefined && showsCallerSeen(sent, request, this.#credentials)) this.#foundPlace = place;
    return sent;
  }

  /** Retries until a response arrives, or the network may have seen the request. Throws if it certainly has not. */
  async #try(method: string, { url, ...content }: HttpRequest, signal: AbortSignal): Promise<Tried> {
    const { clock, log, random, fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#context;
    for (let retries = 0; ; retries++) {
      const sentAt = clock.now();
      const began = elapsed(clock);
      try {
        const response = await send(fetch, url, { ...content, timeoutMs, signal });
        return { response, sentAt, took: elapsed(clock) - began };
      } catch (caught) {
        if (!(caught instanceof SendFailed)) throw caught;
        const { kind, message, passing } = caught.failure;
        if (kind !== 'offline') {
          if (kind !== 'cancelled') log.warn(`${method}: ${message}`);
          return {
            error: new NetworkError(kind, message, { method, retryAt: sentAt + SAME_REQUEST_FLOOR_MS }),
            sentAt,
          };
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

  /**
   * Reads a response: classifies it, and reports quota, server time and backoff. A network that does not read the
   * credentials in their place treats the caller as anonymous, and states the quota of the address instead; until it is
   * known to read them there, only items of a personal route prove that the quota is the caller's.
   */
  #read<T>(
    request: ApiRequest<T>,
    { response, sentAt, took }: { response: RawResponse; sentAt: number; took: number },
    isPlaceKnown: boolean,
  ): Sent {
    const { clock, log } = this.#context;
    const { accessToken, key } = this.#credentials;
    const { method, mayBeEmpty } = request;
    const { status } = response;
    const at = clock.now();
    const secrets = [accessToken, key].filter((secret) => secret !== undefined);
    const verdict = classify(response, { secrets, tokenSent: accessToken !== undefined, mayBeEmpty });
    const { quota: toldQuota, networkTime, backoffSeconds } = verdict.facts;
    const isOwnQuota = isPlaceKnown || ('items' in verdict && needsToken(request));
    const quota = isOwnQuota ? toldQuota : undefined;
    const backoffUntil = backoffSeconds === undefined ? undefined : this.#backoffs.add(method, backoffSeconds, at);
    const fault = 'fault' in verdict ? toError(verdict.fault, { method, status, sentAt, at, quota }) : undefined;
    const isGood = fault === undefined;
    this.#notify(() =>
      this.#observer?.answered({ method, sentAt, at, took, isGood, quota, networkTime, backoffUntil, fault }),
    );
    const quotaLeft = quota ? `, ${quota.remaining} of ${quota.max} requests left` : '';
    if ('items' in verdict) {
      log.info(`${method}: ${verdict.items.length} items${quotaLeft}`);
      const rows = boundedItems(verdict.items, response.text.length);
      const received = { ...rows, hasMore: verdict.hasMore, quota, networkTime, backoffUntil };
      return { outcome: { received }, sentAt, toldQuota };
    }
    log.warn(`${method}: ${verdict.fault.kind}, HTTP ${status}. ${verdict.fault.message}${quotaLeft}`);
    return { outcome: { error: fault! }, sentAt, toldQuota };
  }

  /** Calls the observer; its error must not fail the request. */
  #notify(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      this.#context.log.error(`A listener to requests failed: ${errorMessage(error)}`);
    }
  }
}

/**
 * Creates a client of one network: a method for each operation of `ENDPOINTS`. All calls go through one `HttpClient`
 * and share its rules. Every call rejects with a `NetworkError` only.
 */
export function createNetwork(
  address: NetworkAddress,
  credentials: PlacedCredentials,
  context: ClientContext,
  observer?: RequestObserver,
): Required<Network> {
  const client = new HttpClient(address, credentials, context, observer);
  const operation =
    (endpoint: Endpoint) =>
    async (query: object = {}, sending?: Sending) =>
      client.request(toRequest(endpoint, query), sending);
  return {
    ...(Object.fromEntries(
      Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, operation(endpoint)]),
    ) as Operations),
    invalidate: (sending) => invalidateToken(client, credentials.accessToken, sending),
    credentialPlace: () => client.credentialPlace(),
  };
}

/** Invalidates a token as documented at `Network.invalidate`. */
async function invalidateToken(client: HttpClient, token: string | undefined, sending?: Sending): Promise<void> {
  if (token === undefined) return;
  try {
    await client.request(toRequest(INVALIDATE_TOKEN, { token }), sending).catch((error: unknown) => {
      if (!isOfKind(error, 'not-found')) throw error;
      return client.request(toRequest(DEAUTHENTICATE_APP, { token }), sending);
    });
  } catch (error) {
    // A token that is no longer valid is the desired result.
    if (!isOfKind(error, 'token-rejected')) throw error;
  } finally {
    client.forget();
  }
}

const isOfKind = (error: unknown, kind: NetworkError['kind']): boolean =>
  error instanceof NetworkError && error.kind === kind;
