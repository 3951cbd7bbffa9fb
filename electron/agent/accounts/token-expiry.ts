import type { Notice } from '../../store/events.ts';
import { english, say } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import { conditionText, type AgentCondition } from '../domain/conditions.ts';
import { waiting } from '../presentation/tray-menu.ts';

/** A token without `no_expiry` ends after a day (docs/api.md, "Authentication"); this long before, Askbell says so. */
const noticeBefore = 3600_000;

/** When something is to be said or done about a token's end; undefined when it does not end. Times in ms since the epoch. */
export function nextExpiryMoment(expiresAt: number | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt <= now) return undefined;
  return expiresAt - noticeBefore > now ? expiresAt - noticeBefore : expiresAt;
}

/** What to tell about a token that ends soon or has ended. */
export function expiryCondition(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
): AgentCondition | undefined {
  if (expiresAt === undefined || expiresAt - noticeBefore > now) return undefined;
  return expiresAt <= now
    ? { kind: 'signed-out', severity: 'problem', ...conditionText('expired', { network: networkName }) }
    : {
        kind: 'signed-out',
        severity: 'warning',
        title: ({ words }) =>
          words('conditions.expires.title', { network: networkName, time: waiting(expiresAt - now, words) }),
        advice: ({ words }) => words('conditions.expires.advice'),
      };
}

/** The one notification about it, when it is time. */
export function expiryNotice(
  networkName: string,
  expiresAt: number | undefined,
  now: number,
  speech: Speech = english,
): Notice | undefined {
  const condition = expiryCondition(networkName, expiresAt, now);
  return (
    condition && {
      kind: 'status',
      title: say(condition.title, speech),
      body: say(condition.advice, speech),
      count: 1,
      subjects: [],
    }
  );
}
