import type { WatchRule } from '../../../common/contract/contract.ts';
import type { Question } from '../../../common/resources.ts';
import type { StoredWatch } from '../../store/settings.ts';

/** A question as it was asked. Later edits do not change what its watches match. */
export interface QuestionAsAsked {
  title: string;
  tags: string[];
}

/** How a question stands at present. */
export interface QuestionFacts {
  /** Absent where the network does not tell it: then no minimum score is reached. */
  score?: number | undefined;
  /** Nobody has answered it. */
  unanswered: boolean;
  /** A bounty is open. */
  bounty: boolean;
}

/**
 * How a watch finds its questions. `new`: as they are asked. `scored`: once they reach its score, which a question does
 * hours or days after it was asked. `featured`: once they have a bounty, which no question has in its first days.
 */
export type QuestionList = 'new' | 'scored' | 'featured';

/** Tags are compared as the network writes them: lower case, words joined by hyphens. */
export const normalTag = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '-');

/** A rule as it is stored: tags as the network writes them, nothing twice, nothing empty. */
export function normalRule(rule: WatchRule): WatchRule {
  const tags = (patterns: string[]) => [
    ...new Set(patterns.map((pattern) => normalTag(pattern).replace(/\*+/g, '*')).filter(Boolean)),
  ];
  const words = rule.titleWords.map((word) => word.trim().replace(/\s+/g, ' ')).filter(Boolean);
  const byCase = new Map(words.map((word) => [word.toLowerCase(), word]));
  return {
    ...rule,
    anyTags: tags(rule.anyTags),
    allTags: tags(rule.allTags),
    noTags: tags(rule.noTags),
    titleWords: [...byCase.values()],
  };
}

/** True for a rule that asks for nothing, so that every question of the site would match. */
export const isEmptyRule = (rule: WatchRule): boolean =>
  [rule.anyTags, rule.allTags, rule.noTags, rule.titleWords].every((list) => list.length === 0) &&
  rule.minScore === undefined &&
  !rule.unanswered &&
  !rule.bounty;

/** Whether a rule excludes what it asks for, so that no question can match. Every question has at least one tag. */
export function excludesItself({ anyTags, allTags, noTags }: WatchRule): boolean {
  // A pattern covers another one where it matches the other's text, stars included.
  const covers = noTags.map(tagMatcher);
  const covered = (pattern: string) => covers.some((matches) => matches(normalTag(pattern)));
  return covered('*') || allTags.some(covered) || (anyTags.length > 0 && anyTags.every(covered));
}

/** Whether a pattern is a single tag, without a star. */
export const isPlainTag = (pattern: string): boolean => !pattern.includes('*');

export function questionListOf(rule: WatchRule): QuestionList {
  if (rule.bounty) return 'featured';
  // A question starts at a score of 0, so a minimum of 0 or less can be decided as soon as it is asked.
  return (rule.minScore ?? 0) > 0 ? 'scored' : 'new';
}

/** Whether a question as it was asked fits a rule's tags and words. */
export function fits(rule: WatchRule, asked: QuestionAsAsked): boolean {
  const { any, all, none, words } = compiled(rule);
  const tags = asked.tags.map(normalTag);
  const carries = (matches: (tag: string) => boolean) => tags.some(matches);
  return (
    (any.length === 0 || any.some(carries)) &&
    all.every(carries) &&
    !none.some(carries) &&
    words.every((word) => word.test(asked.title.normalize('NFC')))
  );
}

/** Whether a question's score, answers and bounty at present fit a rule. */
export const hasBecome = (rule: WatchRule, facts: QuestionFacts): boolean =>
  (rule.minScore === undefined || (facts.score ?? -Infinity) >= rule.minScore) &&
  (!rule.unanswered || facts.unanswered) &&
  (!rule.bounty || facts.bounty);

/**
 * Returns a function that finds the watches of one site that a question matches as it is now. Of thousands of watches
 * that name whole tags, only those of the question's own tags are looked at.
 */
export function matcherOf(
  watches: readonly StoredWatch[],
  siteId: string,
): (question: QuestionAsAsked & QuestionFacts) => StoredWatch[] {
  const byTag = new Map<string, number[]>();
  const others: number[] = [];
  for (const [at, watch] of watches.entries()) {
    const { anyTags } = watch.rule;
    if (watch.siteId !== siteId) continue;
    if (anyTags.length === 0 || !anyTags.every(isPlainTag)) others.push(at);
    else
      for (const tag of anyTags.map(normalTag)) {
        const places = byTag.get(tag) ?? [];
        places.push(at);
        byTag.set(tag, places);
      }
  }
  return (question) => {
    const places = new Set([...others, ...question.tags.flatMap((tag) => byTag.get(normalTag(tag)) ?? [])]);
    return [...places]
      .toSorted((a, b) => a - b)
      .map((at) => watches[at]!)
      .filter(({ rule }) => fits(rule, question) && hasBecome(rule, question));
  };
}

interface Compiled {
  any: ((tag: string) => boolean)[];
  all: ((tag: string) => boolean)[];
  none: ((tag: string) => boolean)[];
  words: RegExp[];
}

