import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl, type SandboxControl } from '../../sandbox/control/client.ts';
import { startSandbox } from '../../sandbox/server/server.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;

describe('trouble', () => {
  let world: World;
  let control: SandboxControl;
  const kinds = async () => (await world.window.state.get()).conditions.map(({ kind }) => kind);
  const answer = () => {
    const people = cast(world.sandbox);
    world.sandbox.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
  };

  beforeEach(async () => {
    world = await createWorld();
    control = createSandboxControl(world.sandbox.apiBaseUrl);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it.each([
    ['status', { status: 500 }, 'server-fault', 'offline', 'Next attempt in 31 s'],
    ['garbage', {}, 'bad-answer', 'attention', 'Next attempt in 31 s'],
    ['html', {}, 'bad-answer', 'attention', 'Next attempt in 31 s'],
    ['protection', { status: 403 }, 'blocked-by-protection', 'offline', 'Resumes in 5 min'],
    ['truncate', {}, 'bad-answer', 'attention', 'Next attempt in 31 s'],
    ['throttle', {}, 'throttled', 'offline', 'Resumes in 62 s'],
    ['drop', {}, 'timeout', 'offline', 'Next attempt in 31 s'],
    ['cut', {}, 'timeout', 'offline', 'Next attempt in 31 s'],
  ] as const)(
    '%s is told in window and tray with what to do, and news come once it is over',
    async (kind, extra, shown, tray, until) => {
      await control.fault({ kind, times: 1000, ...extra });
      await world.pass(aRound);
      const { conditions } = await world.window.state.get();
      expect(conditions[0]).toMatchObject({ kind: shown, severity: 'problem' });
      expect(conditions[0]!.advice.length).toBeGreaterThan(20);
      expect(conditions[0]!.retryAt!.getTime()).toBeGreaterThan(world.clock.now() - minute);
      expect(world.desktop.tray().status).toBe(tray);
      // One entry for each problem, so that the menu stays at ten: what is wrong, and when it is tried again.
      expect(world.desktop.trayLabels()[0]).toBe(`${conditions[0]!.title}  ·  ${until}`);
      answer();
      await control.clearFaults();
      await world.pass(20 * minute);
      expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
      expect(await kinds()).toEqual([]);
      expect(world.desktop.tray().status).toBe('unread');
    },
  );

  it('a watched site that vanishes is named with its watches, on the row, too, and ends with them', async () => {
    const sites = await world.window.watches.sites();
    const [stays, gone] = [sites.at(-2)!, sites.at(-1)!];
    const first = await world.window.watches.add({ site: gone.id, rule: { anyTags: ['*'] } });
    const second = await world.window.watches.add({ site: gone.id, rule: { titleWords: ['zebra'] } });
    const third = await world.window.watches.add({ site: stays.id, rule: { anyTags: ['*'] } });
    await world.pass(10 * minute);
    expect(await kinds()).toEqual([]);
    const name = gone.id.split('/')[1]!;
    world.sandbox.world.db
      .prepare("UPDATE sites SET api_site_parameter = 'elsewhere' WHERE api_site_parameter = ?")
      .run(name);
    await world.pass(155 * minute);
    const { conditions } = await world.window.state.get();
    expect(conditions).toHaveLength(1);
    expect(conditions[0]).toMatchObject({
      kind: 'bad-request',
      severity: 'problem',
      siteId: name,
      title: `Demo network refuses requests for ${gone.name}`,
    });
    expect(conditions[0]!.advice).toBe(
      `The network said: “No site found for name \`${name}\`”. If this keeps happening, the site is probably gone: stop watching there (*; “zebra” in the title). Everything else carries on.`,
    );
    expect(world.desktop.trayLabels()[0]).toBe(`${conditions[0]!.title}  ·  Next attempt in 2 min`);
    expect(world.desktop.tray().status).toBe('attention');
    const { watches: list } = await world.window.watches.list();
    const row = (id: string) => list.find((watch) => watch.id === id)!;
    expect(list.filter(({ refused }) => refused === true).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(row(first.id).cost.requestsPerDay + row(second.id).cost.requestsPerDay).toBeLessThan(10);
    expect(row(third.id).cost.requestsPerDay).toBeGreaterThan(20);
    const { network, plan } = (await world.window.state.get()).accounts[0]!;
    expect(network.name).toBe('Demo network');
    expect(plan!.find(({ stream }) => stream === `Questions on ${stays.name}`)!.perDay).toBeGreaterThan(20);
    await world.window.watches.remove({ id: first.id });
    expect((await world.window.state.get()).conditions[0]!.advice).toContain(
      'stop watching “zebra” in the title there',
    );
    await world.window.watches.remove({ id: second.id });
    await world.idle();
    expect(await kinds()).toEqual([]);
    expect(world.desktop.tray().status).not.toBe('attention');
  });

  it('a revoked token stops the asking, says so, and a new sign-in goes on where it was', async () => {
    const people = cast(world.sandbox);
    await control.revoke();
    await world.pass(aRound);
    const { conditions, phase } = await world.window.state.get();
    expect(conditions[0]).toMatchObject({ kind: 'signed-out', severity: 'problem' });
    expect(phase).toBe('running');
    expect(world.desktop.tray().status).toBe('attention');
    const asked = world.sandbox.requests.length;
    await world.pass(60 * minute);
    expect(world.sandbox.requests.length).toBe(asked);
    answer();
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await kinds()).toEqual([]);
    expect(world.desktop.shown.map((notification) => notification.title)).toEqual([people.title]);
  });

  it('says that nothing can be reached, and goes on when it can', async () => {
    const people = cast(world.sandbox);
    const { port } = new URL(world.sandbox.apiBaseUrl);
    const file = world.sandbox.world.db.location()!;
    await world.sandbox.close();
    await world.pass(aRound);
    expect(await kinds()).toEqual(['offline']);
    expect(world.desktop.tray().status).toBe('offline');
    const back = await startSandbox({
      file,
      port: Number(port),
      clock: { now: () => Math.floor(world.clock.now() / 1000) },
      burst: Infinity,
    });
    back.world.actions.answer({
      site: people.site,
      userId: people.others[0]!,
      questionId: people.questionId,
      body: '<p>Yes.</p>',
    });
    world.desktop.emit('online', undefined);
    await world.pass(2 * minute);
    expect(await kinds()).toEqual([]);
    expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
    await world.quit();
    await back.close();
  });

  it('a demo network that ends by itself is started again', async () => {
    world.desktop.endDemo();
    await world.pass(aRound);
    expect(world.desktop.demoStarts).toBe(2);
    answer();
    await world.pass(aRound);
    expect(world.desktop.shown.map((notification) => notification.kind)).toEqual(['inbox']);
  });

  it('a keyring that does not open leaves Askbell running and signed in for the session', async () => {
    world.desktop.refusesSecrets = true;
    await control.revoke();
    await world.window.session.signInAgain();
    await world.pass(aRound);
    expect(await world.window.state.get()).toMatchObject({ phase: 'running', conditions: [] });
  });
});
