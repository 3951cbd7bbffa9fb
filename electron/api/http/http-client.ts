import { NetworkError } from '../errors.ts';
import type { CredentialPlace, Credentials, Page, Sending } from '../network.ts';
import { type ApiRequest, requestIdentity } from './request.ts';
import {
  CredentialPlaces,
  saysNoMore,
  isLikelyCallers,
  showsCallerSeen,
  type CredentialPlaceParts,
} from './credentials.ts';
import { Exchange, type ExchangeOptions } from './exchange.ts';
import { MethodBackoffs, RecentOutcomes } from './limits.ts';
import { cancelled, repeatedError, toPage, type Outcome, type Received, type Sent } from './outcome.ts';
import { SharedRequest } from './shared-request.ts';

export interface RequestOptions extends ExchangeOptions, CredentialPlaceParts {
  credentials: Credentials;
  /**
   * Returns the end of a method's backoff known to the caller, for example from an earlier run; in ms since the epoch,
   * local time.
   */
  blockedUntil?: (method: string) => number | undefined;
}

/**
 * Sender of all requests to a network. It puts the credentials in the header or in the query, wherever this network
 * reads them (docs/api.md, "Credentials"), obeys `backoff`, sends no identical request twice within a minute, and reads
 * quota, server time and items.
 */
export class Requester {
  readonly #options: RequestOptions;
  readonly #backoffs = new MethodBackoffs();
  readonly #exchange: Exchange;
  readonly #places: CredentialPlaces;
  readonly #recent = new RecentOutcomes<Outcome>();
  readonly #underWay = new Map<string, SharedRequest<Received>>();

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#exchange = new Exchange(options, (method, seconds, now) => this.#backoffs.add(method, seconds, now));
    this.#places = new CredentialPlaces(options, options.address.apiBaseUrl);
  }

  /** Sends one request by all the rules, or returns the answer of the last minute. Rejects with `NetworkError` only. */
  async request<T>(request: ApiRequest<T>, { signal }: Sending = {}): Promise<Page<T>> {
    const { method, path, query, isWrite } = request;
    if (signal?.aborted) throw cancelled(method);
    const { address, clock } = this.#options;
    const caller = this.#options.credentials;
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
        `${method}: left out ${page.broken} of ${page.items.length + page.broken} items that cannot be read`,
      );
    return page;
  }

  /** Returns where the network was found to read credentials. */
  credentialPlace(): CredentialPlace | undefined {
    return this.#places.known();
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
    const { outcome, sentAt } = await this.#sendWhereUnderstood(request, caller, signal);
    if (!request.isWrite) this.#recent.add(identity, outcome, sentAt);
    if ('error' in outcome) throw outcome.error;
    return outcome.received;
  }

  /**
   * Sends a request with the credentials in the place where the network reads them. After a refusal that may mean that
   * the network looked elsewhere, it is sent once with the other place. Only an answer that proves the place decides:
   * no account is signed out by a guess.
   */
  async #sendWhereUnderstood<T>(request: ApiRequest<T>, caller: Credentials, signal: AbortSignal): Promise<Sent> {
    const place = this.#places.first();
    const sent = await this.#sendSaying(place, request, caller, signal);
    if (showsCallerSeen(sent, request, caller)) this.#places.found(place);
    const other = 'error' in sent.outcome ? this.#places.other(place, sent.outcome.error, caller) : undefined;
    if (other === undefined) return sent;
    this.#refuseWhileBlocked(request.method);
    this.#options.log.info(`${request.method}: tried again with the credential in the ${other}`);
    const again = await this.#sendSaying(other, request, caller, signal);
    if (showsCallerSeen(again, request, caller)) {
      this.#places.found(other);
      return again;
    }
    if (isLikelyCallers(again)) return again;
    // Items without such a proof may be anonymous ones, and a refusal may say the same of the other place.
    const tellsNothing = 'received' in again.outcome || saysNoMore(other, again.outcome.error, caller);
    return tellsNothing ? sent : again;
  }

  #sendSaying<T>(
    place: CredentialPlace,
    request: ApiRequest<T>,
    caller: Credentials,
    signal: AbortSignal,
  ): Promise<Sent> {
    const tellsOwnQuota = this.#places.tellsOwnQuota(place, request, caller);
    return this.#exchange.send(request, { caller, place, tellsOwnQuota }, signal);
  }
}
