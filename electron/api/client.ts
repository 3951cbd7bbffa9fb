import { DEAUTHENTICATE_APP, ENDPOINTS, INVALIDATE_TOKEN, type Endpoint } from './endpoints.ts';
import { NetworkError } from './errors.ts';
import type { Network, NetworkAddress, Operations, PlacedCredentials, RequestObserver, Sending } from './network.ts';
import { toRequest } from './http/request.ts';
import { HttpClient, type ClientContext } from './http/http-client.ts';

/**
 * The room `api` is the client of a network. What can be asked stands in one table (endpoints.ts), from which the
 * methods and types of a client derive (network.ts). Requests are sent by the rules of such networks (http/), and end
 * with a page or with an error that says what to do (errors.ts). Signing in is pure functions for the dialog's address
 * and redirect (oauth.ts), and the exchange of a code (code-grant.ts). A socket tells that something is new
 * (socket.ts).
 */

/**
 * Creates a client of one network: a method for each operation of `ENDPOINTS`. All calls go through one `HttpClient`
 * and share its rules: see http/http-client.ts. Every call rejects with a `NetworkError` only.
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
