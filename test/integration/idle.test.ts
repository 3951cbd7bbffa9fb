import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('while nothing happens, the agent', () => {
  const files = (folder: string) => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return names.map((name) => [name, statSync(join(folder, name)).mtimeMs]);
  };

  /** How often the agent is woken, what it asks, and whether it writes, once everything was looked at. */
  async function idleFor(world: World, ms: number, after: number) {
    await world.pass(after);
    const count = () => ({ wakeUps: world.clock.wakeUps(), requests: world.sandbox.requests.length });
    const before = { ...count(), files: files(world.dataDir) };
    await world.pass(ms);
    return {
      wakeUps: count().wakeUps - before.wakeUps,
      requests: count().requests - before.requests,
      writes: JSON.stringify(files(world.dataDir)) !== JSON.stringify(before.files),
    };
  }

  it('signed in is woken to ask, and twice a minute besides, and writes nothing', async ({ world }) => {
    const { wakeUps, requests, writes } = await idleFor(world, HOUR_MS, 2.5 * HOUR_MS);
    expect(requests).toBeGreaterThan(60);
    expect(wakeUps).toBeLessThanOrEqual(requests + 2 * 60);
    expect(wakeUps).toBeLessThan(10 * 60);
    expect(writes).toBe(false);
  });

  describe('signed out', () => {
    it.override('options', { demo: false });

    it('wakes the machine once a minute, and writes nothing', async ({ world }) => {
      // The first copy and check of a history come after an hour, but there is nothing to copy or to check.
      expect(await idleFor(world, 2 * HOUR_MS, MINUTE_MS)).toEqual({ wakeUps: 120, requests: 0, writes: false });
    });
  });
});
