import { DEAUTHENTICATE_APP, ENDPOINTS, INVALIDATE_TOKEN, type Endpoint } from './endpoints.ts';
import { NetworkError } from './errors.ts';
import type { Network, Operations, Sending } from './network.ts';
import { toRequest } from './http/request.ts';
import { Requester, type RequestOptions } from './http/http-client.ts';

/**
 * Creates a client of one network: a method for each operation of `ENDPOINTS`. All calls go through one `Requester` and
 * share its rules: see http/http-client.ts. Every call rejects with a `NetworkError` only.
 */
export function createNetwork(options: RequestOptions): Required<Network> {
  const requester = new Requester(options);
  const operation =
    (endpoint: Endpoint) =>
    async (query: object = {}, sending?: Sending) =>
      requester.request(toRequest(endpoint, query), sending);
  return {
    ...(Object.fromEntries(
      Object.entries(ENDPOINTS).map(([name, endpoint]) => [name, operation(endpoint)]),
    ) as Operations),
    invalidate: (sending) => invalidateToken(requester, options.credentials.accessToken, sending),
    credentialPlace: () => requester.credentialPlace(),
  };
}

/** Invalidates a token as documented at `Network.invalidate`. */
async function invalidateToken(requester: Requester, token: string | undefined, sending?: Sending): Promise<void> {
  if (token === undefined) return;
  try {
    await requester.request(toRequest(INVALIDATE_TOKEN, { token }), sending).catch((error: unknown) => {
      if (!isOfKind(error, 'not-found')) throw error;
      return requester.request(toRequest(DEAUTHENTICATE_APP, { token }), sending);
    });
  } catch (error) {
    // A token that is no longer valid is the desired result.
    if (!isOfKind(error, 'token-rejected')) throw error;
  } finally {
    requester.forget();
  }
}

const isOfKind = (error: unknown, kind: NetworkError['kind']): boolean =>
  error instanceof NetworkError && error.kind === kind;
