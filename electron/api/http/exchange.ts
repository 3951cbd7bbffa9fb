import type { CredentialPlace, Credentials, Fetch, NetworkAddress } from '../network.ts';
import { errorMessage } from '../../../common/error-message.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { NetworkError } from '../errors.ts';
import { boundedItems } from './rows.ts';
import { classify } from './classify.ts';
import { type RawResponse, fetchText, FetchFailed } from './send.ts';
import { formOf, urlOf, type ApiRequest } from './request.ts';
import { bearerOf, inQuery } from './credentials.ts';
import { cancelled, toError, type Sent } from './outcome.ts';
import { RateLimiter, SAME_REQUEST_FLOOR_MS } from './limits.ts';

/** Facts of an answer received from the network, not a repeated one. */
export interface ResponseReport {
  /** Route without parameters. */
  method: string;
  /** Time of the last try, in ms since the epoch, local time. */
  sentAt: number;
  /** Time of the answer, in ms since the epoch, local time. */
  at: number;
  /** Duration in ms by the monotonic clock, which may not count sleep. */
  took: number;
  status: number;
  /** Whether it was a successful answer of the API. */
  isGood: boolean;
  quota?: { max: number; remaining: number };
  networkTime?: number;
  /** Time until which the method must not be requested, in ms since the epoch, local time. */
  backoffUntil?: number;
  /** Error of the answer; the same object that the caller gets. */
  fault?: NetworkError;
  fromNetwork: true;
}

export interface ExchangeOptions {
  address: NetworkAddress;
  fetch: Fetch;
  clock: Clock;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  log: Log;
  /** Time limit of one whole exchange, including the body; in real time. Default: 20 s. */
  timeoutMs?: number;
  /** Called for every answer from the network, successful or not; never for a repeated one. */
  onAnswer?: (report: ResponseReport) => void;
  /** Called just before a request is sent; once, even if several tries are needed to reach the network. */
  onRequest?: (method: string) => void;
}

/** Credentials, and their place in the request. */
export interface Asker {
  caller: Credentials;
  place: CredentialPlace;
  /** Condition under which the quota in an answer is certainly this caller's. */
  tellsOwnQuota: 'always' | 'with-items' | 'never';
}

const DEFAULT_TIMEOUT_MS = 20_000;
/** Number of retries with full jitter, made only if the network certainly never saw the request. */
const MAX_RETRIES = 2;
const FIRST_RETRY_WAIT_MS = 500;
const OFFLINE_RETRY_MS = 10_000;

/** Sender of single requests, which reads their answers and reports quota, server time and backoff. */
export class Exchange {
  readonly #options: ExchangeOptions;
  /** Records a backoff of a method in seconds; returns its end. */
  readonly #pause: (method: string, seconds: number, now: number) => number;
  readonly #rateLimiter: RateLimiter;

  constructor(options: ExchangeOptions, pause: (method: string, seconds: number, now: number) => number) {
    this.#options = options;
    this.#pause = pause;
    this.#rateLimiter = new RateLimiter(options.clock);
  }

  /**
   * Sends a request once the rate limit allows. Rejects with a `NetworkError` if the network certainly never saw it.
   */
  async send<T>(request: ApiRequest<T>, asker: Asker, signal: AbortSignal): Promise<Sent> {
    const { address, clock } = this.#options;
    const { method } = request;
    const url = urlOf(address, request, inQuery(asker.place, asker.caller));
    if (!url) {
      throw new NetworkError('offline', "The address of the network's API cannot be used: check it.", {
        method,
        retryAt: clock.now() + SAME_REQUEST_FLOOR_MS,
      });
    }
    if (asker.place === 'header') refuseUnsendable(method, asker.caller);
    await this.#rateLimiter.wait(signal);
    if (signal.aborted) throw cancelled(method);
    this.#notify(() => this.#options.onRequest?.(method));
    return this.#trySending(request, url, asker, signal);
  }

