import { z } from 'zod';
import { DAY_MS } from '../../../common/durations.ts';
import { type ProfileHistory, readMark } from '../../store/profile-history.ts';

/** Operations that some networks lack, by the mark that stores it. */
type Operation = 'achievements-missing' | 'inbox-route' | 'reputation-route';

/** When the network was found to lack an operation, in ms since the epoch, local time. */
const Missing = z.object({ missingAt: z.number() });

/** How long until a missing operation is tried again, in ms: a later version of the network may have it. */
const LOOK_AGAIN_MS = 30 * DAY_MS;

/** Whether the network was found to lack an operation; `now` in local time. */
export function isMissing(profile: ProfileHistory, operation: Operation, now: number): boolean {
  const missing = readMark(profile, operation, Missing);
  return missing !== undefined && Math.abs(now - missing.missingAt) < LOOK_AGAIN_MS;
}

/** Records that the network lacks an operation; `now` in local time. */
export const setMissing = (profile: ProfileHistory, operation: Operation, now: number): void =>
  profile.setMark(operation, { missingAt: now });