/** Settings hand out the same rule until it is changed, so each is compiled once. */
const compiledRules = new WeakMap<WatchRule, Compiled>();

function compiled(rule: WatchRule): Compiled {
  let made = compiledRules.get(rule);
  if (!made) {
    const tags = (patterns: string[]) => patterns.map(tagMatcher);
    made = {
      any: tags(rule.anyTags),
      all: tags(rule.allTags),
      none: tags(rule.noTags),
      words: rule.titleWords.map(wordMatcher),
    };
    compiledRules.set(rule, made);
  }
  return made;
}

/** Matches tags: `python-*` is every tag that begins so, because `*` stands for any characters, or none. */
function tagMatcher(pattern: string): (tag: string) => boolean {
  const normal = normalTag(pattern);
  if (isPlainTag(normal)) return (tag) => tag === normal;
  const parts = normal.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const middle = parts.slice(1, -1);
  // By hand rather than by a regular expression: many stars must not make a tag slow to compare.
  return (tag) => {
    if (tag.length < first.length + last.length || !tag.startsWith(first) || !tag.endsWith(last)) return false;
    let at = first.length;
    for (const part of middle) {
      const found = tag.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= tag.length - last.length;
  };
}

/**
 * A word or phrase by itself, whatever its case: `react` is not in "reaction", `c++` is what it says. A star at an end
 * lets the word go on there: `async*` is in "asyncio". Elsewhere a star is a star, so no pattern is slow to compare.
 */
function wordMatcher(word: string): RegExp {
  const text = word.trim().normalize('NFC');
  const inner = text.replace(/^\*+(?=.)/, '').replace(/(?<=.)\*+$/, '');
  const body = inner.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+');
  const letter = '[\\p{L}\\p{N}_]';
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  const before = !text.startsWith('*') && isLetter([...inner].at(0)) ? `(?<!${letter})` : '';
  const after = !text.endsWith('*') && isLetter([...inner].at(-1)) ? `(?!${letter})` : '';
  return new RegExp(`${before}${body}${after}`, 'iu');
}

/** What a watch is called: its conditions in a few words. */
export function watchName(rule: WatchRule): string {
  const quoted = rule.titleWords.map((word) => `“${word}”`);
  const parts = [
    rule.anyTags.join(' or '),
    rule.allTags.length > 0 ? `${rule.anyTags.length > 0 ? 'with ' : ''}${rule.allTags.join(' + ')}` : '',
    rule.noTags.length > 0 ? `without ${rule.noTags.join(', ')}` : '',
    quoted.length > 0 ? `${quoted.join(' and ')} in the title` : '',
    rule.minScore === undefined ? '' : `score ${rule.minScore} or more`,
    rule.unanswered ? 'unanswered' : '',
    rule.bounty ? 'with a bounty' : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'every question' : parts.join(', ');
}

/** The most tags of one search: addresses have a limit, and every tag makes the search slower. */
const MAX_SEARCH_TAGS = 30;

/**
 * Tags such that every question that fits one of the rules carries one of them; undefined where there is no short list
 * of whole tags (wildcards, words only). A search for any of them then finds all that is wanted.
 */
export function coveringTags(rules: WatchRule[]): string[] | undefined {
  const covering = new Set<string>();
  for (const rule of rules) {
    const plainAll = rule.allTags.filter(isPlainTag);
    const anyIsPlain = rule.anyTags.length > 0 && rule.anyTags.every(isPlainTag);
    // One of the tags that a question must all have is enough, preferably one that is searched for already.
    const one = plainAll.find((tag) => covering.has(normalTag(tag))) ?? plainAll[0];
    const own = one === undefined ? (anyIsPlain ? rule.anyTags : undefined) : [one];
    if (!own) return undefined;
    for (const tag of own) covering.add(normalTag(tag));
    if (covering.size > MAX_SEARCH_TAGS) return undefined;
  }
  return covering.size === 0 ? undefined : [...covering].toSorted();
}

/**
 * How a question stands at present. Networks may leave fields out: a missing score stays unknown, and a question
 * without a number of answers counts as unanswered unless the network says it is answered.
 */
export const questionFacts = (question: Question): QuestionFacts => ({
  score: question.score,
  unanswered: question.answer_count === undefined ? question.is_answered !== true : question.answer_count === 0,
  bounty: question.bounty_closes_date !== undefined || (question.bounty_amount ?? 0) > 0,
});

/** A text that is the same for rules that find the same. */
export const ruleKey = ({ anyTags, allTags, noTags, titleWords, minScore, unanswered, bounty }: WatchRule): string =>
  JSON.stringify([
    ...[anyTags, allTags, noTags, titleWords.map((word) => word.toLowerCase())].map((texts) => texts.toSorted()),
    minScore ?? null,
    unanswered,
    bounty,
  ]);

/** Whether two rules find the same. */
export const sameRule = (a: WatchRule, b: WatchRule): boolean => ruleKey(a) === ruleKey(b);
