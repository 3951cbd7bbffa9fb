import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PresenceState } from '../../electron/desktop/desktop.ts';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('somebody leaves and comes back', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const become = (state: PresenceState) => world.desktop.emit('presence', { state, since: world.clock.now() });
  const answer = () =>
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
  const asked = (ending: string) => world.sandbox.requests.filter(({ path }) => path.endsWith(ending)).length;

  /** Pairs of equal requests less than a minute apart. */
  function tooSoon(): number {
    const last = new Map<string, number>();
    let pairs = 0;
    for (const { method, path, query, at } of world.sandbox.requests) {
      const request = `${method} ${path} ${JSON.stringify(Object.entries(query).toSorted())}`;
      if (at - (last.get(request) ?? -Infinity) < 60) pairs++;
      last.set(request, at);
    }
    return pairs;
  }

  beforeEach(async () => {
    // So small that the plan alone would leave a minute without a look.
    world = await createWorld({ sandbox: { quota: { key: 150 } } });
    people = cast(world.sandbox);
    await world.pass(5 * minute);
  });
  afterEach(() => world.close());

  it('is told what came meanwhile at once', async () => {
    become('away');
    await world.pass(70_000);
    answer();
    become('present');
    await world.pass(5_000);
    expect(world.desktop.shown.map(({ kind }) => kind)).toContain('inbox');
  });

  it('gets one catch-up, however often they come and go', async () => {
    become('away');
    await world.pass(2 * minute);
    const before = asked('/inbox');
    for (let times = 0; times < 6; times++) {
      become('present');
      await world.pass(2_000);
      become('away');
      await world.pass(2_000);
    }
    expect(asked('/inbox') - before).toBe(1);
    await world.pass(minute);
    expect(asked('/inbox') - before).toBe(1);
    for (let times = 0; times < 20; times++) {
      become(times % 2 === 0 ? 'present' : 'away');
      await world.pass(13_000);
    }
    expect(tooSoon()).toBe(0);
  });

  it('keeps a machine that wakes or connects for nobody from asking', async () => {
    become('away');
    await world.pass(2 * minute);
    const before = world.sandbox.requests.length;
    world.desktop.emit('woke', undefined);
    world.desktop.emit('online', undefined);
    await world.pass(5_000);
    expect(world.sandbox.requests.length).toBe(before);
    become('present');
    await world.pass(5_000);
    expect(world.sandbox.requests.length).toBeGreaterThan(before);
  });

  it('sees in the window that Askbell knew', async () => {
    expect((await world.window.state.get()).presence.state).toBe('present');
    become('away');
    expect((await world.window.state.get()).presence).toEqual({ state: 'away', since: new Date(world.clock.now()) });
  });

  it('asks less while nobody is there', async () => {
    const before = world.sandbox.requests.length;
    await world.pass(3 * hour);
    const present = world.sandbox.requests.length - before;
    become('away');
    await world.pass(3 * hour);
    expect(world.sandbox.requests.length - before - present).toBeLessThan(present / 4);
  });

  it('sees the plan explained, also while nobody is there', async () => {
    const explained = async () => (await world.window.state.get()).accounts[0]!.plan ?? [];
    const present = await explained();
    expect(present.map(({ stream }) => stream)).toEqual(expect.arrayContaining(['Inbox', 'Reputation']));
    for (const { everySeconds, perDay, why } of present) {
      expect(everySeconds).toBeGreaterThanOrEqual(60);
      expect(perDay).toBeGreaterThan(0);
      expect(why).toMatch(/\.$/);
    }
    become('away');
    const inbox = (plan: typeof present) => plan.find(({ stream }) => stream === 'Inbox')!.everySeconds;
    expect(inbox(await explained())).toBeGreaterThan(inbox(present));
  });
});

describe('a quota that is used up', () => {
  let world: World;
  afterEach(() => world.close());

  it('is counted down in tray and window, and Askbell goes on by itself', async () => {
    world = await createWorld();
    const people = cast(world.sandbox);
    await world.pass(aRound);
    const control = createSandboxControl(world.sandbox.apiBaseUrl);
    await control.setQuota(0);
    await world.pass(2 * minute);
    const { pollingPause } = (await world.window.state.get()).accounts[0]!;
    expect(pollingPause?.why).toBe('quota');
    const left = () => /Resumes in .+$/.exec(world.desktop.trayLabels().join('\n').split('\n')[0] ?? '')?.[0];
    const first = left();
    expect(first).toBeDefined();
    await world.pass(pollingPause!.until.getTime() - world.clock.now() - 30_000);
    expect(left()).toMatch(/^Resumes in \d+ s$/);
    expect(left()).not.toBe(first);
    await control.setQuota(9000);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    await world.pass(10 * minute);
    expect((await world.window.state.get()).accounts[0]!.pollingPause).toBeUndefined();
    expect(left()).toBeUndefined();
    expect(world.desktop.shown.map(({ kind }) => kind)).toContain('inbox');
  });
});
