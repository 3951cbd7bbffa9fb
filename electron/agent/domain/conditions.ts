import { NetworkError } from '../../api/errors.ts';
import type { Condition } from '../../../common/contract/contract.ts';
import { say, type Said } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';
import type { Allowance } from '../planning/planner.ts';

/** A condition with the time of the next try in ms since the epoch, as the agent keeps it: it is said when it is shown. */
export interface KeptCondition<Words = Said> {
  kind: Condition['kind'];
  severity: Condition['severity'];
  title: Words;
  advice: Words;
  retryAt?: number | undefined;
  /** The site it is about, where it is about one. */
  siteId?: string | undefined;
  /** What the network said to it. */
  said?: string | undefined;
}

/** A condition in words. */
export type SaidCondition = KeptCondition<string>;

/** Puts a condition into words. */
export const inWords = (condition: KeptCondition, speech: Speech): SaidCondition => {
  const { said: _said, ...shown } = condition;
  return { ...shown, title: say(condition.title, speech), advice: say(condition.advice, speech) };
};

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
export const mostPressingFirst = <C extends Pick<KeptCondition, 'kind' | 'severity'>>(conditions: C[]): C[] =>
  conditions.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      pressing.indexOf(a.kind) - pressing.indexOf(b.kind),
  );

/** The conditions that have a title and an advice in the catalogue. */
type Told =
  | 'fault'
  | 'offline'
  | 'timeout'
  | 'throttled'
  | 'backoff'
  | 'exhausted'
  | 'reserve'
  | 'clicksOnly'
  | 'signedOut'
  | 'notKept'
  | 'scope'
  | 'badKey'
  | 'badRequest'
  | 'serverFault'
  | 'badAnswer'
  | 'expired'
  | 'notificationsFail';

/** Title and advice out of the catalogue. */
export const told = (what: Told, put: { network?: string } = {}): Pick<KeptCondition, 'title' | 'advice'> => ({
  title: ({ words }) => words(`conditions.${what}.title`, put),
  advice: ({ words }) => words(`conditions.${what}.advice`, put),
});

const minute = 60_000;

/**
 * Takes a failed request and how often in a row it has failed (from 1), gives what to tell the person and when to try
 * again. The wait doubles each time, with jitter from `random`, so that a network coming back is not stormed.
 */
export function judge(
  error: unknown,
  failures: number,
  now: number,
  random: () => number,
  networkName: string,
): Verdict {
  const wait = (first: number, longest: number) =>
    now + Math.min(longest, first * 2 ** (failures - 1)) * (0.75 + random() / 2);
  const said = error instanceof NetworkError ? error : undefined;
  const notBefore = (at: number) => Math.max(at, said?.retryAt ?? 0);
  // A network that says how long to wait means it, and not longer.
  const toldOr = (at: number) =>
    said?.retryAt !== undefined && said.retryAt > now + minute ? said.retryAt : notBefore(at);
  const network = networkName;
  const problem = (
    reach: Verdict['reach'],
    kindShown: Condition['kind'],
    words: Pick<KeptCondition, 'title' | 'advice'>,
    retryAt: number,
  ): Verdict => ({
    reach,
    condition: { kind: kindShown, severity: 'problem', ...words, retryAt },
  });

  switch (said?.kind) {
    case undefined:
      return problem('stream', 'askbell-fault', told('fault'), wait(minute, 30 * minute));
    case 'offline':
      return problem('network', 'offline', told('offline', { network }), notBefore(wait(15_000, 5 * minute)));
    case 'timeout':
      return problem('stream', 'timeout', told('timeout', { network }), notBefore(wait(minute, 15 * minute)));
    case 'throttled':
      return problem('network', 'throttled', told('throttled', { network }), toldOr(wait(2 * minute, 60 * minute)));
    case 'backoff':
      return problem('stream', 'throttled', told('backoff', { network }), notBefore(now));
    case 'quota-exhausted':
      return problem(
        'network',
        'quota-exhausted',
        told('exhausted', { network }),
        toldOr(wait(10 * minute, 60 * minute)),
      );
    case 'token-rejected':
      return problem('network', 'signed-out', told('signedOut', { network }), Infinity);
    case 'scope-missing':
      return problem('stream', 'scope-missing', told('scope'), notBefore(wait(30 * minute, 60 * minute)));
    case 'bad-key':
      return problem('network', 'bad-key', told('badKey', { network }), Infinity);
    case 'bad-request':
    case 'not-found':
      return refused(
        said.said,
        problem(
          'stream',
          'bad-request',
          told('badRequest', { network }),
          notBefore(wait(10 * minute, 6 * 60 * minute)),
        ),
      );
    case 'server-fault':
      return problem('stream', 'server-fault', told('serverFault', { network }), notBefore(wait(minute, 30 * minute)));
    case 'bad-answer':
    case 'cancelled':
      return problem('stream', 'bad-answer', told('badAnswer', { network }), notBefore(wait(minute, 30 * minute)));
  }
}

/** A refusal with the network's own words to it. */
function refused(said: string | undefined, { reach, condition }: Verdict): Verdict {
  if (said === undefined) return { reach, condition };
  return {
    reach,
    condition: { ...condition, said, advice: (speech) => `${itSaid(said, speech)} ${say(condition.advice, speech)}` },
  };
}

/** The network's own words. */
export const itSaid = (said: string, { words }: Speech): string =>
  words('conditions.itSaid', { said: said.replace(/\.$/, '') });

/** So little before the quota is full again, in ms, nobody need be told that it is used up: a day's last requests are meant to be gone by then. */
const endOfDay = 10 * minute;

/** Polling stops at the reserve, although the network would still answer. `toMachine` gives this machine's time for a moment of the network's. */
export function spentCondition(
  { spendable, fullAgainAt, lastsFor, pace, forClicks = 0, forInbox = 0 }: Allowance,
  toMachine: (at: number) => number,
  network: string,
): KeptCondition | undefined {
  // With a pace beside nothing to spend, a look for the reset is due this moment.
  if (spendable === undefined || spendable >= 1 || lastsFor < endOfDay || pace !== undefined) return undefined;
  return {
    kind: 'quota-exhausted',
    severity: 'problem',
    ...told(forClicks < 1 ? 'exhausted' : forInbox < 1 ? 'clicksOnly' : 'reserve', { network }),
    retryAt: fullAgainAt === undefined ? undefined : toMachine(fullAgainAt),
  };
}

/** How far this machine's clock may be off before Askbell speaks of it. */
const tolerableSkew = 5 * minute;

/** A warning when this machine's clock and the network's are far apart. `skew` is network minus machine, in ms. */
export function clockCondition(skew: number): KeptCondition | undefined {
  if (Math.abs(skew) < tolerableSkew) return undefined;
  const minutes = Math.round(Math.abs(skew) / minute);
  const size: Said = ({ words }) => {
    if (minutes < 90) return words('conditions.clock.minutes', { count: minutes });
    return minutes < 36 * 60
      ? words('conditions.clock.hours', { count: Math.round(minutes / 60) })
      : words('conditions.clock.days', { count: Math.round(minutes / 1440) });
  };
  return {
    kind: 'clock-wrong',
    severity: 'warning',
    title: (speech) =>
      speech.words(skew > 0 ? 'conditions.clock.behind' : 'conditions.clock.ahead', { size: say(size, speech) }),
    advice: ({ words }) => words('conditions.clock.advice'),
  };
}
