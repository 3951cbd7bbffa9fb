import fc from 'fast-check';
import { WatchRule } from '../../common/contract/contract.ts';
import {
  coveringTags,
  excludesItself,
  matchesAsAsked,
  normalRule,
  normalTag,
  sameRule,
  watchName,
} from '../../electron/agent/sources/questions/rule.ts';
import { pastedTags } from '../../electron/agent/library/watches/tag-import.ts';
import { mutated, mutatedText, oddText } from './arbitraries.ts';
import { assert, assertPrototypes, inTime, property } from './property.ts';

const tag = fc.oneof(fc.stringMatching(/^[a-c.+#*-]{1,5}$/), oddText);
const rule = fc.record(
  {
    anyTags: fc.array(tag, { maxLength: 4 }),
    allTags: fc.array(tag, { maxLength: 3 }),
    noTags: fc.array(tag, { maxLength: 3 }),
    titleWords: fc.array(fc.oneof(fc.constantFrom('c++', 'async*', '*a*', '(a+)+$', '[', '\\'), oddText), {
      maxLength: 4,
    }),
    minScore: fc.integer({ min: -100, max: 10_000 }),
    unanswered: fc.boolean(),
    bounty: fc.boolean(),
  },
  { requiredKeys: [] },
);
const asked = fc.record({
  tags: fc.array(fc.oneof(fc.stringMatching(/^[a-c.+#-]{1,5}$/), oddText), { maxLength: 5 }),
  title: fc.oneof(fc.constantFrom('How do I sort a list in C++?', 'asyncio'), oddText),
});

property({
  name: 'rules',
  holds: 'a rule that the contract lets pass matches in no time, is the same when made plain, and is named',
  input: fc.record({ given: mutated(rule, 2), question: asked }),
  check({ given, question }) {
    const read = WatchRule.safeParse(given);
    assertPrototypes();
    if (!read.success) return;
    const plain = normalRule(read.data);
    assert(sameRule(normalRule(plain), plain), 'a plain rule is made plainer still');
    assert(WatchRule.safeParse(plain).success, 'a plain rule is none');
    const doesFit = inTime('matching', () => matchesAsAsked(plain, question));
    assert(inTime('matching', () => matchesAsAsked(read.data, question)) === doesFit, 'a plain rule matches otherwise');
    if (excludesItself(plain)) assert(!doesFit || question.tags.length === 0, 'a rule that excludes itself matches');
    assert(watchName(plain).length > 0, 'a rule has no name');
    const covering = coveringTags([plain]);
    const isCovered = question.tags.some((each) => covering?.includes(normalTag(each)));
    assert(!covering || !doesFit || isCovered, 'the covering tags would miss a match');
  },
});

const pasted = fc.oneof(
  mutatedText(
    fc.constantFrom(
      'python, c++; [javascript] <html><css>',
      'https://net.example/questions/tagged/python+or+c%2b%2b',
      '1. rust\n2. go\n• #swift × 1,234',
      'react-*, *-api',
    ),
  ),
  fc.array(oddText, { maxLength: 5 }).map((texts) => texts.join(', ')),
);

property({
  name: 'tag-paste',
  holds: 'pasted tags are short, none comes twice, and pasting them again gives the same',
  input: pasted,
  check(text) {
    const found = inTime('reading tags', () => pastedTags(text));
    assert(new Set(found).size === found.length, 'a tag comes twice');
    for (const each of found) {
      assert(each.length > 0 && each.length <= 100, 'a tag is too long');
      assert(!/[\s,;<>]/.test(each), 'a tag holds what separates tags');
    }
    assert(JSON.stringify(pastedTags(found.join(' '))) === JSON.stringify(found), 'pasting them again gives others');
  },
});
