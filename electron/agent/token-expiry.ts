import type { Notice } from '../store/events.ts';
import type { KeptCondition } from './conditions.ts';
import { waiting } from './tray-menu.ts';

/** A token without `no_expiry` ends after a day (network-api, "Authentication" 6); this long before, Askbell says so. */
const noticeBefore = 3600_000;

/** When something is to be said or done about a token's end; undefined when it does not end. Times in ms since the epoch. */
export function nextExpiryMoment(expiresAt: number | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt <= now) return undefined;
  return expiresAt - noticeBefore > now ? expiresAt - noticeBefore : expiresAt;
}

/** What to tell about a token that ends soon or has ended. */
export function expiryCondition(networkName: string, expiresAt: number | undefined, now: number): KeptCondition | undefined {
  if (expiresAt === undefined || expiresAt - noticeBefore > now) return undefined;
  return expiresAt <= now
    ? { kind: 'signed-out', severity: 'problem', title: `Your sign-in at ${networkName} has ended`, advice: 'It was granted for a day only. Sign in again; nothing you had is lost.' }
    : { kind: 'signed-out', severity: 'warning', title: `Your sign-in at ${networkName} ends in ${waiting(expiresAt - now)}`, advice: 'It was granted for a day only. Sign in again to keep getting news.' };
}

/** The one notification about it, when it is time. */
export function expiryNotice(networkName: string, expiresAt: number | undefined, now: number): Notice | undefined {
  const condition = expiryCondition(networkName, expiresAt, now);
  return condition && { kind: 'status', title: condition.title, body: condition.advice, count: 1, subjects: [] };
}
