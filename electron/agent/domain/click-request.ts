import { NetworkError } from '../../api/errors.ts';
import type { Network, Page } from '../../api/network.ts';
import type { AskingTrouble } from '../../../common/contract/contract.ts';

/** Where a click asks: the network, and what clicks may still cost there. */
export interface ClickContext {
  network: Network | undefined;
  /** Requests that a click may still cost, the reserve included; undefined while the network has not said. */
  forClicks: number | undefined;
}

type Asked<T> = { page: Page<T> } | { trouble: AskingTrouble };

const troubleOf: Record<Exclude<NetworkError['kind'], 'cancelled'>, AskingTrouble['kind']> = {
  offline: 'offline',
  timeout: 'offline',
  throttled: 'throttled',
  backoff: 'throttled',
  'quota-exhausted': 'quota-exhausted',
  'token-rejected': 'signed-out',
  'scope-missing': 'signed-out',
  'bad-key': 'bad-key',
  'bad-request': 'not-offered',
  'not-found': 'not-offered',
  'server-fault': 'failed',
  'bad-answer': 'failed',
};

/** Why a request did not come to anything, for the window to say. Throws what is no fault of the network. */
export function requestTrouble(error: unknown): AskingTrouble {
  if (!(error instanceof NetworkError) || error.kind === 'cancelled') throw error;
  return {
    kind: troubleOf[error.kind],
    ...(error.retryAt !== undefined && Number.isFinite(error.retryAt) && { retryAt: new Date(error.retryAt) }),
  };
}

/** True for what keeps any other request from being answered, too. */
export const blocksEveryRequest = ({ kind }: AskingTrouble): boolean => kind !== 'not-offered' && kind !== 'failed';

/** Sends a person's request out of what is kept back for clicks; what goes wrong is an answer, too. */
export async function requestForClick<T>(
  { network, forClicks }: ClickContext,
  request: (network: Network) => Promise<Page<T>>,
): Promise<Asked<T>> {
  if (!network) return { trouble: { kind: 'signed-out' } };
  if (forClicks !== undefined && forClicks < 1) return { trouble: { kind: 'quota-exhausted' } };
  try {
    return { page: await request(network) };
  } catch (error) {
    return { trouble: requestTrouble(error) };
  }
}
