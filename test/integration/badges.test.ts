import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSandboxControl } from '../../sandbox/control/client.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const hour = 60 * 60_000;

describe('new badges', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const asked = () => world.sandbox.requests.filter(({ path }) => path.endsWith('/badges'));
  const told = () => world.desktop.shown.filter(({ kind }) => kind === 'badges').map(({ title }) => title);
  const turn = async (badges: boolean) => {
    const { notify } = await world.window.settings.get();
    await world.window.settings.change({ notify: { ...notify, badges } });
  };
  /** Gives badges that can be won more than once, over HTTP. */
  const award = (badge: string) =>
    createSandboxControl(world.sandbox.apiBaseUrl).act('award', { site: people.site, userId: people.userId, badge });

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it('cost no request and are not told unless the person wants to hear of them', async () => {
    await award('Sound Advice');
    await world.pass(2 * hour);
    expect(asked()).toEqual([]);
    expect(told()).toEqual([]);
    const plan = (await world.window.state.get()).accounts[0]!.plan!;
    expect(plan.filter(({ stream }) => stream.startsWith('Badges'))).toEqual([]);
  });

  it('are told once each, across restarts, and those from before never', async () => {
    await turn(true);
    await world.pass(aRound);
    expect(asked()).toHaveLength(5);
    expect(told()).toEqual([]);
    await award('Sound Advice');
    await world.pass(1.2 * hour);
    expect(told()).toEqual([`New badge: Sound Advice (bronze) on ${people.siteName}`]);
    world.desktop.emit('notification-action', { id: world.desktop.shown.at(-1)!.id, action: 'open' });
    await world.idle();
    expect(world.desktop.opened).toEqual([expect.stringMatching(/\/sites\/[^/]+\/badges\/\d+$/)]);
    await world.restart();
    await world.pass(1.2 * hour);
    expect(told()).toEqual([]);
  });

  it('that came while they were switched off are no news later', async () => {
    await turn(true);
    await world.pass(aRound);
    await turn(false);
    const before = asked().length;
    await award('Sound Advice');
    await world.pass(1.2 * hour);
    expect(asked()).toHaveLength(before);
    await turn(true);
    await world.pass(1.2 * hour);
    expect(asked().length).toBeGreaterThan(before);
    expect(told()).toEqual([]);
  });
});
