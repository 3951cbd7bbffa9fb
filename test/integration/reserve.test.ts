import { describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('an allowance that is used up', () => {
  it.override('options', { sandbox: { quota: { key: 1500 }, credentials: 'both' } });
  it.beforeEach(({ world }) => world.pass(4 * HOUR_MS));

  const sent = ({ sandbox }: World, from = 0) => sandbox.requests.slice(from);
  const asksOnlyInbox = (world: World, from: number) =>
    expect(sent(world, from).every(({ path }) => path.endsWith('/inbox'))).toBe(true);
  const counting = ({ desktop }: World) =>
    desktop.trayLabels().filter((label) => label.includes('  ·  Resumes in ')).length;
  /** Another app leaves this many requests; the next answer tells. */
  async function leave(world: World, remaining: number): Promise<void> {
    await world.control.setQuota(remaining + 1);
    await world.window.polling.syncNow();
    await world.pass(65_000);
  }

  it('is told with the end of the day counted down; inbox and clicks go on, and all by itself', async ({
    world,
    people,
  }) => {
    /** A day after the network began to count, in ms since the epoch; never midnight. */
    const dayEnds = sent(world)[0]!.at * 1000 + DAY_MS;
    await leave(world, 30);
    const [condition] = (await world.state()).conditions;
    expect(condition).toMatchObject({
      kind: 'quota-exhausted',
      severity: 'problem',
      advice: expect.stringMatching(/inbox/) as string,
    });
    expect(Math.abs(condition!.retryAt!.getTime() - dayEnds)).toBeLessThan(5000);
    expect((await world.account()).pollingPause).toEqual({ until: condition!.retryAt, why: 'quota' });
    expect(counting(world)).toBe(1);
    const before = sent(world).length;
    for (let start = 0; start < 5; start++) {
      await world.restart();
      await world.pass(10 * MINUTE_MS);
    }
    expect(sent(world, before).length).toBeLessThan(5);

    const spent = sent(world).length;
    people.answers();
    await world.pass(2 * HOUR_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    asksOnlyInbox(world, spent);
    const clicked = sent(world).length;
    await world.window.polling.syncNow();
    await world.round();
    expect(new Set(sent(world, clicked).map(({ path }) => path)).size).toBeGreaterThan(1);
    await world.pass(dayEnds - world.clock.now() - MINUTE_MS);
    const times = sent(world, spent).flatMap(({ path, at }) => (path.endsWith('/inbox') ? [at] : []));
    expect(Math.max(...times.slice(1).map((at, index) => at - times[index]!))).toBeLessThan(2.5 * 3600);
    expect((await world.account()).quota!.remaining).toBeGreaterThanOrEqual(3);

    await world.pass(2 * MINUTE_MS);
    expect(await world.state()).toMatchObject({ conditions: [], accounts: [{ quota: { max: 1500 } }] });
    const { pollingPause, quota } = await world.account();
    expect(pollingPause).toBeUndefined();
    expect(counting(world)).toBe(0);
    expect(quota!.remaining).toBeGreaterThan(1480);
    expect(sent(world).every(({ status }) => status === 200)).toBe(true);
  });

  it('ends at once when any request shows that the quota is full again', async ({ world, people }) => {
    await leave(world, 0);
    await world.pass(10 * MINUTE_MS);
    expect(await world.conditions()).toContain('quota-exhausted');
    expect((await world.account()).pollingPause?.why).toBe('quota');
    const refused = sent(world).length;
    await world.pass(3 * HOUR_MS);
    expect(sent(world)).toHaveLength(refused);
    await world.control.setQuota(1400);
    people.answers();
    await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.pass(2000);
    expect(await world.conditions()).toEqual([]);
    expect((await world.account()).pollingPause).toBeUndefined();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });
});
