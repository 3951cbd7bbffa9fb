import type { WatchRule } from '../../../../common/contract/contract.ts';
import type { Question } from '../../../../common/resources.ts';
import type { StoredWatch } from '../../../store/settings.ts';
import type { StreamId } from '../../ids.ts';

/** Question as it was asked. Later edits do not change the watches that it matches. */
export interface QuestionAsAsked {
  title: string;
  tags: string[];
}

/** Current facts of a question. */
export interface QuestionFacts {
  /** Absent if the network omits it: then no minimum score is reached. */
  score?: number | undefined;
  /** Whether it has no answer. */
  unanswered: boolean;
  /** Whether a bounty is open. */
  bounty: boolean;
}

/**
 * List from which a watch finds its questions. `new`: as they are asked. `scored`: once they reach its score, which
 * takes hours or days. `featured`: once they have a bounty, which no question has in its first days.
 */
export type QuestionList = 'new' | 'scored' | 'featured';

/** Normalizes a tag as the network writes it: lower case, words joined by hyphens. */
export const normalTag = (typed: string): string => typed.trim().toLowerCase().replace(/\s+/g, '-');

/** Normalizes a rule for storage: tags as the network writes them, no duplicates, no empty entries. */
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

/** Whether a rule has no condition that an edit of a question could affect. */
export const isOnlyAboutFacts = ({ anyTags, allTags, noTags, titleWords }: WatchRule): boolean =>
  [anyTags, allTags, noTags, titleWords].every((list) => list.length === 0);

/** Whether a rule has no condition, so that every question of the site would match. */
export const isEmptyRule = (rule: WatchRule): boolean =>
  isOnlyAboutFacts(rule) && rule.minScore === undefined && !rule.unanswered && !rule.bounty;

/** Whether a rule excludes its own conditions, so that no question can match. Every question has at least one tag. */
export function excludesItself({ anyTags, allTags, noTags }: WatchRule): boolean {
  // A pattern covers another one if it matches the other's text, stars included.
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

const STREAM_KINDS = { new: 'questions', scored: 'scored', featured: 'featured' } as const;

/** Returns the stream that finds a watch's matches. */
export const watchStream = (siteId: string, rule: WatchRule): StreamId =>
  `${STREAM_KINDS[questionListOf(rule)]}:${siteId}`;

/** Whether a question as it was asked matches a rule's tags and words. */
export function matchesAsAsked(rule: WatchRule, asked: QuestionAsAsked): boolean {
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

/** Whether a question's current score, answers and bounty match a rule. */
export const matchesFacts = (rule: WatchRule, facts: QuestionFacts): boolean =>
  (rule.minScore === undefined || (facts.score ?? -Infinity) >= rule.minScore) &&
  (!rule.unanswered || facts.unanswered) &&
  (!rule.bounty || facts.bounty);

/**
 * Returns a function that finds the watches of one site that match a question with its current facts. Watches of whole
 * tags are indexed by tag, so that of thousands only those of the question's tags are compared.
 */
export function matcherOf(watches: readonly StoredWatch[], siteId: string) {
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
  return (question: QuestionAsAsked & QuestionFacts): StoredWatch[] => {
    const places = new Set([...others, ...question.tags.flatMap((tag) => byTag.get(normalTag(tag)) ?? [])]);
    return [...places]
      .toSorted((a, b) => a - b)
      .map((at) => watches[at]!)
      .filter(({ rule }) => matchesAsAsked(rule, question) && matchesFacts(rule, question));
  };
}

/** Compiled rules. Settings return the same rule object until it is changed, so each is compiled once. */
const compiledRules = new WeakMap<WatchRule, ReturnType<typeof compile>>();

function compiled(rule: WatchRule) {
  const made = compiledRules.get(rule) ?? compile(rule);
  if (!compiledRules.has(rule)) compiledRules.set(rule, made);
  return made;
}

const compile = ({ anyTags, allTags, noTags, titleWords }: WatchRule) => ({
  any: anyTags.map(tagMatcher),
  all: allTags.map(tagMatcher),
  none: noTags.map(tagMatcher),
  words: titleWords.map(wordMatcher),
});

/**
 * Returns a matcher of tags: `python-*` matches every tag that begins so, because `*` stands for any characters, or
 * none.
 */
function tagMatcher(pattern: string): (tag: string) => boolean {
  const normal = normalTag(pattern);
  if (isPlainTag(normal)) return (tag) => tag === normal;
  const parts = normal.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  const middle = parts.slice(1, -1);
  // Not a regular expression: many stars must not make a tag slow to compare.
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
 * Returns a matcher of a whole word or phrase, ignoring case: `react` does not match "reaction", `c++` is literal. A
 * star at an end matches longer words: `async*` matches "asyncio". Elsewhere a star is literal, so no pattern is slow
 * to compare.
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

/** Returns the name of a watch: its conditions in a few words. */
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

/** Maximum number of tags in a search: addresses have a limit, and every tag makes the search slower. */
const MAX_SEARCH_TAGS = 30;

/**
 * Returns tags of which every question that matches one of the rules has at least one, so that a search for any of them
 * finds all matches; undefined if there is no short list of whole tags (wildcards, words only).
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
 * Returns the current facts of a question. Networks may omit fields: a missing score stays unknown, and a question
 * without a number of answers counts as unanswered unless the network says that it is answered.
 */
export const questionFacts = (question: Question): QuestionFacts => ({
  score: question.score,
  unanswered: question.answer_count === undefined ? question.is_answered !== true : question.answer_count === 0,
  bounty: question.bounty_closes_date !== undefined || (question.bounty_amount ?? 0) > 0,
});

/** Returns a text that is equal for rules with the same matches. */
export const ruleKey = ({ anyTags, allTags, noTags, titleWords, minScore, unanswered, bounty }: WatchRule): string =>
  JSON.stringify([
    ...[anyTags, allTags, noTags, titleWords.map((word) => word.toLowerCase())].map((texts) => texts.toSorted()),
    minScore ?? null,
    unanswered,
    bounty,
  ]);

/** Whether two rules have the same matches. */
export const sameRule = (a: WatchRule, b: WatchRule): boolean => ruleKey(a) === ruleKey(b);
