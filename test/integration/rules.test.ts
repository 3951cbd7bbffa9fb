import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('the network’s rules', () => {
  let world: World;

  afterEach(() => world.close());

  /** Pairs of equal requests less than a minute apart. */
  function tooSoon(): string[] {
    const last = new Map<string, number>();
    return world.sandbox.requests.flatMap(({ method, path, query, at }) => {
      const request = `${method} ${path} ${JSON.stringify(Object.entries(query).toSorted())}`;
      const before = last.get(request);
      last.set(request, at);
      return before !== undefined && at - before < 60 ? [`${request} after ${at - before} s`] : [];
    });
  }

  it('never asks the same twice within a minute, however often it is nudged', async () => {
    world = await createWorld();
    for (let round = 0; round < 30; round++) {
      await world.window.polling.syncNow();
      world.desktop.emit('woke', undefined);
      world.desktop.emit('online', undefined);
      await world.pass(17_000);
      if (round % 7 === 3) await world.restart();
    }
    expect(tooSoon()).toEqual([]);
    expect(world.sandbox.requests.length).toBeGreaterThan(30);
  });

  it('says what a nudge asks, and of what was asked within the minute when it is asked again', async () => {
    world = await createWorld();
    await world.pass(5 * minute);
    const first = await world.window.polling.syncNow();
    expect([...first.asked!, ...first.later!.map(({ what }) => what)]).toEqual(
      expect.arrayContaining(['Inbox', 'Reputation']),
    );
    await world.pass(5000);
    const second = await world.window.polling.syncNow();
    expect(second.later?.map(({ what }) => what)).toContain('Inbox');
    for (const { at } of second.later ?? []) expect(at.getTime() - world.clock.now()).toBeLessThanOrEqual(minute);
  });

  it('answers a nudge within a minute even when the plan is sparse', async () => {
    world = await createWorld({ sandbox: { quota: { key: 120 } } });
    const people = cast(world.sandbox);
    await world.pass(5 * minute);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    world.desktop.emit('woke', undefined);
    await world.pass(minute);
    expect(world.desktop.shown.map(({ kind }) => kind)).toEqual(['inbox']);
  });

  it('keeps to a backoff that is longer than it would wait anyway, also across a restart', async () => {
    world = await createWorld({ sandbox: { credentials: 'both' } });
    await createSandboxControl(world.sandbox.apiBaseUrl).backoff({ method: '/search/advanced', seconds: 3000 });
    await world.window.watches.add({ site: cast(world.sandbox).site, rule: { anyTags: ['loops'], minScore: 3 } });
    await world.pass(aRound);
    const asked = () => world.sandbox.requests.filter(({ path }) => path.endsWith('/search/advanced')).length;
    expect(asked()).toBe(1);
    await world.restart();
    await world.pass(45 * minute);
    expect(asked()).toBe(1);
    await world.pass(20 * minute);
    expect(asked()).toBeGreaterThan(1);
    expect(world.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
  });

  it('keeps quiet for as long as a throttling network says, also across a restart, and tells so', async () => {
    world = await createWorld();
    await world.pass(aRound);
    await createSandboxControl(world.sandbox.apiBaseUrl).fault({ kind: 'throttle' });
    await world.pass(aRound / 2);
    const [condition] = (await world.window.state.get()).conditions;
    expect(condition).toMatchObject({ kind: 'throttled' });
    const left = condition!.retryAt!.getTime() - world.clock.now();
    expect(left).toBeGreaterThan(10_000);
    const before = world.sandbox.requests.length;
    await world.restart();
    await world.window.polling.syncNow();
    await world.pass(left - 2000);
    expect(world.sandbox.requests.length).toBe(before);
    expect(await world.window.state.get()).toMatchObject({
      conditions: [{ kind: 'throttled' }],
      accounts: [{ pollingPause: { why: 'throttled' } }],
    });
    await world.pass(20_000);
    expect(world.sandbox.requests.length).toBeGreaterThan(before);
    expect((await world.window.state.get()).conditions).toEqual([]);
  });

  it('lives a whole day within a small quota, keeps the reserve, and still looks regularly', async () => {
    world = await createWorld({ sandbox: { quota: { key: 200 }, credentials: 'both' } });
    // The whole reserve until the last hours; by then fewer clicks are to come, and three requests are kept to the very
    // end.
    await world.pass(17.5 * hour);
    expect(world.sandbox.requests.length).toBeGreaterThan(90);
    expect(world.sandbox.requests.length).toBeLessThanOrEqual(160);
    await world.pass(6.4 * hour);
    const used = world.sandbox.requests.length;
    expect(used).toBeGreaterThan(180);
    expect(used).toBeLessThanOrEqual(197);
    expect(world.sandbox.requests.every(({ status }) => status === 200)).toBe(true);
    const inbox = world.sandbox.requests.filter(({ path }) => path.endsWith('/inbox')).map(({ at }) => at);
    const gaps = inbox.slice(1).map((at, index) => at - inbox[index]!);
    expect(Math.max(...gaps)).toBeLessThan(2 * 3600);
  });

  it('slows down when another app spends the same quota', async () => {
    world = await createWorld();
    await world.pass(5 * minute);
    await createSandboxControl(world.sandbox.apiBaseUrl).setQuota(80);
    await world.pass(5 * minute);
    const before = world.sandbox.requests.length;
    await world.pass(6 * hour);
    expect(world.sandbox.requests.length - before).toBeLessThanOrEqual(50);
    const { quota } = (await world.window.state.get()).accounts[0]!;
    expect(quota!.remaining).toBeGreaterThanOrEqual(30);
    await createSandboxControl(world.sandbox.apiBaseUrl).setQuota(25);
    await world.window.polling.syncNow();
    await world.pass(2 * hour);
    const { conditions } = await world.window.state.get();
    expect(conditions[0]).toMatchObject({ kind: 'quota-exhausted', severity: 'problem' });
    expect(conditions[0]!.retryAt!.getTime()).toBeGreaterThan(world.clock.now());
  });

  it('hours without a connection cost nothing', async () => {
    world = await createWorld();
    await world.pass(5 * minute);
    const before = (await world.window.state.get()).accounts[0]!.quota!;
    await world.sandbox.close();
    await world.pass(4 * hour);
    expect((await world.window.state.get()).accounts[0]!.quota).toEqual(before);
  });

  it('tries again when it said it would, also on a small quota', async () => {
    world = await createWorld({ sandbox: { quota: { key: 150 } } });
    await world.pass(5 * minute);
    await createSandboxControl(world.sandbox.apiBaseUrl).fault({ kind: 'status', status: 500, path: '/inbox' });
    await world.window.polling.syncNow();
    await world.pass(5000);
    const [condition] = (await world.window.state.get()).conditions;
    expect(condition).toMatchObject({ kind: 'server-fault' });
    await world.pass(condition!.retryAt!.getTime() - world.clock.now() + 10_000);
    expect((await world.window.state.get()).conditions).toEqual([]);
  });

  it('reads a flood of questions without a gap, page by page', async () => {
    world = await createWorld();
    const people = cast(world.sandbox);
    await world.pass(aRound);
    const tag = (await world.window.watches.list()).watches[0]!.rule.anyTags[0]!;
    const titles = Array.from({ length: 250 }, (_, index) => `Flood ${index}`);
    for (const [index, title] of titles.entries()) {
      world.sandbox.world.actions.ask({
        site: people.site,
        userId: people.others[index % 40]!,
        title,
        body: '<p>?</p>',
        tags: [tag],
      });
      if (index % 5 === 4) await world.clock.advance(200);
    }
    await world.pass(10 * minute);
    const told = world.desktop.shown
      .filter(({ kind }) => kind === 'question')
      .reduce((sum, { title }) => sum + (Number(/^(\d+) new questions/.exec(title)?.[1]) || 1), 0);
    expect(told).toBe(250);
  });
});

describe('time', () => {
  let world: World;
  afterEach(() => world.close());

  it('does not matter when the machine’s clock is an hour off, and says so', async () => {
    world = await createWorld({ machineOff: -hour });
    const people = cast(world.sandbox);
    await world.pass(aRound);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    const tag = (await world.window.watches.list()).watches[0]!.rule.anyTags[0]!;
    world.sandbox.world.actions.ask({
      site: people.site,
      userId: people.others[1]!,
      title: 'In time',
      body: '<p>?</p>',
      tags: [tag],
    });
    await world.pass(aRound);
    expect(world.desktop.shown.map(({ kind }) => kind).toSorted()).toEqual(['inbox', 'question']);
    const { conditions } = await world.window.state.get();
    expect(conditions).toMatchObject([
      { kind: 'clock-wrong', severity: 'warning', title: 'This computer’s clock is about 60 minutes behind' },
    ]);
  });

  it('set back by hours while running does not stop the news', async () => {
    world = await createWorld();
    const people = cast(world.sandbox);
    await world.pass(5 * minute);
    let off = 0;
    // The machine's clock jumps; the network's does not.
    const { clock } = world;
    const now = clock.now.bind(clock);
    Object.assign(clock, { now: () => now() + off });
    off = -5 * hour;
    world.desktop.emit('woke', undefined);
    await world.pass(3 * minute);
    world.sandbox.clock.advance(5 * 3600);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    await world.pass(5 * minute);
    expect(world.desktop.shown.map(({ kind }) => kind)).toContain('inbox');
  });
});
