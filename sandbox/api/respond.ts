import { answerRoute } from './answer.ts';
import { compress } from './encoding/encode.ts';
import type { Outgoing } from './encoding/send.ts';
import { identify, type Caller } from './gate/caller.ts';
import { ApiError, badParameter, throttled, tooManyRequests } from './gate/errors.ts';
import { loses, type Fault } from './gate/faults.ts';
import { callbackOf, type Query } from './gate/query-string.ts';
import type { QuotaState } from './gate/quota.ts';
import type { Network } from './network.ts';
import { afterVersion } from './query/api-path.ts';
import type { Operation } from './query/route.ts';
import { tellsBackoff, wrapperEnding } from './wrapper.ts';

/** A request to the API that was read. */
export interface ApiRequest {
  readonly method: string;
  /** With its version. */
  readonly path: string;
  /** The parameters of the address and of the form. */
  readonly query: Query;
  readonly ip: string;
  readonly authorization: string | undefined;
  /** What is asked for, or why that cannot be known. */
  readonly operation: Operation | ApiError;
}

const quotaHeaders = (quota: QuotaState | undefined): Record<string, string> =>
  quota === undefined ? {} : { 'x-ratelimit-max': String(quota.max), 'x-ratelimit-current': String(quota.remaining) };

/** An impossible quota, with less than nothing left, as has been seen of the public service. */
const wrongQuota = ({ max, remaining }: QuotaState): QuotaState => ({ max, remaining: -Math.max(1, remaining) });

/** Makes every response of the API: the answer for whoever passes the gate, or the refusal. */
export function respond(network: Network, request: ApiRequest, fault: Fault | undefined): Outgoing {
  const { caller, quota, refusal } = network.gate.admit(request.ip, (ip) => {
    const { query, authorization } = request;
    const sent = { key: query['key'], accessToken: query['access_token'], authorization };
    return identify(network.statements, ip, sent, network.behaviour, network.world.clock.now());
  });
  if (refusal) return refuse(network, refusal, quota);
  try {
    return answer(network, request, caller, fault?.kind === 'wrong-quota' ? wrongQuota(quota) : quota, fault);
  } catch (error) {
    return refuse(network, error instanceof ApiError ? error : internalError(network, request, error), quota);
  }
}

function answer(
  network: Network,
  { operation, query }: ApiRequest,
  caller: Caller,
  quota: QuotaState,
  fault: Fault | undefined,
): Outgoing {
  if (fault?.kind === 'throttle') throw tooManyRequests(60);
  if (fault?.kind === 'status') throw new ApiError(fault.status ?? 500, 'simulated');
  if (operation instanceof ApiError) throw operation;
  const { name } = operation.route;
  if (network.backoff.violated(name, caller)) throw throttled('Violation of backoff parameter');
  if (query['callback'] && callbackOf(query) === undefined) throw badParameter('callback');
  const { beginning, wrapping, headers } = answerRoute(network, { ...operation, query, caller });
  // Nobody can keep to a pause that they were not told of.
  const isHeard = tellsBackoff(wrapping) && !(fault && loses(fault));
  const backoff = isHeard ? network.backoff.issue(name, caller) : undefined;
  return {
    status: 200,
    headers: { ...quotaHeaders(quota), ...headers },
    beginning,
    ending: wrapperEnding(wrapping, quota, backoff),
  };
}

function refuse(network: Network, refusal: ApiError, quota: QuotaState | undefined): Outgoing {
  const { status, body } = refusal.toResponse(network.behaviour.errorStyle);
  return { status, headers: quotaHeaders(quota), beginning: compress(''), ending: JSON.stringify(body) };
}

function internalError(network: Network, { method, path }: ApiRequest, error: unknown): ApiError {
  const shown = afterVersion(path).replace(/(\/(?:access-tokens|apps)\/)[^/]+/, '$1[redacted]');
  network.log(`${method} ${shown} failed: ${error instanceof Error ? error.message : String(error)}`);
  return new ApiError(500, 'an internal error occurred');
}
