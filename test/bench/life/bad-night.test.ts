import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawFault, mangledAnswer } from '../../../bench/life/bad-night.ts';
import { createRandom } from '../../../sandbox/world/random.ts';

const item = { question_id: 7, title: 'Why?', tags: ['a', 'b'], owner: { user_id: 3, display_name: 'Ada' } };
const answer = JSON.stringify({ items: Array.from({ length: 8 }, () => item), has_more: false, quota_remaining: 200 });

it('spoils answers in every way, with texts of a megabyte among them, and keeps them readable as JSON', () => {
  const random = createRandom(1);
  const kinds = new Set(Array.from({ length: 200 }, () => drawFault(random)?.kind));
  expect(kinds).toEqual(new Set([undefined, 'outage', 'cut', 'error', 'mangled']));
  const spoilt = Array.from({ length: 12 }, () => mangledAnswer(answer, random));
  expect(Math.max(...spoilt.map((text) => text.length))).toBeGreaterThan(200_000);
  expect(new Set(spoilt).size).toBe(spoilt.length);
  for (const text of spoilt) expect(Array.isArray((JSON.parse(text) as { items: unknown }).items)).toBe(true);
});

it('spoils the same by the same seed, and makes no body longer than 16 MB', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const text = mangledAnswer(answer, createRandom(seed));
      expect(mangledAnswer(answer, createRandom(seed))).toBe(text);
      expect(text.length).toBeLessThan(16 * 1024 * 1024);
    }),
    { numRuns: 3 },
  );
});
