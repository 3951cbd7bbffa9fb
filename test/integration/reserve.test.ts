import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl, type SandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe('an allowance that is used up', () => {
  let world: World;
  let control: SandboxControl;
  /** When the network began to count, in ms since the epoch. */
  let dayBegan: number;
  const sent = (from = 0) => world.sandbox.requests.slice(from);
  const inboxes = (from: number) => sent(from).filter(({ path }) => path.endsWith('/inbox'));
  const state = () => world.window.state.get();
  const first = async () => (await state()).accounts[0]!;
  const counting = () => world.desktop.trayLabels().filter((label) => label.includes('  ·  Resumes in '));
  function answer(): void {
    const people = cast(world.sandbox);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
  }
  /** Another app leaves this many requests; the next answer tells. */
  async function leave(remaining: number): Promise<void> {
    await control.setQuota(remaining + 1);
    await world.window.polling.syncNow();
    await world.pass(65_000);
  }

  beforeEach(async () => {
    world = await createWorld({ sandbox: { quota: { key: 1500 }, credentials: 'both' } });
    control = createSandboxControl(world.sandbox.apiBaseUrl);
    await world.pass(4 * hour);
    dayBegan = world.sandbox.requests[0]!.at * 1000;
  });
  afterEach(() => world.close());

  it('is told with the end of the day counted down; the inbox stays alive, clicks work, and all goes on by itself', async () => {
    await leave(30);
    const { conditions, accounts } = await state();
    const { pollingPause } = accounts[0]!;
    expect(conditions[0]).toMatchObject({
      kind: 'quota-exhausted',
      severity: 'problem',
      advice: expect.stringMatching(/inbox/) as string,
    });
    // A day after it began, whenever that was; never midnight.
    expect(Math.abs(conditions[0]!.retryAt!.getTime() - (dayBegan + day))).toBeLessThan(5000);
    expect(pollingPause).toEqual({ until: conditions[0]!.retryAt, why: 'quota' });
    expect(counting()).toHaveLength(1);

    const spent = sent().length;
    answer();
    await world.pass(2 * hour);
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
    expect(sent(spent).every(({ path }) => path.endsWith('/inbox'))).toBe(true);
    const before = sent().length;
    await world.window.polling.syncNow();
    await world.pass(aRound);
    expect(new Set(sent(before).map(({ path }) => path)).size).toBeGreaterThan(1);
    await world.pass(dayBegan + day - world.clock.now() - minute);
    const gaps = inboxes(spent).map(({ at }, index, all) => at - (all[index - 1]?.at ?? at));
    expect(Math.max(...gaps)).toBeLessThan(2.5 * 3600);
    const { quota } = await first();
    expect(quota!.remaining).toBeGreaterThanOrEqual(3);

    await world.pass(2 * minute);
    expect(await state()).toMatchObject({ conditions: [], accounts: [{ quota: { max: 1500 } }] });
    expect((await first()).pollingPause).toBeUndefined();
    expect(counting()).toEqual([]);
    expect((await first()).quota!.remaining).toBeGreaterThan(1480);
    expect(sent().every(({ status }) => status === 200)).toBe(true);
  });

  it('promises nothing where nothing is left', async () => {
    await leave(0);
    const { conditions, accounts } = await state();
    const { quota } = accounts[0]!;
    expect(quota).toMatchObject({ max: 1500, remaining: 0, reserve: 0 });
    expect(conditions[0]).toMatchObject({
      kind: 'quota-exhausted',
      title: 'The daily quota for Demo network is used up',
      advice: expect.not.stringMatching(/inbox|click/) as string,
    });
  });

  it('is kept across a restart', async () => {
    await leave(20);
    const spent = sent().length;
    for (let times = 0; times < 5; times++) {
      await world.restart();
      await world.pass(10 * minute);
    }
    expect((await state()).conditions[0]).toMatchObject({ kind: 'quota-exhausted' });
    expect(sent(spent).every(({ path }) => path.endsWith('/inbox'))).toBe(true);
    expect(sent(spent).length).toBeLessThan(5);
  });

  it('ends at once when any request shows that the quota is full again', async () => {
    await leave(30);
    await control.setQuota(1400);
    const spent = sent().length;
    await world.window.watches.completeTag({ site: cast(world.sandbox).site, text: 'a' });
    await world.pass(1000);
    expect(await state()).toMatchObject({ conditions: [] });
    expect((await first()).pollingPause).toBeUndefined();
    expect((await first()).nextPoll!.at.getTime() - world.clock.now()).toBeLessThan(10 * minute);
    await world.pass(hour);
    expect(new Set(sent(spent).map(({ path }) => path)).size).toBeGreaterThan(2);
    expect(sent(spent).length).toBeGreaterThan(8);
  });

  it('ends at once also after the network refused', async () => {
    await leave(0);
    await world.pass(10 * minute);
    expect((await state()).conditions[0]).toMatchObject({ kind: 'quota-exhausted' });
    expect((await first()).pollingPause?.why).toBe('quota');
    const refused = sent().length;
    await world.pass(3 * hour);
    expect(sent().length).toBe(refused);
    await control.setQuota(1400);
    answer();
    await world.window.watches.completeTag({ site: cast(world.sandbox).site, text: 'a' });
    await world.pass(2000);
    expect((await state()).conditions).toEqual([]);
    expect((await first()).pollingPause).toBeUndefined();
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
  });

  it('is looked into hourly at the most when the day is over and the quota is not full again', async () => {
    await leave(30);
    await world.pass(dayBegan + day - world.clock.now() - minute);
    // Whoever asks finds this, also after the day that the network counts is over.
    const spent = sent().length;
    for (let hours = 0; hours < 5; hours++) {
      await control.setQuota(3);
      await world.pass(hour);
    }
    const looks = sent(spent).map(({ at }) => at * 1000 - dayBegan - day);
    expect(looks[0]).toBeGreaterThanOrEqual(0);
    expect(looks[0]).toBeLessThan(10_000);
    expect(looks.length).toBeGreaterThanOrEqual(3);
    expect(looks.length).toBeLessThanOrEqual(6);
    const gaps = looks.slice(1).map((at, index) => at - looks[index]!);
    expect(Math.min(...gaps)).toBeGreaterThan(59 * minute);
    expect((await state()).conditions[0]).toMatchObject({ kind: 'quota-exhausted' });
    await control.setQuota(1450);
    await world.pass(hour + minute);
    expect((await state()).conditions).toEqual([]);
    expect(sent().length - spent).toBeGreaterThan(looks.length + 5);
  });
});

it('is not told in the last minutes of a day that went as planned', async () => {
  const world = await createWorld({ sandbox: { quota: { key: 300 }, credentials: 'both' } });
  try {
    const kinds = new Set<string>();
    for (let minutes = 0; minutes < 25 * 60; minutes += 5) {
      await world.pass(5 * minute);
      const { conditions, accounts } = await world.window.state.get();
      for (const { kind } of conditions) kinds.add(kind);
      if (accounts.some(({ pollingPause }) => pollingPause)) kinds.add('paused');
    }
    expect([...kinds]).toEqual([]);
    expect(world.sandbox.requests.length).toBeGreaterThan(290);
    expect(world.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  } finally {
    await world.close();
  }
});
