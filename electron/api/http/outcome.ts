import { HOUR_MS } from '../../../common/durations.ts';
import { NetworkError, type Quota } from '../errors.ts';
import { MAX_WAIT_SECONDS, type Fault } from './facts.ts';
import { SAME_REQUEST_FLOOR_MS, WAIT_SLACK_MS } from './limits.ts';
import type { Received } from './rows.ts';

/** Outcome of a request. */
export type Outcome = { received: Received } | { error: NetworkError };

/** Request that was sent at `sentAt`, in ms since the epoch, and its outcome. */
export interface Sent {
  outcome: Outcome;
  sentAt: number;
  /** Quota in the response, the caller's or that of the address. */
  toldQuota?: Quota | undefined;
}

/** Wait after a used-up quota without a stated time. */
const QUOTA_RETRY_MS = HOUR_MS;

/** Creates the error of a failed response, sent at `sentAt` and received at `at`, in ms since the epoch. */
export function toError(
  { kind, message, waitSeconds, ...said }: Fault,
  answer: { method: string; status: number; sentAt: number; at: number; quota?: Quota | undefined },
): NetworkError {
  const { sentAt, at, ...facts } = answer;
  const unnamedMs = kind === 'quota-exhausted' ? QUOTA_RETRY_MS : 0;
  const waitMs = waitSeconds === undefined ? unnamedMs : waitSeconds * 1000 + WAIT_SLACK_MS;
  return new NetworkError(kind, message, {
    ...facts,
    ...said,
    // The same request must not be sent again for a minute in any case.
    retryAt: Math.max(at + Math.min(waitMs, MAX_WAIT_SECONDS * 1000), sentAt + SAME_REQUEST_FLOOR_MS),
    retryNamed: waitSeconds !== undefined,
  });
}
