import { expect, it } from 'vitest';
import { RateLimiter } from '../../../../electron/api/http/pacing.ts';
import { createManualClock } from '../../../support/manual-clock.ts';

it('lets no second have more than twenty requests, and none wait longer than it has to', async () => {
  const clock = createManualClock();
  const limiter = new RateLimiter(clock);
  const sent: number[] = [];
  const { signal } = new AbortController();
  const all = Promise.all(
    Array.from({ length: 50 }, () => limiter.wait(signal).then(() => sent.push(clock.elapsed!()))),
  );
  await clock.advance(5000);
  await all;
  for (const at of sent)
    expect(sent.filter((other) => other >= at && other < at + 1000).length).toBeLessThanOrEqual(20);
  expect(sent.at(-1)! - sent[0]!).toBeLessThanOrEqual(2000);
});

it('has nobody wait who gave up', async () => {
  const clock = createManualClock();
  const limiter = new RateLimiter(clock);
  const giveUp = new AbortController();
  for (let n = 0; n < 20; n++) await limiter.wait(giveUp.signal);
  const late = limiter.wait(giveUp.signal);
  giveUp.abort();
  await expect(late).resolves.toBeUndefined();
});
