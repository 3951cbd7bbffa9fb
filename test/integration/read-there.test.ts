import { describe, expect } from 'vitest';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('what is read', () => {
  it.beforeEach(async ({ world }) => void (await world.window.inbox.markAllRead()));

  const readAtNetwork = ({ sandbox, people: { site, userId } }: World) => sandbox.world.actions.read({ site, userId });
  const unread = async (world: World) => (await world.entries({ unread: true })).map(({ key }) => key);

  it('on the website is read here within one poll: in list, tray and on the screen', async ({ world, people }) => {
    people.answers('One.', 1);
    await world.round();
    const [told] = world.desktop.shown.slice(-1);
    expect(told).toMatchObject({ kind: 'inbox' });
    expect(await unread(world)).toHaveLength(1);
    expect(world.desktop.tray().unread).toBe(1);
    readAtNetwork(world);
    await world.round();
    expect(await unread(world)).toEqual([]);
    expect(world.desktop.tray().unread).toBe(0);
    expect(world.desktop.withdrawn).toContain(told!.id);
  });

  it('here, and taken back, is read here once it is read on the website', async ({ world, people }) => {
    people.answers('Three.', 3);
    await world.round();
    const [told] = world.desktop.shown;
    const keys = await unread(world);
    const { inbox } = world.window;
    for (const read of [() => inbox.markAllRead(), () => inbox.setRead({ keys, read: true })])
      await inbox.undo({ undo: (await read()).undo! });
    expect(world.desktop.withdrawn).toContain(told!.id);
    expect(await unread(world)).toEqual(keys);
    readAtNetwork(world);
    await world.round();
    expect(await unread(world)).toEqual([]);
  });
});
