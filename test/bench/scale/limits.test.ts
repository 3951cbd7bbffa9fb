import { expect, it } from 'vitest';
import type { Times } from '../../../bench/scale/ask/ask-all.ts';
import { LIMITS, measuredCase } from '../../../bench/scale/limits.ts';
import { missed } from '../../../bench/support/figures.ts';

const steady = (big: number, small = big): Times => ({ big: [big, big, big], small: [small, small, small] });

it.each<[string, { isText?: boolean; isDeep?: boolean }, Times[], string[]]>([
  ['is good where it grows no more than twofold', {}, [steady(5), steady(8), steady(10)], []],
  ['misses where it grows more', {}, [steady(5), steady(5), steady(11)], ['growth']],
  ['misses where the lighter subject grows more', {}, [steady(9, 1), steady(10, 3)], ['growth']],
  ['may grow fourfold on deep pages', { isDeep: true }, [steady(5), steady(20)], []],
  ['misses where deep pages grow more', { isDeep: true }, [steady(5), steady(21)], ['growth']],
  ['misses where it is slow at a size', {}, [steady(20), steady(26)], ['p95_200']],
  ['misses where one of its answers is slow', {}, [{ big: [1, 1, 26], small: [1, 1, 1] }], ['p95_100']],
  ['may take longer where text is searched', { isText: true }, [steady(50), steady(60)], []],
  ['misses where a search takes longer still', { isText: true }, [steady(61), steady(61)], ['p95_100', 'p95_200']],
  ['has no growth at one size', {}, [steady(1)], []],
  ['misses where nothing was answered', {}, [{ big: [], small: [] }], ['p95_100']],
])('a case %s', (_name, marks, times, targets) => {
  const sizes = new Map(times.map((each, index) => [100 * (index + 1), each]));
  expect(missed(measuredCase({ name: 'case', isText: false, isDeep: false, ...marks }, sizes))).toEqual(targets);
});

it.each<[keyof typeof LIMITS, Record<string, number>, string[]]>([
  ['load', { mb_per_second: 14, peak_rss_mb: 250, broken_rows: 0 }, []],
  ['load', { mb_per_second: 13.9, peak_rss_mb: 251, broken_rows: 1 }, ['mb_per_second', 'peak_rss_mb', 'broken_rows']],
  ['readers', { p99_ratio: 2, refused: 0 }, []],
  ['readers', { p99_ratio: 2.1, refused: 1 }, ['p99_ratio', 'refused']],
  ['servers', { repeated_ratio: 0.3, cold_ratio: 0.1, refused: 0 }, []],
  ['servers', { repeated_ratio: 0.29, cold_ratio: 0.09, refused: 0 }, ['repeated_ratio', 'cold_ratio']],
])('the limits of %s judge %j', (part, figures, targets) => {
  expect(missed({ figures, targets: LIMITS[part] })).toEqual(targets);
});
