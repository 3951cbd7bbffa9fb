import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('news', () => {
  it('is told in notification, tray and window, and nothing from before the sign-in', async ({ world, people }) => {
    expect(world.shown()).toEqual([]);
    expect((await world.entries()).length).toBeGreaterThan(5);
    const matches = await world.entries({ source: 'watches' });
    expect(matches.length).toBeGreaterThan(0);
    expect(matches.every(({ unread }) => !unread)).toBe(true);
    const inPages: string[] = [];
    const close = await world.follow(
      (options) => world.window.notices.watch(undefined, options),
      (notice) => void (notice.type === 'show' && inPages.push(notice.title)),
    );
    await world.answered('Try i &lt; n first.');
    close();
    // An open page shows it where the system shows no notifications.
    expect(inPages).toEqual([people.title]);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(world.desktop.shown[0]?.body).toBe(`New answer on ${people.siteName}\nTry i < n first.`);
    expect(world.desktop.trayLabels().some((label) => label.includes(people.siteName))).toBe(true);
    expect(await world.newest()).toMatchObject({
      itemType: 'new_answer',
      title: people.title,
      excerpt: 'Try i < n first.',
      unread: true,
    });
  });

  it('tells several of one poll in one banner, which leads the window to them', async ({ world, people }) => {
    const led: string[] = [];
    const close = await world.follow(
      (options) => world.window.navigation(undefined, options),
      ({ view }) => led.push(view),
    );
    people.answers('One.');
    people.comments('Which version?', 3);
    await world.answered('Two.');
    expect(world.shown()).toEqual(['inbox: 3 new inbox items']);
    await world.press('open');
    expect(world.desktop.windows).toContain('inbox');
    for (const voter of [2, 3]) people.votes(voter);
    await world.round();
    await world.press('open');
    expect(led.slice(1)).toEqual(['reputation']);
    close();
  });

  it('is told once, also over a restart, and what came meanwhile is told, too', async ({ world, people }) => {
    await world.answered();
    expect(world.shown()).toHaveLength(1);
    await world.restartAndPass();
    expect(world.shown()).toEqual([]);
    expect((await world.state()).unread).toBeGreaterThan(0);
    await world.quit();
    people.answers('While you were away.');
    await world.clock.advance(10 * MINUTE_MS);
    await world.launch();
    await world.round();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('is opened and read by a click, only read by the button, and unread when dismissed', async ({ world, people }) => {
    await world.answered();
    const { unread } = await world.state();
    world.desktop.emit('notification-closed', { id: world.desktop.shown[0]!.id });
    await world.idle();
    expect((await world.state()).unread).toBe(unread);
    await world.press('open');
    expect(world.desktop.opened.map((link) => new URL(link).pathname)).toEqual([
      expect.stringContaining(String(people.questionId)),
    ]);
    expect((await world.state()).unread).toBe(unread - 1);
    await world.answered('Two.', 1);
    await world.press('mark-read');
    expect((await world.state()).unread).toBe(unread - 1);
    expect(world.desktop.opened).toHaveLength(1);
  });

  it('waits, as the window says, while the desktop refuses notifications', async ({ world, people }) => {
    world.desktop.refusesNotifications = true;
    await world.answered();
    expect(await world.conditions()).toContain('notifications-failed');
    world.desktop.offers = 0;
    await world.pass(60 * MINUTE_MS);
    expect(world.desktop.offers).toBeLessThan(10);
    world.desktop.refusesNotifications = false;
    await world.pass(20 * MINUTE_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect(await world.conditions()).toEqual([]);
  });
});

describe('what is read', () => {
  it.beforeEach(async ({ world }) => void (await world.window.inbox.markAllRead()));

  const readAtNetwork = ({ sandbox, people: { site, userId } }: World) => sandbox.world.actions.read({ site, userId });
  const unread = async (world: World) => (await world.entries({ unread: true })).map(({ key }) => key);

  it('on the website is read here within one poll: in list, tray and on the screen', async ({ world }) => {
    await world.answered('One.', 1);
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

  it('here, and taken back, is read here once it is read on the website', async ({ world }) => {
    await world.answered('Three.', 3);
    const [told] = world.desktop.shown;
    const keys = await unread(world);
    const { inbox } = world.window;
    for (const read of [() => inbox.markAllRead(), () => inbox.mark({ keys, as: 'read' })])
      await inbox.undo({ undo: (await read()).undo! });
    expect(world.desktop.withdrawn).toContain(told!.id);
    expect(await unread(world)).toEqual(keys);
    readAtNetwork(world);
    await world.round();
    expect(await unread(world)).toEqual([]);
  });
});
