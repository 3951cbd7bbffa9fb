import { NetworkError } from '../../../../api/errors.ts';
import type { Network, Page } from '../../../../api/network.ts';
import type { Answer } from '../checks/network.ts';

/** Options of {@link askNetwork}. */
export interface Asking {
  network: Network;
  /** Whether requests carry an access token. */
  signedIn: boolean;
  /** Returns local time in ms since the epoch. */
  now: () => number;
  signal: AbortSignal;
}

/** Half a second, in ms: server times are truncated to whole seconds, which loses half a second on average. */
const HALF_PRECISION_MS = 500;

/**
 * Sends the request that shows the most. Signed in: the newest inbox item, which needs the token and its scope; if the
 * network lacks that inbox, also the first account, as a second request. Otherwise the first site (docs/api.md,
 * "Endpoints").
 * @throws errors other than `NetworkError`
 */
export async function askNetwork({ network, signedIn, now, signal }: Asking): Promise<Answer> {
  const paging = { page: 1, pagesize: 1 };
  let requests = 1;
  const ask = async (): Promise<Page<unknown>> => {
    if (!signedIn) return network.sites(paging, { signal });
    try {
      return await network.inbox(paging, { signal });
    } catch (error) {
      if (!(error instanceof NetworkError) || error.kind !== 'not-found') throw error;
      requests++;
      return network.associated(paging, { signal });
    }
  };
  const sentAt = now();
  const began = performance.now();
  try {
    const { quota, networkTime, repeated } = await ask();
    if (repeated) return { kind: 'repeated', requests: 0, quota };
    const ms = performance.now() - began;
    // The server wrote its time during the wait.
    const clockAheadMs = networkTime === undefined ? undefined : sentAt + ms / 2 - (networkTime + HALF_PRECISION_MS);
    return { kind: 'answered', ms, requests, asStranger: !signedIn, quota, clockAheadMs };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const { kind, retryAt, quota } = error;
    const retry = retryAt !== undefined && Number.isFinite(retryAt) ? { retryAt: new Date(retryAt) } : {};
    return { kind: 'failed', error: kind, requests, quota, ...retry };
  }
}
