import { describe, expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../common/durations.ts';
import { tooSoon } from './askbell.ts';
import { it } from './story.ts';

describe('the network’s rules', () => {
  it('never asks the same twice within a minute, and costs nothing while offline', async ({ world }) => {
    for (let round = 0; round < 30; round++) {
      await world.window.polling.syncNow();
      world.desktop.emit('woke', undefined);
      world.desktop.emit('online', undefined);
      world.become(round % 2 === 0 ? 'away' : 'present');
      await world.pass(17_000);
      if (round % 7 === 3) await world.restart();
    }
    expect(tooSoon(world.sandbox.requests)).toEqual([]);
    expect(world.sandbox.requests.length).toBeGreaterThan(30);
    await world.pass(3 * MINUTE_MS);
    const before = (await world.account()).quota!;
    await world.sandbox.close();
    await world.pass(4 * HOUR_MS);
    expect([await world.conditions(), world.desktop.tray().status]).toEqual([['offline'], 'offline']);
    expect((await world.account()).quota).toEqual(before);
  });

  describe('of a small quota', () => {
    it.override('options', { sandbox: { quota: { key: 120 } } });

    it('let a waking be answered within a minute even when the plan is sparse', async ({ world, people }) => {
      await world.pass(3 * MINUTE_MS);
      people.answers();
      world.desktop.emit('woke', undefined);
      await world.pass(MINUTE_MS);
      expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    });

    it('keep a machine that wakes or connects for nobody from asking, until somebody is back', async ({ world }) => {
      await world.pass(3 * MINUTE_MS);
      world.become('away');
      await world.pass(2 * MINUTE_MS);
      const before = world.sandbox.requests.length;
      world.desktop.emit('woke', undefined);
      world.desktop.emit('online', undefined);
      await world.pass(5_000);
      expect(world.sandbox.requests).toHaveLength(before);
      world.become('present');
      await world.pass(5_000);
      expect(world.sandbox.requests.length).toBeGreaterThan(before);
    });
  });

  describe('of a whole day', () => {
    it.override('options', { sandbox: { quota: { key: 200 }, credentials: 'both' } });

    it('leave the reserve, a look every two hours, and nothing to complain of to its very end', async ({ world }) => {
      const { requests } = world.sandbox;
      const told = new Set<string>();
      const pass = async (hours: number) => {
        for (let minutes = 0; minutes < hours * 60; minutes += 5) {
          await world.pass(5 * MINUTE_MS);
          const { conditions, accounts } = await world.state();
          for (const { kind } of conditions) told.add(kind);
          if (accounts.some(({ pollingPause }) => pollingPause)) told.add('paused');
        }
      };
      // The whole reserve until the last hours; by then fewer clicks are to come, and three requests are kept to the end.
      await pass(17.5);
      expect(requests.length).toBeGreaterThan(90);
      expect(requests.length).toBeLessThanOrEqual(160);
      await pass(6.25);
      expect(requests.length).toBeGreaterThan(180);
      expect(requests.length).toBeLessThanOrEqual(197);
      const times = world.asked('/inbox').map(({ at }) => at);
      expect(Math.max(...times.slice(1).map((at, index) => at - times[index]!))).toBeLessThan(2 * 3600);
      await pass(1);
      expect([...told]).toEqual([]);
      expect(requests.every(({ status }) => status === 200)).toBe(true);
    });
  });

  describe('where the machine’s clock is an hour off', () => {
    it.override('options', { machineOff: -HOUR_MS });

    it('hold all the same, news come, and the clock is told of', async ({ world, people }) => {
      people.asks('In time', [(await world.window.watches.list()).watches[0]!.rule.anyTags[0]!]);
      await world.answered();
      expect(world.desktop.shown.map(({ kind }) => kind).toSorted()).toEqual(['inbox', 'question']);
      expect((await world.state()).conditions).toMatchObject([
        { kind: 'clock-wrong', severity: 'warning', title: 'This computer’s clock is about 1 h behind' },
      ]);
    });
  });
});
