import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import type { z } from 'zod';
import {
  coveringTags,
  excludesItself,
  matchesAsAsked,
  matchesFacts,
  isEmptyRule,
  matcherOf,
  questionListOf,
  normalRule,
  watchName,
  type QuestionFacts,
} from '../../../../../electron/agent/sources/questions/rule.ts';
import { watchOf } from '../../../../support/watch.ts';
import { WatchRule } from '../../../../../common/contract/contract.ts';

const rule = (part: z.input<typeof WatchRule>): WatchRule => WatchRule.parse(part);
const asked = (tags: string[], title = 'How do I sort a list?') => ({ tags, title });
const facts = (part: Partial<QuestionFacts> = {}) => ({ score: 0, unanswered: true, bounty: false, ...part });

const tag = fc.stringMatching(/^[a-c+.#-]{1,4}$/);
const tags = fc.uniqueArray(tag, { maxLength: 4 });
const parts = fc.array(fc.oneof(tag, fc.constant('*')), { minLength: 1, maxLength: 5 });
const pattern = parts.map((each) => each.join(''));
const [three, two] = [3, 2].map((maxLength) => fc.array(pattern, { maxLength }));
const anyRule = fc.record({ anyTags: three!, allTags: two!, noTags: two! }).map(rule);

describe('tags of a watch', () => {
  it('match as the regular expression of the pattern would', () => {
    const text = (...signs: string[]) =>
      fc.array(fc.constantFrom(...signs), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text('a', 'b', '+', '.', '*', '*'), text('a', 'a', 'b', '+', '.'), (one, carried) => {
        const source = one.replace(/[.+]/g, String.raw`\$&`).replaceAll('*', '.*');
        const expected = new RegExp(`^${source}$`);
        expect(matchesAsAsked(rule({ anyTags: [one] }), asked([carried]))).toBe(expected.test(carried));
      }),
      { numRuns: 2000 },
    );
  });

  it.prop([anyRule, tags])('say what each list says, whatever the rule and the tags', (watch, carried) => {
    const carries = (list: string[], one: string) => matchesAsAsked(rule({ anyTags: [one] }), asked(list));
    const expected =
      (watch.anyTags.length === 0 || watch.anyTags.some((one) => carries(carried, one))) &&
      watch.allTags.every((one) => carries(carried, one)) &&
      !watch.noTags.some((one) => carries(carried, one));
    expect(matchesAsAsked(watch, asked(carried))).toBe(expected);
  });

  it('leave nothing over where what is left out covers what is asked for', () => {
    const never = [
      { anyTags: ['a'], noTags: ['a'] },
      { anyTags: ['*'], noTags: ['*'] },
      { noTags: ['*'], titleWords: ['x'] },
      { allTags: ['b', 'a-1'], noTags: ['a-*'] },
      { anyTags: ['a-b-*', 'ac'], noTags: ['a*'] },
    ];
    const possible = [
      { anyTags: ['a', 'b'], noTags: ['a'] },
      { anyTags: ['a*'], noTags: ['a-*'] },
      { anyTags: ['*'], noTags: ['a'] },
      { anyTags: ['*'] },
      { noTags: ['a'] },
    ];
    expect(never.map((part) => excludesItself(rule(part)))).toEqual(never.map(() => true));
    expect(possible.map((part) => excludesItself(rule(part)))).toEqual(possible.map(() => false));
    fc.assert(
      fc.property(
        anyRule.filter(excludesItself),
        tags.filter((list) => list.length > 0),
        (impossible, carried) => {
          expect(matchesAsAsked(impossible, asked(carried))).toBe(false);
        },
      ),
    );
  });

  it('stay comparable in no time, however many stars', () => {
    const stars = rule({ anyTags: [`${'a*'.repeat(45)}b`], titleWords: ['a*'.repeat(40)] });
    const start = performance.now();
    expect(matchesAsAsked(stars, asked(['a'.repeat(100)], 'a'.repeat(5000)))).toBe(false);
    expect(performance.now() - start).toBeLessThan(50);
  });
});

const has = (word: string, title: string) => matchesAsAsked(rule({ titleWords: [word] }), { tags: [], title });

it.each([
  ['in whatever case', 'react', 'React hooks twice', 'A reaction to this'],
  ['with any space in a phrase', 'sort list', 'How to SORT  list items', 'list sort'],
  ['with signs at the end', 'c++', 'Is C++ slow?', 'Is C slow?'],
  ['with a sign in front', '.net', 'Use .NET here', 'Use DOTNET here'],
  ['with a sign within', 'a.b', 'What is a.b?', 'axb'],
  ['in brackets', '(why)', 'Tell me (why)', 'Tell me why'],
  ['that go on at a star', 'async*', 'asyncio in loops', 'An unasync loop'],
  ['that begin at a star', '*script', 'TypeScript', 'scripted'],
  ['of any language', 'größ', 'Kein Wort ist größ', 'Die Größe zählt'],
  ['with their accents', 'café', 'Cafe\u0301 near me', 'Cafe near me'],
  ['that are one letter with its accent', 'é', 'e\u0301 is a letter', 'caf\u0065\u0301'],
])('words in the title are whole words, %s: %s', (_, word, title, other) => {
  expect([has(word, title), has(word, other)]).toEqual([true, false]);
});

it.each(['list', 'tree'])('words in the title must all be there, such as "%s"', (word) =>
  expect(matchesAsAsked(rule({ titleWords: ['sort', word] }), asked([], 'A list to sort'))).toBe(word === 'list'),
);

it.prop([fc.string({ maxLength: 30, unit: 'grapheme' }), fc.string({ unit: 'grapheme' })])(
  'words in the title never fail to be compared, and find themselves',
  (word, title) => {
    fc.pre(word.trim() !== '');
    has(word, title);
    expect(word.includes('*') || has(word, word.trim())).toBe(true);
  },
);

it.each<[boolean, z.input<typeof WatchRule>, Partial<QuestionFacts>]>([
  [false, { minScore: 3 }, { score: 2 }],
  [true, { minScore: 3 }, { score: 3 }],
  [false, { minScore: -1 }, { score: undefined }],
  [false, { unanswered: true }, { unanswered: false }],
  [false, { bounty: true }, {}],
  [true, { bounty: true, minScore: 1 }, { bounty: true, score: 1 }],
])('what becomes of a question is %s of %j with %j', (does, part, given) =>
  expect(matchesFacts(rule(part), facts(given))).toBe(does),
);

it('what becomes of a question decides how a watch looks for it', () => {
  const rules = [rule({}), rule({ minScore: 0 }), rule({ minScore: 1 }), rule({ minScore: 1, bounty: true })];
  expect(rules.map(questionListOf)).toEqual(['new', 'new', 'scored', 'featured']);
});

it('a rule is kept as the network writes tags, without what is there twice', () => {
  const given = { anyTags: [' Unit Testing ', 'unit-testing', 'a**b'], titleWords: ['Sort  list', 'sort list'] };
  expect(normalRule(rule(given))).toMatchObject({ anyTags: ['unit-testing', 'a*b'], titleWords: ['sort list'] });
});

it('a rule says in words what it asks for', () => {
  const long = rule({ anyTags: ['a', 'b-*'], noTags: ['x'], titleWords: ['why'], minScore: 2, unanswered: true });
  expect(watchName(long)).toBe('a or b-*, without x, “why” in the title, score 2 or more, unanswered');
  expect(watchName(rule({ allTags: ['a', 'b'], bounty: true }))).toBe('a + b, with a bounty');
  expect(watchName(rule({}))).toBe('every question');
  expect(isEmptyRule(rule({}))).toBe(true);
  expect(isEmptyRule(rule({ minScore: 0 }))).toBe(false);
});

it.each<[string[] | undefined, ...z.input<typeof WatchRule>[]]>([
  [['a', 'b'], { anyTags: ['b', 'a'] }],
  [['a', 'b'], { anyTags: ['b', 'a'] }, { allTags: ['c', 'a'] }],
  [['c'], { anyTags: ['a-*'], allTags: ['c'] }],
  // There are none for wildcards, words alone, or everything.
  [undefined, { anyTags: ['a', 'b-*'] }],
  [undefined, { anyTags: ['a'] }, { titleWords: ['x'] }],
  [undefined, { noTags: ['a'] }],
  [undefined],
  [undefined, { anyTags: Array.from({ length: 31 }, (_, n) => `t${n}`) }],
])('tags that cover watches are %j, one of which every match carries: %j %j', (tags, ...rules) =>
  expect(coveringTags(rules.map(rule))).toEqual(tags),
);

it('the matcher of a site finds the watches whose rules fit, in their order, and none of another site', () => {
  const aRule = fc.record({ anyTags: three!, allTags: tags, noTags: tags });
  fc.assert(
    fc.property(fc.array(aRule, { maxLength: 12 }), tags, (rules, own) => {
      const watches = rules.map((part, at) => watchOf(`${at}`, at % 4 === 3 ? 'other' : 'site', part));
      const found = matcherOf(watches, 'site')({ ...asked(own), ...facts() });
      expect(found).toEqual(watches.filter((one) => one.siteId === 'site' && matchesAsAsked(one.rule, asked(own))));
    }),
  );
});
