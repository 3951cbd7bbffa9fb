import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announcements } from '../support/announced.ts';
import { aRound, cast, createWorld, type World } from './askbell.ts';

const minute = 60_000;

describe('notifications on a busy day', () => {
  let world: World;
  let people: ReturnType<typeof cast>;
  const actions = () => world.sandbox.world.actions;
  const shown = () => world.desktop.shown.map(({ kind }) => kind);
  const comment = (body: string, from: number) =>
    actions().comment({ site: people.site, userId: people.others[from]!, postId: people.questionId, body });
  const vote = (from: number) =>
    actions().vote({ site: people.site, userId: people.others[from]!, postId: people.questionId, direction: 'up' });
  const ask = (tag: string, title: string) =>
    actions().ask({ site: people.site, userId: people.others[5]!, title, body: '<p>How?</p>', tags: [tag] });

  beforeEach(async () => {
    world = await createWorld();
    people = cast(world.sandbox);
    await world.pass(aRound);
  });
  afterEach(() => world.close());

  it('tell what is for me in the round that finds it, as one, and bundle votes and watches', async () => {
    const [tag] = await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.window.watches.add({ site: people.site, rule: { anyTags: [tag!.name] }, alert: 'sound' });
    await world.pass(aRound);
    const newComments = 35;
    for (let round = 0; round < 9; round++) {
      for (let number = 0; number < newComments; number++) comment(`Comment ${round}.${number}, please.`, number % 20);
      vote(20 + round);
      ask(tag!.name, `Question ${round} of a busy day?`);
      const before = shown().length;
      await world.pass(minute);
      expect(
        shown()
          .slice(before)
          .filter((kind) => kind === 'inbox'),
      ).toHaveLength(1);
    }
    const items = announcements(world.dataDir).flatMap(({ subjects }) =>
      subjects.flatMap((subject) => (subject.kind === 'inbox' ? [subject.key] : [])),
    );
    expect(new Set(items).size).toBe(9 * newComments);
    expect(items).toHaveLength(9 * newComments);
    // Three that are bundled when busy, and no more within an hour.
    expect(shown().filter((kind) => kind !== 'inbox')).toHaveLength(3);
  });

  it('are not asked for again before they could be told, unless a page is shown that lists them', async () => {
    const [tag] = await world.window.watches.completeTag({ site: people.site, text: 'a' });
    await world.window.watches.add({ site: people.site, rule: { anyTags: [tag!.name] }, alert: 'sound' });
    let asked = 0;
    /** A minute with a question in it. Returns how often inbox and watch were asked. */
    const lively = async (minutes: number) => {
      const before = world.sandbox.requests.length;
      for (let passed = 0; passed < minutes; passed++) {
        ask(tag!.name, `Question ${(asked += 1)} of a lively day?`);
        await world.pass(minute);
      }
      const paths = world.sandbox.requests.slice(before).map(({ path }) => path);
      return ['/2.3/inbox', '/2.3/questions'].map((wanted) => paths.filter((path) => path === wanted).length);
    };
    await lively(5);
    const { waiting } = await world.window.state.get();
    expect(waiting).toMatchObject({ because: 'busy' });
    expect(await lively(10)).toEqual([10, 0]);
    const page = await world.window.notices.visible({ page: 'window', keys: [] });
    await page.next();
    expect((await lively(5))[1]).toBeGreaterThan(3);
    await page.return?.();
    expect(await lively(10)).toEqual([10, 0]);
    // Whoever opens a page again finds what is new at once, and closes it again.
    const sent = world.sandbox.requests.length;
    const again = await world.window.notices.visible({ page: 'window', keys: [] });
    await again.next();
    await world.pass(2000);
    expect(world.sandbox.requests.slice(sent).map(({ path }) => path)).toContain('/2.3/questions');
    await again.return?.();
    // Asked shortly before, so that what came by then is told as well.
    const left = (waiting!.until!.getTime() - world.clock.now()) / minute;
    const before = shown().length;
    await lively(Math.ceil(left) + 1);
    expect(shown().slice(before)).toEqual(['question']);
    const told = world.desktop.shown.at(-1)!;
    expect(`${told.title} ${told.body}`).toContain(`Question ${asked - 3} `);
  });

  it('wait with everything else in quiet hours: said in state, tray and status, and shown when asked', async () => {
    const at = new Date(world.clock.now());
    const clock = (hours: number) => `${String((at.getHours() + hours + 24) % 24).padStart(2, '0')}:00`;
    const quietHours = { on: true, from: clock(-1), to: clock(3), days: [0, 1, 2, 3, 4, 5, 6] };
    await world.window.settings.change({ quietHours });
    comment('Is it quiet?', 1);
    vote(21);
    await world.pass(aRound);
    expect(shown()).toEqual([]);
    const { waiting } = await world.window.state.get();
    expect(waiting).toMatchObject({ count: 2, because: 'quiet-hours' });
    expect(waiting!.until!.getTime()).toBeGreaterThan(world.clock.now());
    expect(world.desktop.trayLabels()[0]).toMatch(/^2 waiting until .*Show now$/);
    expect(world.askbell.status()).toMatchObject({
      status: { waiting: { count: 2, because: 'quiet-hours' } },
      text: expect.stringMatching(/^Notifications: 2 waiting until /m),
    });
    await world.window.notices.showWaiting();
    expect(shown()).toEqual(['summary']);
    expect((await world.window.state.get()).waiting).toBeUndefined();
    expect(world.desktop.trayLabels().join()).not.toContain('waiting');
    comment('And again?', 2);
    await world.pass(aRound);
    world.desktop.emit('tray-command', { do: 'show-waiting' });
    await world.idle();
    expect(shown()).toEqual(['summary', 'inbox']);
  });
});
