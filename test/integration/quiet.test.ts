import { describe, expect } from 'vitest';
import type { QuietHours } from '../../common/contract/contract.ts';
import { MINUTE_MS } from '../../common/durations.ts';
import type { World } from './askbell.ts';
import { it } from './story.ts';

type LetThrough = QuietHours['letThrough'];

const SUMMARY = 'summary: While Askbell was quiet';

describe('quiet', () => {
  it.override('options', { sandbox: { quota: { key: 1500 } } });

  /** Sets quiet hours of each day, from and to so many ms from now. */
  function quietFor({ window, clock }: World, from: number, to: number, letThrough: LetThrough = 'nothing') {
    const timeOfDay = (ms: number) => new Date(clock.now() + ms).toTimeString().slice(0, 5);
    const days = [0, 1, 2, 3, 4, 5, 6];
    const quietHours = { on: true, from: timeOfDay(from), to: timeOfDay(to), days, letThrough };
    return window.settings.change({ quietHours });
  }

  it('hours hold everything back and end with one summary', async ({ world, people }) => {
    await quietFor(world, 10 * MINUTE_MS, 40 * MINUTE_MS);
    people.answers('Before.');
    await world.pass(8 * MINUTE_MS);
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
    expect((await world.state()).quiet).toBeUndefined();
    await world.pass(3 * MINUTE_MS);
    expect((await world.state()).quiet).toMatchObject({ because: 'quiet-hours' });
    people.answers('One.');
    await world.pass(10 * MINUTE_MS);
    people.answers('Two.');
    people.votes();
    await world.pass(15 * MINUTE_MS);
    expect(world.shown()).toHaveLength(1);
    await world.pass(6 * MINUTE_MS);
    expect(world.shown().slice(1)).toEqual([SUMMARY]);
    expect(world.desktop.shown[1]!.body).toBe('2 inbox items\n1 site with a reputation change');
    expect((await world.state()).quiet).toBeUndefined();
  });

  it('hours let through mentions, or all replies, but not against the system', async ({ world, people }) => {
    const reply = `inbox: ${people.title}`;
    await quietFor(world, -MINUTE_MS, 70 * MINUTE_MS, 'mentions');
    const { displayName } = (await world.account()).person;
    const mentions = () => people.comments(`@${displayName.replaceAll(' ', '')} Why so?`, 1);
    people.answers('One.');
    people.votes();
    await world.pass(10 * MINUTE_MS);
    expect(world.shown()).toEqual([]);
    mentions();
    await world.pass(10 * MINUTE_MS);
    expect(world.shown()).toEqual([reply]);
    world.desktop.holdsBack = true;
    mentions();
    await world.pass(10 * MINUTE_MS);
    expect(world.shown()).toHaveLength(1);
    world.desktop.holdsBack = false;
    await world.pass(2 * MINUTE_MS);
    expect(world.shown()).toEqual([reply, reply]);
    // What was read meanwhile is told if that is undone.
    const { undo } = await world.window.inbox.markAllRead();
    await world.pass(2 * MINUTE_MS);
    await world.window.inbox.undo({ undo: undo! });
    await quietFor(world, -MINUTE_MS, 30 * MINUTE_MS, 'replies');
    await world.idle();
    expect(world.shown()).toEqual([reply, reply, reply]);
    await world.pass(31 * MINUTE_MS);
    expect(world.shown().slice(3)).toEqual([expect.stringMatching(/^reputation: /)]);
  });

  it('lasts until the chosen moment, over a restart too, and none that is over is taken', async ({ world, people }) => {
    const { polling } = world.window;
    await expect(polling.snooze({ for: new Date(world.clock.now() - 1) })).rejects.toMatchObject({
      message: 'That time has passed.',
    });
    await polling.snooze({ for: new Date(world.clock.now() + 50 * MINUTE_MS) });
    people.answers('One.');
    people.votes();
    await world.pass(20 * MINUTE_MS);
    await world.restartAndPass(28 * MINUTE_MS);
    expect(world.shown()).toEqual([]);
    await world.pass(4 * MINUTE_MS);
    expect(world.shown()).toEqual([SUMMARY]);
  });

  it('hours that are switched off let out at once what they held', async ({ world, people }) => {
    await quietFor(world, -MINUTE_MS, 50 * MINUTE_MS);
    people.answers('One.');
    people.comments('Two?', 1);
    await world.pass(10 * MINUTE_MS);
    expect(world.shown()).toEqual([]);
    // What is snoozed meanwhile comes back by itself.
    await world.window.inbox.snooze({ keys: [(await world.newest()).key], until: 'later-today' });
    const { quietHours } = await world.window.settings.get();
    await world.window.settings.change({ quietHours: { ...quietHours, on: false } });
    await world.idle();
    expect(world.shown()).toEqual([`inbox: ${people.title}`]);
  });

  it('is kept while the system says do not disturb, if wanted, and ends with it', async ({ world, people }) => {
    world.desktop.holdsBack = true;
    people.answers('One.');
    await world.pass(10 * MINUTE_MS);
    people.votes();
    await world.pass(10 * MINUTE_MS);
    expect(world.shown()).toEqual([]);
    expect((await world.state()).quiet).toEqual({ because: 'do-not-disturb' });
    await world.window.polling.pause();
    world.desktop.holdsBack = false;
    await world.pass(MINUTE_MS + 1000);
    expect(world.shown()).toEqual([SUMMARY]);
    expect((await world.state()).quiet).toBeUndefined();
    await world.window.polling.resume();
    world.desktop.holdsBack = true;
    await world.window.settings.change({ respectDoNotDisturb: false });
    people.answers('Two.');
    await world.pass(10 * MINUTE_MS);
    expect(world.shown()).toHaveLength(2);
  });

  it.for([
    ['questions', 'watches'],
    ['questions and an answer', 'inbox'],
  ] as const)('ends with a summary that opens where all of it is: %s', async ([what, view], { world, people }) => {
    await world.window.watches.add({ site: people.site, rule: { titleWords: ['zebra'] } });
    await world.round();
    await quietFor(world, -MINUTE_MS, 40 * MINUTE_MS);
    for (const title of ['A zebra', 'Two zebra herds']) {
      people.asks(title, ['c++']);
      await world.pass(10 * MINUTE_MS);
    }
    if (what !== 'questions') people.answers('One.');
    await world.pass(30 * MINUTE_MS);
    expect(world.shown()).toEqual([SUMMARY]);
    await world.press('open');
    expect(world.desktop.windows).toEqual([view]);
  });
});
