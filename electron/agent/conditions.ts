import { NetworkError } from '../api/errors.ts';
import type { Condition } from '../contract.ts';

/** A condition with the time of the next try in ms since the epoch, as the agent keeps it. */
export interface KeptCondition {
  kind: Condition['kind'];
  severity: Condition['severity'];
  title: string;
  advice: string;
  retryAt?: number | undefined;
}

/** How a failure affects polling: everything waits, or only the stream that failed. */
export interface Verdict {
  condition: KeptCondition;
  reach: 'network' | 'stream';
}

/** The most pressing first: what only the person can mend, then what stops everything, then the rest. */
const pressing: Condition['kind'][] = [
  'signed-out',
  'bad-key',
  'scope-missing',
  'demo-network-failed',
  'askbell-fault',
  'quota-exhausted',
  'throttled',
  'offline',
  'timeout',
  'bad-answer',
  'server-fault',
  'bad-request',
  'notifications-failed',
  'clock-wrong',
  'settings-reset',
  'secrets-not-kept',
];

/** Sorts conditions, problems before warnings, the most pressing first. */
export const mostPressingFirst = (conditions: KeptCondition[]): KeptCondition[] =>
  conditions.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') || pressing.indexOf(a.kind) - pressing.indexOf(b.kind),
  );

const minute = 60_000;

/**
 * Takes a failed request and how often in a row it has failed (from 1), gives what to tell the person and when to try
 * again. The wait doubles each time, with jitter from `random`, so that a network coming back is not stormed.
 */
export function judge(error: unknown, failures: number, now: number, random: () => number, networkName: string): Verdict {
  const wait = (first: number, longest: number) => now + Math.min(longest, first * 2 ** (failures - 1)) * (0.75 + random() / 2);
  const said = error instanceof NetworkError ? error : undefined;
  const notBefore = (at: number) => Math.max(at, said?.retryAt ?? 0);
  // A network that says how long to wait means it, and not longer.
  const toldOr = (at: number) => (said?.retryAt !== undefined && said.retryAt > now + minute ? said.retryAt : notBefore(at));
  const problem = (
    reach: Verdict['reach'],
    kindShown: Condition['kind'],
    title: string,
    advice: string,
    retryAt: number,
  ): Verdict => ({ reach, condition: { kind: kindShown, severity: 'problem', title, advice, retryAt } });

  switch (said?.kind) {
    case undefined:
      return problem('stream', 'askbell-fault', 'Askbell could not keep what it received', 'Is the disk full, or the data folder gone? The log says more. Askbell keeps trying.', wait(minute, 30 * minute));
    case 'offline':
      return problem('network', 'offline', `${networkName} cannot be reached`, 'Check the internet connection, and the address if you typed one in. Askbell keeps trying by itself.', notBefore(wait(15_000, 5 * minute)));
    case 'timeout':
      return problem('stream', 'timeout', `${networkName} does not answer in time`, 'The connection is slow or broken. Askbell keeps trying by itself.', notBefore(wait(minute, 15 * minute)));
    case 'throttled':
      return problem('network', 'throttled', `${networkName} asks to slow down`, 'Nothing to do: Askbell waits as long as it has to and goes on by itself.', toldOr(wait(2 * minute, 60 * minute)));
    case 'backoff':
      return problem('stream', 'throttled', `${networkName} asks for a pause`, 'Nothing to do: Askbell waits as long as it has to and goes on by itself.', notBefore(now));
    case 'quota-exhausted':
      return problem('network', 'quota-exhausted', 'The requests of this day are used up', 'Askbell goes on when the network counts anew. Other apps with the same account or address spend the same requests.', toldOr(wait(10 * minute, 60 * minute)));
    case 'token-rejected':
      return problem('network', 'signed-out', `You are signed out of ${networkName}`, 'The permission has expired or was taken back. Sign in again; nothing you had is lost.', Infinity);
    case 'scope-missing':
      return problem('stream', 'scope-missing', 'Askbell may not read your inbox', 'The sign-in did not grant it. Sign in again and approve the inbox.', notBefore(wait(30 * minute, 60 * minute)));
    case 'bad-key':
      return problem('network', 'bad-key', `${networkName} does not know this key`, 'Check the client id and key of your registered app under Settings, Use another network.', Infinity);
    case 'bad-request':
    case 'not-found':
      return problem('stream', 'bad-request', `${networkName} refused a request`, `It said: ${said.message} If this stays, the network may have changed: look for a newer Askbell.`, notBefore(wait(10 * minute, 6 * 60 * minute)));
    case 'server-fault':
      return problem('stream', 'server-fault', `${networkName} has a fault`, 'The trouble is on its side. Askbell keeps trying by itself.', notBefore(wait(minute, 30 * minute)));
    case 'bad-answer':
    case 'cancelled':
      return problem('stream', 'bad-answer', `${networkName} gave an answer Askbell cannot read`, 'A login page of a hotel or office network may stand in between, or the address is wrong. Open a web page to see; Askbell keeps trying.', notBefore(wait(minute, 30 * minute)));
  }
}

/** Polling stops at the reserve; `until` is when it goes on at the latest, in ms since the epoch. */
export const reserveCondition = (until: number | undefined): KeptCondition => ({
  kind: 'quota-exhausted',
  severity: 'problem',
  title: 'The requests of this day are used up',
  advice: 'A few are kept for what you click yourself, such as Sync now. Askbell goes on when the network counts anew.',
  retryAt: until,
});

/** How far this machine's clock may be off before Askbell speaks of it. */
const tolerableSkew = 5 * minute;

/** A warning when this machine's clock and the network's are far apart. `skew` is network minus machine, in ms. */
export function clockCondition(skew: number): KeptCondition | undefined {
  if (Math.abs(skew) < tolerableSkew) return undefined;
  const minutes = Math.round(Math.abs(skew) / minute);
  const size = minutes < 90 ? `${minutes} minutes` : minutes < 36 * 60 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
  return {
    kind: 'clock-wrong',
    severity: 'warning',
    title: `This computer's clock is about ${size} ${skew > 0 ? 'behind' : 'ahead'}`,
    advice: 'Nothing is missed, but the ages shown are off. Set the date and time in the system settings.',
  };
}
