import { expect, it } from 'vitest';
import { scaledClock, type Scale } from './scaled-clock.ts';

it('follows a scale that jumps, so that whoever shares it is never left behind', () => {
  const scale: Scale = { real: Date.now(), virtual: 1_000_000, scale: 1 };
  const clock = scaledClock(scale);
  const before = clock.now();
  scale.virtual += 8 * 3600_000;
  expect(clock.now() - before).toBeGreaterThanOrEqual(8 * 3600_000);
});
