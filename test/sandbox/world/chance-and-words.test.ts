import { fc, it } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { avatar, siteIcon } from '../../../sandbox/pages/pages.ts';
import { createRandom, createWeightedDraw } from '../../../sandbox/world/random.ts';
import { capitalized, composeComment, composeSubject, thirdPerson } from '../../../sandbox/world/text/sentences.ts';
import { topicsOf } from '../../../sandbox/world/text/sites.ts';

it.prop([fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(100)])(
  'chance is the same for the same seed, and stays in its bounds',
  (seed, from, width) => {
    const one = createRandom(seed);
    const other = createRandom(seed);
    for (let count = 0; count < 20; count += 1) {
      const drawn = one.integer(from, from + width);
      expect(other.integer(from, from + width)).toBe(drawn);
      expect(drawn).toBeGreaterThanOrEqual(from);
      expect(drawn).toBeLessThanOrEqual(from + width);
    }
  },
);

it('chance follows weights, among the first ones only where told so', () => {
  const random = createRandom(5);
  const draw = createWeightedDraw([1, 3, 96]);
  const drawn = Array.from({ length: 4000 }, () => draw(random));
  expect(drawn.filter((index) => index === 2).length / drawn.length).toBeCloseTo(0.96, 1);
  const early = Array.from({ length: 4000 }, () => draw(random, 2));
  expect(early.filter((index) => index === 1).length / early.length).toBeCloseTo(0.75, 1);
  expect(Math.max(...early)).toBe(1);
  expect(() => draw(random, 4)).toThrow('Cannot draw');
});

it('chance spans have the mean asked for', () => {
  const random = createRandom(8);
  const spans = Array.from({ length: 5000 }, () => random.span(10));
  expect(spans.reduce((sum, span) => sum + span, 0) / spans.length).toBeCloseTo(10, -0.5);
});

describe('words', () => {
  it.each([
    ['skip under load', 'skips under load'],
    ['not hold its pressure', 'does not hold its pressure'],
    ['never return', 'never returns'],
    ['go slack', 'goes slack'],
    ['hiss at the valve', 'hisses at the valve'],
    ['dry out', 'dries out'],
    ['stay cold', 'stays cold'],
    ['attach itself', 'attaches itself'],
  ])('says "it %s" as "it %s"', (base, inflected) => expect(thirdPerson(base)).toBe(inflected));

  it('begins sentences with a capital, but leaves code alone', () => {
    expect(
      ['my rear wheel', 'std::map<K, V>', 'os.path', 'structuredClone', '"type"', 'Äpfel'].map(capitalized),
    ).toEqual(['My rear wheel', 'std::map<K, V>', 'os.path', 'structuredClone', '"type"', 'Äpfel']);
  });

  it('fills every place of its sentences', () => {
    const random = createRandom(3);
    for (const topic of ['loops', 'beds', 'spokes', 'nightsky', 'meta.loops'].flatMap(topicsOf))
      for (let count = 0; count < 40; count += 1) {
        const { title, situation } = composeSubject(topic, random, () => false);
        const comments = (['owner', 'question', 'answer'] as const).map((role) => composeComment(topic, role, random));
        for (const text of [title, situation, ...comments]) expect(text).not.toMatch(/\{\w*\}| {2}|^ | $|undefined,/);
      }
  });

  it('adds a detail to titles that are taken, and a number where all are', () => {
    const [topic] = topicsOf('loops');
    if (topic === undefined) throw new Error('There is no topic');
    const taken = (isFree: RegExp) => composeSubject(topic, createRandom(1), (title) => !isFree.test(title)).title;
    const inBrackets = / \((.+)\)$/;
    expect(topic.details).toContain(`${inBrackets.exec(taken(inBrackets))?.[1]}.`);
    expect(taken(/\(case/)).toMatch(/ \(case 2\)$/);
  });

  it('has lists that fit together: every snippet shows a fault, every site has its topics', () => {
    for (const key of ['loops', 'beds', 'spokes', 'nightsky', 'meta.loops']) {
      expect(topicsOf(key).length, key).toBeGreaterThan(0);
      for (const topic of topicsOf(key)) {
        expect(topic.causes.length, topic.tag).toBe(topic.remedies.length);
        for (const [place] of topic.code ?? []) expect(topic.faults[place], topic.tag).toBeDefined();
      }
    }
    expect(topicsOf('elsewhere')).toEqual([]);
  });
});

it('pictures are SVG of their own for each site and person, the same each time, and safe to serve', () => {
  const pictures = [
    ...['loops', 'beds', 'spokes', 'nightsky', 'meta.loops', '"><script>'].map(siteIcon),
    ...[1, 2, 3, 420].map(avatar),
  ];
  for (const picture of pictures) {
    expect(picture).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(picture).not.toMatch(/script|href|undefined|NaN/);
  }
  expect(new Set(pictures).size).toBe(pictures.length);
  expect(avatar(7)).toBe(avatar(7));
});
