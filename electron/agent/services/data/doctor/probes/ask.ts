import { NetworkError } from '../../../../../api/errors.ts';
import type { Network, Page } from '../../../../../api/network.ts';
import type { Answer } from '../checks/network.ts';

/** How a network is asked. */
export interface Asking {
  network: Network;
  /** Whether requests say who asks for a person. */
  signedIn: boolean;
  /** By this machine's clock, in ms since the epoch. */
  now: () => number;
  signal: AbortSignal;
}

/** Answers tell the time in whole seconds, cut off: on average half of one is missing. */
const HALF_PRECISION_MS = 500;

/**
 * Asks a network the one thing that shows the most: of a person the newest inbox item, which needs the token and its
 * scope; of a stranger the first site. One request; where the network has the inbox of the specification only, the
 * person's first account instead, which is a second one (docs/api.md, "Endpoints"). Rejects only with what is no
 * `NetworkError`.
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
    // It was written at some moment of the wait.
    const clockAheadMs = networkTime === undefined ? undefined : sentAt + ms / 2 - (networkTime + HALF_PRECISION_MS);
    return { kind: 'answered', ms, requests, asStranger: !signedIn, quota, clockAheadMs };
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const { kind, retryAt, quota } = error;
    const retry = retryAt !== undefined && Number.isFinite(retryAt) ? { retryAt: new Date(retryAt) } : {};
    return { kind: 'failed', error: kind, requests, quota, ...retry };
  }
}
