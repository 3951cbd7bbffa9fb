import { expect, it } from 'vitest';
import { KILL_POINTS, Endings, newsFor, notHit } from '../../../bench/life/kill-points.ts';
import { createRandom } from '../../../sandbox/world/random.ts';

const points = Object.keys(KILL_POINTS);

it.each([1, 2, 3, 4])('aims at every kill point in a run of a hundred, the first time it comes (seed %i)', (seed) => {
  const endings = new Endings(createRandom(seed));
  const drawn = Array.from({ length: 100 }, () => endings.draw());
  const first = drawn.flatMap((ending) => (ending.how === 'aimed' && ending.nth === 1 ? [ending.point] : []));
  expect(new Set(first)).toEqual(new Set(points));
  const again = new Endings(createRandom(seed));
  expect(Array.from({ length: 100 }, () => again.draw())).toEqual(drawn);
});

it('fails a long run that never hit one, and only names it in a short one', () => {
  const { salvage: _never, ...hits } = Object.fromEntries(points.map((point) => [point, 1]));
  expect(notHit(hits, 100)).toEqual({ points: ['salvage'], fails: true });
  expect(notHit(hits, 50)).toEqual({ points: ['salvage'], fails: false });
  expect(notHit({ ...hits, salvage: 2 }, 500)).toEqual({ points: [], fails: false });
});

it('lets something happen before a life that is to end around a notification', () => {
  const aimedAt = (point: keyof typeof KILL_POINTS) => newsFor({ how: 'aimed', point, nth: 1 });
  expect(aimedAt('refused')).toBeGreaterThan(0);
  expect(aimedAt('migration')).toBe(0);
  expect(newsFor({ how: 'random', afterMs: 3 })).toBe(0);
});
