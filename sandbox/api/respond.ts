import { answerRoute, type Answer } from './answer.ts';
import type { Outgoing } from './encoding/send.ts';
import { identify, type Caller, type Identified } from './gate/caller.ts';
import { ApiError, badParameter, throttled, tooManyRequests } from './gate/errors.ts';
import { loses, type Fault } from './gate/faults.ts';
import type { Query } from './gate/query-string.ts';
import type { QuotaState } from './gate/quota.ts';
import type { Network } from './network.ts';
import { afterVersion } from './query/api-path.ts';
import { callbackOf } from './query/callback.ts';
import type { Operation } from './query/route.ts';
import { wrapperEnding } from './wrapper-ending.ts';

/** A request to the API, whoever has read it. */
export interface ApiRequest {
  readonly method: string;
  /** With the query. */
  readonly url: string;
  readonly ip: string;
  /** The request's `Accept-Encoding`. */
  readonly accepts: string | undefined;
  /** Its `Authorization`; undefined where the network does not read that. */
  readonly authorization: string | undefined;
}

/** How a request is answered once the gate has let it in. */
export interface Answering {
  identify(ip: string): Identified;
  /** @throws ApiError for every refusal */
  answer(caller: Caller): Told;
}

/** An answer, and the seconds of the pause that it asks for, if it does. */
interface Told {
  readonly answer: Answer;
  readonly backoffSeconds?: number | undefined;
}

export interface ApiResponse extends Pick<Outgoing, 'status' | 'headers' | 'beginning' | 'ending'> {
  /** What was answered; undefined for a refusal. */
  readonly answer?: Answer;
  readonly caller?: Caller;
}

const quotaHeaders = (quota: QuotaState | undefined): Record<string, string> =>
  quota === undefined ? {} : { 'x-ratelimit-max': String(quota.max), 'x-ratelimit-current': String(quota.remaining) };

/** An impossible quota, with less than nothing left, as has been seen of the public service. */
const wrongQuota = ({ max, remaining }: QuotaState): QuotaState => ({ max, remaining: -Math.max(1, remaining) });

/** Makes every response of the API: the answer for whoever passes the gate, or the refusal. */
export function respond(network: Network, request: ApiRequest, answering: Answering, fault?: Fault): ApiResponse {
  const { caller, quota, refusal } = network.gate.admit(request.ip, answering.identify);
  if (refusal) return refuse(network, refusal, quota);
  try {
    const { answer, backoffSeconds } = answering.answer(caller);
    const shownQuota = fault?.kind === 'wrong-quota' ? wrongQuota(quota) : quota;
    return {
      status: 200,
      headers: { ...quotaHeaders(shownQuota), ...answer.headers },
      beginning: answer.beginning,
      ending: wrapperEnding(answer.endingFields, shownQuota, backoffSeconds),
      answer,
      caller,
    };
  } catch (error) {
    return refuse(network, error instanceof ApiError ? error : internalError(network, request, error), quota);
  }
}

function refuse(network: Network, refusal: ApiError, quota: QuotaState | undefined): ApiResponse {
  const { status, body } = refusal.toResponse(network.behaviour.errorStyle);
  return { status, headers: quotaHeaders(quota), beginning: { text: '' }, ending: JSON.stringify(body) };
}

function internalError(network: Network, request: ApiRequest, error: unknown): ApiError {
  const path = afterVersion(request.url.split('?', 1)[0] ?? '/').replace(
    /(\/(?:access-tokens|apps)\/)[^/]+/,
    '$1[redacted]',
  );
  network.log(`${request.method} ${path} failed: ${error instanceof Error ? error.message : String(error)}`);
  return new ApiError(500, 'an internal error occurred');
}

/**
 * Answers a request by reading it, as opposed to from memory.
 * @param operation what it asks for, or why that cannot be known
 */
export const readAndAnswer = (
  network: Network,
  { authorization }: ApiRequest,
  operation: Operation | ApiError,
  query: Query,
  fault?: Fault,
): Answering => ({
  identify: (ip) =>
    identify(
      network.statements,
      ip,
      { key: query['key'], accessToken: query['access_token'], authorization },
      network.behaviour,
      network.world.clock.now(),
    ),
  answer(caller) {
    if (fault?.kind === 'throttle') throw tooManyRequests(60);
    if (fault?.kind === 'status') throw new ApiError(fault.status ?? 500, 'simulated');
    if (operation instanceof ApiError) throw operation;
    const { name } = operation.route;
    if (network.backoff.violated(name, caller)) throw throttled('Violation of backoff parameter');
    if (query['callback'] && callbackOf(query) === undefined) throw badParameter('callback');
    const answer = answerRoute(network, { ...operation, query, caller });
    // Nobody can keep to a pause that they were not told of.
    const isHeard = answer.endingFields.backoff && !(fault && loses(fault));
    return { answer, backoffSeconds: isHeard ? network.backoff.issue(name, caller) : undefined };
  },
});
