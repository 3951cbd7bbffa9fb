import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';

/**
 * Operation that lists a person's changes: `/users/{ids}/reputation-history` lists each by itself and needs no scope;
 * the specification names `/users/{id}/reputation` only, so a network may lack the other (docs/api.md, "Reputation").
 */
export type ReputationRoute = 'history' | 'reputation';

const MARK = 'reputation-route';

/** Time at which the network was found to lack the history; ms since the epoch, local time. */
const Missing = z.object({ missingAt: z.number() });

/** Time after which the history is tried again: the network's next version may offer it. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

/** Returns the operation to request; `now` in local time. */
export function reputationRoute(profile: ProfileHistory, now: number): ReputationRoute {
  const missing = readMark(profile, MARK, Missing);
  return missing !== undefined && Math.abs(now - missing.missingAt) < LOOK_AGAIN_MS ? 'reputation' : 'history';
}

/** Records that the network lacks `/users/{ids}/reputation-history`. */
export const giveUpHistory = (profile: ProfileHistory, now: number): void => profile.setMark(MARK, { missingAt: now });
