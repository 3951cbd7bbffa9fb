import { NetworkError } from '../../../api/errors.ts';
import type { ChosenNetwork } from '../../../store/settings.ts';

/** Longer than that no page takes to tell whether it is one, in ms. */
const MAX_LOOK_MS = 15_000;

/** These say that such a request is wrong; others, like a protection's 403, say nothing of it. */
const REFUSING_STATUSES = new Set([400, 404, 405, 410, 422, 501]);

/**
 * Whether a page of a network's sign-in refuses what is asked of it, looked at without being signed in anywhere.
 * Rejects with a `NetworkError` where the network cannot be reached.
 */
export async function isRefusedAt(address: string, fetch: typeof globalThis.fetch): Promise<boolean> {
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
 * Whether the implicit dialog's address ends in a slash. The specification has one; the public service wants none, and
 * the demo network does not mind. Of other networks their page tells; where it cannot be had, the specification does.
 */
export async function takesSlash(
  { kind, authUrl }: Pick<ChosenNetwork, 'kind' | 'authUrl'>,
  fetch: typeof globalThis.fetch,
): Promise<boolean> {
  if (kind !== 'other') return false;
  const answer = await fetch(`${authUrl}/oauth/dialog/`, {
    credentials: 'omit',
    signal: AbortSignal.timeout(MAX_LOOK_MS),
  }).catch(() => undefined);
  await answer?.body?.cancel();
  // Without parameters it is refused anyway; but is it there?
  return answer?.status !== 404;
}
