import { HOUR_MS } from '../../../common/durations.ts';
import type { Notice } from '../../store/events.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { shortWait } from '../../../common/i18n/short-times.ts';
import { conditionText, type AgentCondition } from '../conditions.ts';

/**
 * A token without `no_expiry` expires after a day (docs/api.md, "Authentication"); the user is warned this long before.
 */
const WARNING_MS = HOUR_MS;

/**
 * Returns when a warning or the expiry of a token is next due, or undefined if it does not expire. Times in ms since
 * the epoch.
 */
export function nextExpiryTime(expiresAt: number | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt <= now) return undefined;
  return expiresAt - WARNING_MS > now ? expiresAt - WARNING_MS : expiresAt;
}

/** Returns the condition of a token that expires soon or has expired, otherwise undefined. */
export function expiryCondition(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
): AgentCondition | undefined {
  if (expiresAt === undefined || expiresAt - WARNING_MS > now) return undefined;
  return expiresAt <= now
    ? { kind: 'signed-out', severity: 'problem', ...conditionText('expired', { network: networkName }) }
    : {
        kind: 'signed-out',
        severity: 'warning',
        title: ({ words }) =>
          words('conditions.expires.title', { network: networkName, time: shortWait(expiresAt - now, words) }),
        advice: ({ words }) => words('conditions.expires.advice'),
      };
}

/** Returns the notification about a token's expiry, if one is due. */
export function expiryNotice(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
  locale: Locale,
): Notice | undefined {
  const condition = expiryCondition(networkName, expiresAt, now);
  return (
    condition && {
      kind: 'status',
      title: localize(condition.title, locale),
      body: localize(condition.advice, locale),
      count: 1,
      subjects: [],
    }
  );
}
