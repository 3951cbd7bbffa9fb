import type { Fetch } from '../../../api/fetch.ts';
import { NetworkError } from '../../../api/errors.ts';
import type { ChosenNetwork } from '../../../store/settings.ts';

/** Timeout for loading a page, in ms. */
const MAX_LOOK_MS = 15_000;

/** Statuses of a refused request; others, such as a protection's 403, say nothing about it. */
const REFUSING_STATUSES = new Set([400, 404, 405, 410, 422, 501]);

/**
 * Whether a page of a network's sign-in refuses a request, loaded without cookies.
 * @throws NetworkError if the network cannot be reached
 */
export async function isRefusedAt(address: string, fetch: Fetch): Promise<boolean> {
  try {
    const answer = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(MAX_LOOK_MS) });
    await answer.body?.cancel();
    return REFUSING_STATUSES.has(answer.status);
  } catch (error) {
    const kind = error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'offline';
    throw new NetworkError(kind, 'The sign-in page could not be reached.', { cause: error });
  }
}

/**
 * Whether the implicit dialog's address ends in a slash. The specification has one, the public service none, and the
 * demo network accepts both. Other networks are probed; if the page cannot be loaded, the specification decides.
 */
export async function takesSlash(
  { kind, authUrl }: Pick<ChosenNetwork, 'kind' | 'authUrl'>,
  fetch: Fetch,
): Promise<boolean> {
  if (kind !== 'other') return false;
  const answer = await fetch(`${authUrl}/oauth/dialog/`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(MAX_LOOK_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  // Every dialog refuses a request without parameters; only 404 means that it does not exist.
  return answer?.status !== 404;
}
