import { describe, expect } from 'vitest';
import { MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

describe('notifications on a busy day', () => {
  const kinds = (world: World) => world.desktop.shown.map(({ kind }) => kind);

  it('are not asked for before they could be told, unless a page lists them', async ({ world, people }) => {
    const tag = await world.watchTag();
    let asked = 0;
    /** Minutes with a question in each. Returns how often inbox and watch were asked. */
    const lively = async (minutes: number) => {
      const before = world.sandbox.requests.length;
      for (let passed = 0; passed < minutes; passed++) {
        people.asks(`Question ${(asked += 1)} of a lively day?`, [tag], 5);
        await world.pass(MINUTE_MS);
      }
      const paths = world.sandbox.requests.slice(before).map(({ path }) => path);
      return ['/2.3/inbox', '/2.3/questions'].map((wanted) => paths.filter((path) => path === wanted).length);
    };
    const showPage = async () => {
      const page = await world.window.notices.visible({ page: 'window', keys: [] });
      await page.next();
      return () => page.return?.();
    };
    await lively(5);
    const { waiting } = await world.state();
    expect(waiting).toMatchObject({ because: 'busy' });
    expect(await lively(10)).toEqual([10, 0]);
    const close = await showPage();
    expect((await lively(5))[1]).toBeGreaterThan(3);
    await close();
    expect(await lively(10)).toEqual([10, 0]);
    // Whoever opens a page again finds what is new at once, and closes it again.
    const sent = world.sandbox.requests.length;
    const closeAgain = await showPage();
    await world.pass(2000);
    expect(world.sandbox.requests.slice(sent).map(({ path }) => path)).toContain('/2.3/questions');
    await closeAgain();
    // Asked shortly before, so that what came by then is told as well.
    const left = (waiting!.until!.getTime() - world.clock.now()) / MINUTE_MS;
    const before = kinds(world).length;
    await lively(Math.ceil(left) + 1);
    expect(kinds(world).slice(before)).toEqual(['question']);
    const told = world.desktop.shown.at(-1)!;
    expect(`${told.title} ${told.body}`).toContain(`Question ${asked - 3} `);
    // A restart forgets neither what waits nor how many came.
    await lively(2);
    await world.restart();
    await lively(2);
    expect(kinds(world)).toEqual([]);
    expect((await world.state()).waiting).toMatchObject({ because: 'busy' });
    await world.window.settings.change({ notificationLimit: 'none' });
    await world.round();
    expect(kinds(world)).toContain('question');
    expect((await world.state()).waiting).toBeUndefined();
  });

  it('wait in quiet hours: said in state, tray and status, and shown when asked', async ({ world, people }) => {
    const at = new Date(world.clock.now());
    const clock = (hours: number) => `${String((at.getHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    const quietHours = { on: true, from: clock(-1), to: clock(3), days: [0, 1, 2, 3, 4, 5, 6] };
    await world.window.settings.change({ quietHours });
    people.comments('Is it quiet?', 1);
    people.votes(21);
    await world.round();
    expect(kinds(world)).toEqual([]);
    const { waiting } = await world.state();
    expect(waiting).toMatchObject({ count: 2, because: 'quiet-hours' });
    expect(waiting!.until!.getTime()).toBeGreaterThan(world.clock.now());
    expect(world.desktop.trayLabels()[0]).toMatch(/^2 waiting until .*Show now$/);
    expect(world.askbell.status()).toMatchObject({
      status: { waiting: { count: 2, because: 'quiet-hours' } },
      text: expect.stringMatching(/^Notifications: 2 waiting until /m),
    });
    await world.window.notices.showWaiting();
    expect(kinds(world)).toEqual(['summary']);
    expect((await world.state()).waiting).toBeUndefined();
    expect(world.desktop.trayLabels().join()).not.toContain('waiting');
    people.comments('And again?', 2);
    await world.round();
    await world.choose('show-waiting');
    expect(kinds(world)).toEqual(['summary', 'inbox']);
  });
});
