import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { createWorld, type World } from './askbell.ts';

describe('while nothing happens, the agent', () => {
  let world: World;
  afterEach(() => world.close());

  const files = () => {
    const names = readdirSync(world.dataDir, { recursive: true, encoding: 'utf8' });
    return names.map((name) => [name, statSync(join(world.dataDir, name)).mtimeMs]);
  };

  /** How often the agent is woken, what it asks, and whether it writes, once everything was looked at. */
  async function idleFor(ms: number, { demo, after }: { demo: boolean; after: number }) {
    world = await createWorld({ demo });
    await world.pass(after);
    const before = { wakeUps: world.clock.wakeUps(), requests: world.sandbox.requests.length, files: files() };
    await world.pass(ms);
    return {
      wakeUps: world.clock.wakeUps() - before.wakeUps,
      requests: world.sandbox.requests.length - before.requests,
      writes: JSON.stringify(files()) !== JSON.stringify(before.files),
    };
  }

  it('signed out wakes the machine once a minute, and writes nothing', async () => {
    // The first copy and check of a history come after an hour, but there is nothing to copy or to check.
    expect(await idleFor(2 * HOUR_MS, { demo: false, after: MINUTE_MS })).toEqual({
      wakeUps: 120,
      requests: 0,
      writes: false,
    });
  });

  it('signed in writes nothing, however often it asks', async () => {
    const { requests, writes } = await idleFor(HOUR_MS, { demo: true, after: 2.5 * HOUR_MS });
    expect(requests).toBeGreaterThan(60);
    expect(writes).toBe(false);
  });

  it('signed in wakes it to ask, and twice a minute besides', async () => {
    const { wakeUps, requests } = await idleFor(20 * MINUTE_MS, { demo: true, after: 10 * MINUTE_MS });
    expect(requests).toBeGreaterThan(0);
    expect(wakeUps).toBeLessThanOrEqual(requests + 40);
    expect(wakeUps).toBeLessThan(10 * 20);
  });
});
