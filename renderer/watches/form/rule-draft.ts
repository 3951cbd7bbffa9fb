import type { WatchRule } from '../../../common/contract/contract.ts';
import { tagText, wordText } from '../watch-words.ts';

/** The lists of a rule, each with the text that is being typed into it. */
export const RULE_LISTS = ['anyTags', 'allTags', 'noTags', 'titleWords'] as const;
export type RuleList = (typeof RULE_LISTS)[number];

/** A rule as the form holds it. */
export interface RuleDraft {
  rule: WatchRule;
  typing: Record<RuleList, string>;
  /** As typed; not always a number yet. */
  minScore: string;
}

const EMPTY_RULE: WatchRule = {
  anyTags: [],
  allTags: [],
  noTags: [],
  titleWords: [],
  unanswered: false,
  bounty: false,
};

export const createDraft = (rule: WatchRule = EMPTY_RULE): RuleDraft => ({
  rule,
  typing: { anyTags: '', allTags: '', noTags: '', titleWords: '' },
  minScore: rule.minScore === undefined ? '' : String(rule.minScore),
});

/** What typed text becomes in a list. */
export const normalizeEntry = (list: RuleList, typed: string): string =>
  list === 'titleWords' ? wordText(typed) : tagText(typed);

/** The score of a draft: undefined when there is none, NaN when it is not a whole number. */
function scoreOf({ minScore }: RuleDraft): number | undefined {
  const text = minScore.trim().replace('−', '-');
  if (text === '') return undefined;
  return /^[+-]?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
}

/** True when what stands in the field of the score is no whole number. */
export const isScoreInvalid = (draft: RuleDraft): boolean => Number.isNaN(scoreOf(draft) ?? 0);

/** The rule as entered; with `typed`, also what stands in the fields and was not entered yet. */
export function ruleOf(draft: RuleDraft, { typed }: { typed: boolean }): WatchRule {
  const { minScore: _old, ...rule } = draft.rule;
  const score = scoreOf(draft);
  const whole: WatchRule = { ...rule, ...(score !== undefined && !Number.isNaN(score) && { minScore: score }) };
  if (typed) {
    for (const list of RULE_LISTS) {
      const value = normalizeEntry(list, draft.typing[list]);
      if (value !== '' && !whole[list].includes(value)) whole[list] = [...whole[list], value];
    }
  }
  return whole;
}

/** True for a rule that says nothing. */
export const isEmptyRule = (rule: WatchRule): boolean =>
  RULE_LISTS.every((list) => rule[list].length === 0) &&
  rule.minScore === undefined &&
  !rule.unanswered &&
  !rule.bounty;

/** True for a rule with a condition that few ask for. */
export const asksForMore = ({ allTags, unanswered, bounty }: WatchRule): boolean =>
  allTags.length > 0 || unanswered || bounty;
