import type { Condition } from '../../../common/contract/contract.ts';
import { localize, type LocalizedText } from '../../../common/i18n/localized-text.ts';
import type { Locale } from '../../../common/i18n/locale.ts';

/**
 * The room `domain` holds what every other room of the agent speaks of: ids, conditions, network time, errors a person
 * can act on. It knows nothing of the rooms above it.
 */

/** A condition as the agent has it. Its words are chosen when it is shown, in the person's language at that time. */
export interface AgentCondition<Words = LocalizedText> {
  kind: Condition['kind'];
  severity: Condition['severity'];
  title: Words;
  advice: Words;
  /** When it is tried again, in ms since the epoch. */
  retryAt?: number | undefined;
  /** The site it is about, where it is about one. */
  siteId?: string | undefined;
  /** The network's own message. */
  said?: string | undefined;
}

/** A condition in words. */
export type LocalizedCondition = AgentCondition<string>;

/** Puts a condition into words. */
export const localizeCondition = (condition: AgentCondition, locale: Locale): LocalizedCondition => {
  const { said: _said, ...shown } = condition;
  return { ...shown, title: localize(condition.title, locale), advice: localize(condition.advice, locale) };
};

/** The most urgent first: what only the person can mend, then what stops everything, then the rest. */
const KINDS_BY_URGENCY: Condition['kind'][] = [
  'signed-out',
  'bad-key',
  'scope-missing',
  'demo-network-failed',
  'askbell-fault',
  'disk-full',
  'history-unwritable',
  'settings-unwritable',
  'quota-exhausted',
  'throttled',
  'blocked-by-protection',
  'captive-portal',
  'offline',
  'timeout',
  'bad-answer',
  'server-fault',
  'bad-request',
  'notifications-failed',
  'clock-wrong',
  'history-gone',
  'history-missing',
  'history-damaged',
  'demo-network-reset',
  'settings-reset',
  'secrets-not-kept',
  'update-available',
];

/** Sorts conditions: problems before warnings, and the most urgent first. */
export const mostUrgentFirst = <C extends Pick<AgentCondition, 'kind' | 'severity'>>(conditions: C[]): C[] =>
  conditions.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      KINDS_BY_URGENCY.indexOf(a.kind) - KINDS_BY_URGENCY.indexOf(b.kind),
  );

/** The conditions that have a title and an advice in the catalogue. */
type ConditionEntry =
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
  | 'notRead'
  | 'scope'
  | 'badKey'
  | 'keyExpired'
  | 'badRequest'
  | 'serverFault'
  | 'badAnswer'
  | 'unreadable'
  | 'protection'
  | 'portal'
  | 'expired'
  | 'notificationsFail'
  | 'diskFull'
  | 'unwritable'
  | 'settingsUnwritable'
  | 'historyGone'
  | 'historyMissing'
  | 'demoReset';

/** Title and advice from the catalogue. `values` fill the gaps in them. */
export const conditionText = (
  entry: ConditionEntry,
  values: { network?: string; file?: string } = {},
): Pick<AgentCondition, 'title' | 'advice'> => ({
  title: ({ words }) => words(`conditions.${entry}.title`, values),
  advice: ({ words }) => words(`conditions.${entry}.advice`, values),
});

/** A sentence that quotes the network's own message. */
export const quoteNetwork = (said: string, { words }: Locale): string =>
  words('conditions.itSaid', { said: said.replace(/\.$/, '') });
