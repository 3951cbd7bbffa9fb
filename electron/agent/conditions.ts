import type { conditions } from '../../common/i18n/locales/en/agent.ts';
import type { Condition } from '../../common/contract/contract.ts';
import { localize, type LocalizedText } from '../../common/i18n/localized-text.ts';
import type { Locale } from '../../common/i18n/locale.ts';

/** A condition inside the agent. Its texts are localized when it is shown, in the language set at that time. */
export interface AgentCondition<Words = LocalizedText> {
  kind: Condition['kind'];
  severity: Condition['severity'];
  title: Words;
  advice: Words;
  /** Time of the next try, in ms since the epoch. */
  retryAt?: number | undefined;
  /** The site that the condition is about, if any. */
  siteId?: string | undefined;
  /** The network's own message. */
  said?: string | undefined;
}

type Texts = Pick<AgentCondition, 'title' | 'advice'>;

/** A condition with localized texts. */
export type LocalizedCondition = AgentCondition<string>;

/** Localizes the texts of a condition. */
export const localizeCondition = (condition: AgentCondition, locale: Locale): LocalizedCondition => {
  const { said: _said, ...shown } = condition;
  return { ...shown, title: localize(condition.title, locale), advice: localize(condition.advice, locale) };
};

/**
 * Condition kinds by urgency: first those that only the user can fix, then those that stop everything, then the others.
 */
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
  'forwarding-failed',
  'clock-wrong',
  'history-gone',
  'history-missing',
  'history-damaged',
  'demo-network-reset',
  'settings-reset',
  'secrets-not-kept',
  'update-available',
];

/** Sorts conditions: problems before warnings, then by urgency. */
export const mostUrgentFirst = <C extends Pick<AgentCondition, 'kind' | 'severity'>>(conditions: C[]): C[] =>
  conditions.toSorted(
    (a, b) =>
      Number(a.severity === 'warning') - Number(b.severity === 'warning') ||
      KINDS_BY_URGENCY.indexOf(a.kind) - KINDS_BY_URGENCY.indexOf(b.kind),
  );

type Conditions = typeof conditions;

/** The conditions with a title and an advice in the message catalogue. */
export type ConditionEntry = {
  [Entry in keyof Conditions]: `${Entry}Advice` extends keyof Conditions ? Entry : never;
}[keyof Conditions];

/** Returns title and advice from the catalogue, with `values` as their placeholders. */
export const conditionText = (
  entry: ConditionEntry,
  values: { network?: string; file?: string; parts?: string } = {},
): Texts => ({
  title: ({ words }) => words(`conditions.${entry}`, values),
  advice: ({ words }) => words(`conditions.${entry}Advice`, values),
});

/** Creates a condition that stops a part of Askbell. */
export const problem = (kind: Condition['kind'], text: Texts): AgentCondition => ({
  kind,
  severity: 'problem',
  ...text,
});

/** Creates a condition that Askbell works with. */
export const warning = (kind: Condition['kind'], text: Texts): AgentCondition => ({
  kind,
  severity: 'warning',
  ...text,
});

/** Returns a sentence that quotes the network's own message. */
export const quoteNetwork = (said: string, { words }: Locale): string =>
  words('clickRequest.said', { said: said.replace(/\.$/, '') });
