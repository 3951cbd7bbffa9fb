import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const hour = 60 * 60_000;

// docs/api.md, "Inbox and achievements": the public service has `/me/achievements`, the specification does not.
describe('achievements', () => {
  let world: World;
  afterEach(() => world.close());

  const asked = (path: string) => world.sandbox.requests.filter((request) => request.path.endsWith(path)).length;
  const told = () => world.desktop.shown.map(({ kind, title }) => `${kind}: ${title}`);
  const scopes: (string | null)[] = [];

  async function signIn(like: 'specification' | 'public') {
    world = await createWorld({ demo: false, sandbox: { like, protection: 0 } });
    const { person } = world.desktop;
    scopes.length = 0;
    world.desktop.person = (dialogUrl) => {
      scopes.push(new URL(dialogUrl).searchParams.get('scope'));
      return person(dialogUrl);
    };
    await world.window.session.signIn({
      kind: 'other',
      name: 'Mine',
      apiBaseUrl: world.sandbox.apiBaseUrl,
      authUrl: world.sandbox.authUrl,
      clientId: 'mine',
      key: 'my-key',
    });
    await world.pass(2 * aRound);
    const { notify } = await world.window.settings.get();
    await world.window.settings.change({ notify: { ...notify, badges: true } });
    await world.pass(aRound);
    expect(told()).toEqual([]);
  }

  const account = async () => (await world.window.state.get()).accounts[0]!;

  async function turnOn() {
    await world.window.settings.change({ achievements: true });
    await world.pass(aRound);
    // Nothing is asked for before the person permits it.
    expect(asked('/me/achievements')).toBe(0);
    expect((await account()).mayReadPrivate).toBeUndefined();
    await world.window.session.askForAchievements({ account: (await account()).id });
    await world.idle();
    expect(scopes.at(-1)).toContain('private_info');
    expect(scopes.slice(0, -1).join()).not.toContain('private_info');
    await world.pass(2 * aRound);
    expect((await account()).mayReadPrivate).toBe(true);
  }

  it('tell reputation and badges once each, and totals and badges are asked for only when there are some', async () => {
    await signIn('public');
    const before = { totals: asked('/me/associated'), badges: asked('/badges') };
    await world.pass(hour / 3);
    const without = { totals: asked('/me/associated') - before.totals, badges: asked('/badges') - before.badges };

    await turnOn();
    const start = { totals: asked('/me/associated'), badges: asked('/badges') };
    await world.pass(hour / 3);
    expect(asked('/me/achievements')).toBeGreaterThan(10);
    expect(asked('/me/associated') - start.totals).toBe(0);
    expect(without.totals).toBeGreaterThan(10);
    expect(asked('/badges')).toBe(start.badges);
    expect(told()).toEqual([]);

    const { site, siteName, userId, others, questionId } = cast(world.sandbox);
    world.sandbox.world.actions.vote({ site, userId: others[2]!, postId: questionId, direction: 'up' });
    await createSandboxControl(world.sandbox.apiBaseUrl).act('award', { site, userId, badge: 'Sound Advice' });
    await world.pass(4 * aRound);
    expect(told().toSorted()).toEqual([
      `badges: New badge: Sound Advice (bronze) on ${siteName}`,
      `reputation: +10 reputation on ${siteName}`,
    ]);
    expect(asked('/badges')).toBe(start.badges + 1);

    await world.restart();
    await world.pass(2 * aRound);
    expect(told()).toEqual([]);
    expect((await world.window.state.get()).conditions).toEqual([]);
  });

  it('are asked for once where the network has none, and everything goes on as before', async () => {
    await signIn('specification');
    await turnOn();
    const { site, siteName, userId, others, questionId } = cast(world.sandbox);
    world.sandbox.world.actions.vote({ site, userId: others[2]!, postId: questionId, direction: 'up' });
    await createSandboxControl(world.sandbox.apiBaseUrl).act('award', { site, userId, badge: 'Sound Advice' });
    await world.pass(1.2 * hour);
    expect(asked('/me/achievements')).toBe(1);
    expect(told().toSorted()).toEqual([
      `badges: New badge: Sound Advice (bronze) on ${siteName}`,
      `reputation: +10 reputation on ${siteName}`,
    ]);
    expect((await world.window.state.get()).conditions).toEqual([]);
  });
});
