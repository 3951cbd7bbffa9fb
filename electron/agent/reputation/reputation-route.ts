import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import type { ProfileHistory } from '../../store/profile-history.ts';
import { readMark } from '../domain/read-mark.ts';

/**
 * Which operation tells a person's changes: `/users/{ids}/reputation-history` tells each by itself and needs no scope;
 * the specification names `/users/{id}/reputation` only, so a network may lack the other (docs/api.md, "Reputation").
 */
export type ReputationRoute = 'history' | 'reputation';

const MARK = 'reputation-route';

/** When it was found that the network lacks the history, in ms since the epoch by this machine's clock. */
const Missing = z.object({ missingAt: z.number() });

/** A network may get the operation with its next version: it is looked for again after this time. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

/** The operation to ask; `now` by this machine's clock. */
export function reputationRoute(profile: ProfileHistory, now: number): ReputationRoute {
  const missing = readMark(profile, MARK, Missing);
  return missing !== undefined && Math.abs(now - missing.missingAt) < LOOK_AGAIN_MS ? 'reputation' : 'history';
}

/** The network has no `/users/{ids}/reputation-history`. */
export const giveUpHistory = (profile: ProfileHistory, now: number): void => profile.setMark(MARK, { missingAt: now });
