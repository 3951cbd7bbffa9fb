import { expect, it } from 'vitest';
import { AIMED_MOMENTS, Endings, newsFor, notHit } from '../../../bench/torture/moments.ts';
import { createRandom } from '../../../sandbox/world/random.ts';

const moments = Object.keys(AIMED_MOMENTS);

it.each([1, 2, 3, 4])('aims at every moment in a run of a hundred, the first time it comes (seed %i)', (seed) => {
  const endings = new Endings(createRandom(seed));
  const drawn = Array.from({ length: 100 }, () => endings.draw());
  const first = drawn.flatMap((ending) => (ending.how === 'aimed' && ending.nth === 1 ? [ending.moment] : []));
  expect(new Set(first)).toEqual(new Set(moments));
  const again = new Endings(createRandom(seed));
  expect(Array.from({ length: 100 }, () => again.draw())).toEqual(drawn);
});

it('fails a long run that never hit one, and only names it in a short one', () => {
  const { salvage: _never, ...hits } = Object.fromEntries(moments.map((moment) => [moment, 1]));
  expect(notHit(hits, 100)).toEqual({ moments: ['salvage'], fails: true });
  expect(notHit(hits, 50)).toEqual({ moments: ['salvage'], fails: false });
  expect(notHit({ ...hits, salvage: 2 }, 500)).toEqual({ moments: [], fails: false });
});

it('lets something happen before a life that is to end around a notification', () => {
  const aimedAt = (moment: keyof typeof AIMED_MOMENTS) => newsFor({ how: 'aimed', moment, nth: 1 });
  expect(aimedAt('refused')).toBeGreaterThan(0);
  expect(aimedAt('migration')).toBe(0);
  expect(newsFor({ how: 'random', afterMs: 3 })).toBe(0);
});