  /** Retries until an answer arrives, or the network may have seen the request. Throws if it certainly has not. */
  async #trySending<T>(request: ApiRequest<T>, url: URL, asker: Asker, signal: AbortSignal): Promise<Sent> {
    const { clock, log, random, fetch, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const { method } = request;
    const { caller, place } = asker;
    // A request whose answer may be empty changes state: a write, or the end of a token.
    const isChange = request.mayBeEmpty;
    const form = formOf(request, inQuery(place, caller));
    const authorization = place === 'header' ? bearerOf(caller) : undefined;
    for (let retries = 0; ; retries++) {
      const sentAt = clock.now();
      const began = this.#elapsed();
      try {
        const response = await fetchText(fetch, url, { timeoutMs, signal, form, authorization, isChange });
        const took = this.#elapsed() - began;
        return { ...this.#read(request, response, asker, { sentAt, took }), sentAt };
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

  /** Reads an answer: reports quota, server time and backoff, and classifies it. */
  #read<T>(
    { method, mayBeEmpty }: ApiRequest<T>,
    response: RawResponse,
    { caller, tellsOwnQuota }: Asker,
    { sentAt, took }: { sentAt: number; took: number },
  ): Omit<Sent, 'sentAt'> {
    const { clock, log } = this.#options;
    const { status } = response;
    const at = clock.now();
    const secrets = [caller.accessToken, caller.key].filter((secret) => secret !== undefined);
    const verdict = classify(response, { secrets, tokenSent: caller.accessToken !== undefined, mayBeEmpty });
    const { quota: toldQuota, ...otherFacts } = verdict.facts;
    const { networkTime, backoffSeconds } = otherFacts;
    const isOwn = tellsOwnQuota === 'always' || (tellsOwnQuota === 'with-items' && 'items' in verdict);
    const quota = isOwn ? toldQuota : undefined;
    const told = toldQuota && { toldQuota };
    const backoffUntil = backoffSeconds === undefined ? undefined : this.#pause(method, backoffSeconds, at);
    const backoff = backoffUntil === undefined ? {} : { backoffUntil };
    const answer = { method, status, sentAt, receivedAt: at, ...(quota && { quota }) };
    const error = 'fault' in verdict ? toError(verdict.fault, answer) : undefined;
    this.#notify(() =>
      this.#options.onAnswer?.({
        method,
        sentAt,
        at,
        took,
        status,
        isGood: error === undefined,
        fromNetwork: true,
        ...(error && { fault: error }),
        ...(quota && { quota }),
        ...(networkTime !== undefined && { networkTime }),
        ...backoff,
      }),
    );
    const quotaLeft = quota ? `, ${quota.remaining} of ${quota.max} requests left` : '';
    if ('items' in verdict) {
      log.info(`${method}: ${verdict.items.length} items${quotaLeft}`);
      const facts = { ...otherFacts, ...(quota && { quota }) };
      const received = { ...boundedItems(verdict.items, response.text.length), hasMore: verdict.hasMore, facts };
      return { ...told, outcome: { received: { ...received, ...backoff } } };
    }
    log.warn(`${method}: ${verdict.fault.kind}, HTTP ${status}. ${verdict.fault.message}${quotaLeft}`);
    return { ...told, outcome: { error: error! } };
  }

  /** Calls a listener; its error must not fail the request. */
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

/** Pattern of a credential that a header can carry: ASCII without spaces. */
const SENDABLE = /^[\x21-\x7e]+$/;

/** Throws the network's own error for a credential that cannot be sent; a typed key may contain any character. */
function refuseUnsendable(method: string, { accessToken, key }: Credentials): void {
  if (accessToken !== undefined && !SENDABLE.test(accessToken))
    throw new NetworkError('token-rejected', 'The sign-in cannot be sent as it is stored: sign in again.', { method });
  if (accessToken === undefined && key !== undefined && !SENDABLE.test(key))
    throw new NetworkError('bad-key', 'The API key has characters that cannot be sent: check it.', { method });
}
