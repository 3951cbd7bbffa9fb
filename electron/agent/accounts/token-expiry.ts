import { HOUR_MS } from '../../../common/durations.ts';
import type { Notice } from '../../store/events.ts';
import { localize } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';
import { shortWait } from '../../../common/i18n/short-times.ts';
import { conditionText, type AgentCondition } from '../domain/conditions.ts';

/** A token without `no_expiry` ends after a day (docs/api.md, "Authentication"); Askbell says so this long before. */
const WARNING_MS = HOUR_MS;

/**
 * When something is to be said or done about a token's end; undefined when it does not end. Times in ms since the
 * epoch.
 */
export function nextExpiryTime(expiresAt: number | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt <= now) return undefined;
  return expiresAt - WARNING_MS > now ? expiresAt - WARNING_MS : expiresAt;
}

/** The condition of a token that ends soon or has ended; undefined for any other. */
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

/** The notification about it, when it is time for one. */
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
