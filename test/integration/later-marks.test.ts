import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { readStoredMarks } from '../../electron/store/database/examine.ts';
import { tooSoon } from './askbell.ts';
import { it } from './story.ts';

/** What polls that find nothing leave unwritten may be lost by a crash; nothing that anybody sees may. */
describe('where stands what was asked is written later', () => {
  it('is written when somebody leaves, and every few hours', async ({ world, people }) => {
    const written = () => {
      const marks = readStoredMarks(join(world.dataDir, 'history.sqlite'), 'demo', people.accountId);
      return (marks['budget'] as { remaining: number }).remaining;
    };
    const remaining = async () => (await world.account()).quota!.remaining;
    // The history is copied for the first time after an hour.
    await world.pass(70 * MINUTE_MS);
    const before = written();
    await world.pass(40 * MINUTE_MS);
    expect(written()).toBe(before);
    expect(await remaining()).toBeLessThan(before);
    world.become('away');
    expect(written()).toBe(await remaining());
    for (let hours = 0; hours < 5; hours++) await world.pass(HOUR_MS);
    expect(written()).toBeLessThan(before - 60);
    expect(written()).toBeGreaterThan(await remaining());
  });

  it.for<[end: 'restart' | 'crash', seconds: number]>([
    ['restart', 55],
    ['crash', 1],
    ['crash', 59],
  ])('a %s %s s after a poll repeats none within a minute, and holds none up', async ([end, seconds], { world }) => {
    // Most of that is written nowhere.
    await world.pass(20 * MINUTE_MS + seconds * 1000);
    const sent = world.sandbox.requests.length;
    const endedAt = world.clock.now();
    const { remaining } = (await world.account()).quota!;
    await world[end]();
    if (end === 'restart') expect((await world.account()).quota!.remaining).toBe(remaining);
    await world.pass(30_000);
    // A person may wish for it at once.
    await world.window.polling.syncNow();
    await world.pass(10 * MINUTE_MS);
    expect(tooSoon(world.sandbox.requests)).toEqual([]);
    const since = world.sandbox.requests.slice(sent);
    expect(since[0]!.at * 1000 - endedAt).toBeLessThanOrEqual(62_000);
    expect(since.length).toBeGreaterThan(15);
  });
});
