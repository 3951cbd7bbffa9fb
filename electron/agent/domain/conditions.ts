import type { Condition } from '../../../common/contract/contract.ts';
import { say, type Said } from '../../../common/i18n/localized-text.ts';
import type { Speech } from '../../../common/i18n/locale.ts';

/** A condition with the time of the next try in ms since the epoch, as the agent keeps it: it is said when it is shown. */
export interface AgentCondition<Words = Said> {
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
export type LocalizedCondition = AgentCondition<string>;

/** Puts a condition into words. */
export const localizeCondition = (condition: AgentCondition, speech: Speech): LocalizedCondition => {
  const { said: _said, ...shown } = condition;
  return { ...shown, title: say(condition.title, speech), advice: say(condition.advice, speech) };
};

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
export const mostUrgentFirst = <C extends Pick<AgentCondition, 'kind' | 'severity'>>(conditions: C[]): C[] =>
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
export const conditionText = (
  what: Told,
  put: { network?: string } = {},
): Pick<AgentCondition, 'title' | 'advice'> => ({
  title: ({ words }) => words(`conditions.${what}.title`, put),
  advice: ({ words }) => words(`conditions.${what}.advice`, put),
});

/** The network's own words. */
export const quoteNetwork = (said: string, { words }: Speech): string =>
  words('conditions.itSaid', { said: said.replace(/\.$/, '') });
